"""The kernel: one source of rules, run compiled by numba or as the plain Python it is.

A rule is an ordinary function over flat records, marked with ``@rule``. The mark changes nothing: calling the function runs Python.
A `Kernel` binds a set of rules to a record layout and hands out, for any rule, a callable that is either numba's compiled version
or the plain function.

What a newcomer would get wrong: inside a kernel a rule does not call its neighbours as imported, but the kernel's own *twins* of them. A twin
shares the rule's code and gets a copy of its module's globals in which every rule is replaced by its twin. That is how one source serves
several layouts (the base game, later each expansion), how an extension point is filled for one game and left empty for another, and why a
game neither compiles nor pays for what it does not use.

numba's disk cache does not notice edits in other modules than a function's own, nor changed compiler flags. Ours lives in a folder
named after the content of every rule module, the versions, the flags and the layout, so that a stale rule cannot be served.
"""

from __future__ import annotations

import dis
import hashlib
import os
import platform
import struct
import sys
import threading
import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, cached_property, lru_cache
from math import prod
from pathlib import Path
from typing import Any, TypeVar, cast, get_args, get_type_hints

from castlewise.models.kernel_cache import Entry, folder_for
from castlewise.models.linking_once import compiled_as
from castlewise.models.quick_integers import quick_integers

F = TypeVar("F", bound=Callable[..., Any])

Ints = list[int]
"""A buffer of 64-bit integers: an int64 array when compiled, a list when not."""

_RULES: dict[types.FunctionType, int] = {}
_PRIMITIVES: dict[types.FunctionType, Callable[[], object]] = {}

# Vectorising these short integer loops makes them no faster and takes long.
_CODES = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}  # as struct spells them
_LOADING = threading.RLock()  # numba does not stand two threads that compile the same functions; kernels share theirs
_FLAGS = {"OPT": 3, "LOOP_VECTORIZE": 0, "SLP_VECTORIZE": 0}


def rule(function: F) -> F:
    """Mark a function as a rule: every parameter and the result annotated, numbers and records only."""
    _RULES[cast(types.FunctionType, function)] = len(_RULES)
    return function


def extension_point(function: F) -> F:
    """A rule that answers "not mine" unless an expansion is bound to it. It returns 1 when handled, 0 when not."""
    return rule(function)


class Shape:
    """How a field is stored: the integer type, then the names of its dimensions."""

    def __init__(self, integer: str, *dimensions: str) -> None:
        self.integer = integer
        self.dimensions = dimensions


class Layout:
    """A record type read off an annotated class, for given sizes of its named dimensions: each field is annotated with its `Shape`."""

    def __init__(self, record: type, sizes: Mapping[str, int]) -> None:
        self.record = record
        self.fields: list[tuple[str, str, tuple[int, ...]]] = []
        for name, hint in get_type_hints(record, include_extras=True).items():
            shape: Shape = get_args(hint)[1]
            self.fields.append((name, shape.integer, tuple(sizes[d] if not d.isdigit() else int(d) for d in shape.dimensions)))
        self._packed = struct.Struct("=" + "".join(f"{prod(shape)}{_CODES[integer]}" for _, integer, shape in self.fields))
        self.size = self._packed.size

    @cached_property
    def dtype(self) -> Any:
        """As numpy knows it. The plain mode does without numpy: importing it takes longer than showing a position."""
        import numpy as np

        spec = [(name, integer, shape) if shape else (name, integer) for name, integer, shape in self.fields]
        return np.dtype((np.record, np.dtype(spec)))

    def room_behind(self, field: str) -> int:
        """Bytes from the last row of a field to the end of the record (see castlewise.models.kinds)."""
        behind = 0
        for name, integer, shape in reversed(self.fields):
            item = struct.calcsize(_CODES[integer])
            if name == field:
                return behind + item * (shape[-1] if shape else 1)
            behind += item * prod(shape)
        raise KeyError(field)

    def blank(self, *, compiled: bool = False) -> Any:
        """A record of zeros: a numpy record, or an object with lists for the plain mode."""
        if compiled:
            return self.many(1, compiled=True)[0]
        plain = self.record()
        for name, _, shape in self.fields:
            setattr(plain, name, _zeros(shape))
        return plain

    def many(self, count: int, *, compiled: bool = False) -> Any:
        """So many records of zeros, as rules take them: an array, or a list for the plain mode."""
        if not compiled:
            return [self.blank() for _ in range(count)]
        import numpy as np

        return np.zeros(count, self.dtype)

    def to_bytes(self, record: Any) -> bytes:
        if not isinstance(record, self.record):
            return cast(bytes, record.tobytes())
        numbers: list[int] = []
        for name, _, shape in self.fields:
            value = getattr(record, name)
            for _ in shape[1:]:
                value = [number for row in value for number in row]
            numbers += value if shape else [value]
        return self._packed.pack(*numbers)

    def from_bytes(self, content: bytes, *, compiled: bool = False) -> Any:
        if compiled:
            import numpy as np

            return np.frombuffer(bytearray(content), self.dtype)[0]
        plain = self.record()
        numbers = iter(self._packed.unpack(content))
        for name, _, shape in self.fields:
            setattr(plain, name, _taken(numbers, shape))
        return plain


def _taken(numbers: Iterator[int], shape: tuple[int, ...]) -> Any:
    """The next numbers, in rows as a shape has them."""
    if not shape:
        return next(numbers)
    return [_taken(numbers, shape[1:]) for _ in range(shape[0])]


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def primitive(compiled: Callable[[], object]) -> Callable[[F], F]:
    """A function whose compiled version is not a translation of its Python: ``compiled`` makes it when it is needed."""

    def mark(function: F) -> F:
        _PRIMITIVES[cast(types.FunctionType, function)] = compiled
        return function

    return mark


def intrinsic(function: Callable[..., Any]) -> object:
    """A function that writes its own machine code (numba's word for it)."""
    from numba import extending

    made: object = cast(Any, extending).intrinsic(function)
    return made


def _memory_copy() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    def copy_record(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = ir.Constant(ir.IntType(64), signature.args[0].size)
            cast(Any, cgutils).raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return intrinsic(copy_record)


@primitive(_memory_copy)
def copy_record(target: Any, source: Any) -> None:
    """Make one record equal to another of the same layout."""
    fields = target.__dict__
    for name, value in source.__dict__.items():
        if not isinstance(value, list):
            fields[name] = value
        elif value and isinstance(value[0], list):
            fields[name] = [row[:] for row in value]
        else:
            fields[name] = value[:]


def jit_wanted() -> bool:
    """Compiled unless CASTLEWISE_JIT=0 says otherwise or numba is missing."""
    if os.environ.get("CASTLEWISE_JIT", "1") == "0":
        return False
    from importlib.util import find_spec

    return find_spec("numba") is not None


@contextmanager
def _numba_settings() -> Iterator[Any]:
    """numba's settings for our compilations only: another user of numba in the process keeps its own."""
    import numba

    wanted: dict[str, object] = dict(_FLAGS)
    if os.environ.get("CASTLEWISE_BOUNDSCHECK") == "1":
        wanted["BOUNDSCHECK"] = 1
    before = {name: getattr(numba.config, name) for name in wanted}
    for name, value in wanted.items():
        setattr(numba.config, name, type(before[name])(value) if name == "OPT" else value)
    try:
        with quick_integers():
            yield numba
    finally:
        for name, value in before.items():
            setattr(numba.config, name, value)


class Kernel:
    """Rules bound to layouts, ready to be called.

    `layouts` maps the names used in annotations (``State``, ``Rules``) to record layouts; `bindings` maps an extension point or placeholder to the rules
    that fill it, tried in order until one returns 1. A kernel grown on another (`parent`) shares its twins. `sources` is the folder its rules are written in:
    any edit there makes a new cache.
    """

    def __init__(
        self,
        name: str,
        layouts: Mapping[str, Layout],
        bindings: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] | None = None,
        *,
        compiled: bool | None = None,
        parent: Kernel | None = None,
        sources: Path = Path(__file__).parent,
    ) -> None:
        self.name = name
        self.sources = sources
        self.layouts = dict(layouts)
        self.bindings: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = dict(bindings or {})
        self.parent = parent
        self.compiled: bool = parent.compiled if parent else jit_wanted() if compiled is None else compiled
        self._twins: dict[types.FunctionType, Any] = {}
        self._ready: dict[types.FunctionType, Any] = {}
        self._plain: Kernel | None = None
        self._announced = False

    def blank(self, layout: str) -> Any:
        return self.layouts[layout].blank(compiled=self.compiled)

    def __call__(self, function: F) -> F:
        """The callable for a rule in this kernel, or for the one rule that is bound in its place."""
        asked = cast(types.FunctionType, function)
        if asked not in self._ready:
            with _LOADING:
                bound = self._in_its_place(asked)
                if bound not in self._ready:
                    self._ready[bound] = self._load(bound) if self.compiled else self._twin(bound)
                self._ready[asked] = self._ready[bound]
        return cast(F, self._ready[asked])

    def _in_its_place(self, asked: types.FunctionType) -> types.FunctionType:
        for kernel in reversed(self._line()):
            if len(kernel.bindings.get(asked, ())) == 1:
                return cast(types.FunctionType, kernel.bindings[asked][0])
        return asked

    def as_plain(self) -> Kernel:
        """The same rules, uncompiled."""
        if self._plain is None:
            parent = self.parent.as_plain() if self.parent else None
            self._plain = Kernel(self.name, self.layouts, self.bindings, compiled=False, parent=parent, sources=self.sources)
        return self._plain

    # Twins: the same code, bound to this kernel's neighbours.

    def _twin(self, function: types.FunctionType) -> Any:
        if function in self._twins:
            return self._twins[function]
        if self.parent and not self._is_own(function, set()):
            return self.parent._twin(function)
        if function in _PRIMITIVES:
            made = _PRIMITIVES[function]() if self.compiled else function
        elif function in self.bindings:
            made = self._bound(function)
        else:
            made = self._copy(function, function.__qualname__, {})
        self._twins[function] = made
        return made

    def _is_own(self, function: types.FunctionType, seen: set[types.FunctionType]) -> bool:
        """Whether a rule is this kernel's and not its parent's: written in its own folder, filled here, or calling such a rule."""
        if function in self.bindings:
            return True
        if function in seen or function in _PRIMITIVES:
            return False
        seen.add(function)
        file = Path(function.__code__.co_filename)
        inherited = any(file.is_relative_to(kernel.sources) for kernel in self._line()[:-1])
        return not inherited or any(self._is_own(callee, seen) for callee in _called(function).values())

    def _bound(self, point: types.FunctionType) -> Any:
        """What fills an extension point: one rule, or a chain of them, each asked until one says that the thing was its own."""
        *earlier, last = [cast(types.FunctionType, provider) for provider in self.bindings[point]]
        made = self._twin(last)
        for provider in reversed(earlier):
            template = cast(types.FunctionType, _CHAINS[provider.__code__.co_argcount])
            links = {"_first": self._twin(provider), "_second": made}
            made = self._copy(template, f"{provider.__module__}.{provider.__qualname__}, else", links, like=point)
        return made

    def _copy(
        self,
        function: types.FunctionType,
        qualname: str,
        links: Mapping[str, Any],
        like: types.FunctionType | None = None,
        entry: bool = False,
    ) -> Any:
        """A twin: `links` are further globals; `like` is the rule whose annotations hold for it, if not its own."""
        callees = {name: self._twin(callee) for name, callee in _called(function).items()} | dict(links)
        twin = _renamed(function, qualname, callees)
        if not self.compiled:
            return twin
        dispatcher = self._dispatcher(twin, like or function, entry)
        dispatcher.castlewise_callees = list(callees.values())
        return dispatcher

    def _dispatcher(self, twin: types.FunctionType, like: types.FunctionType, entry: bool) -> Any:
        with _numba_settings() as numba:
            # Only what Python calls needs the wrappers that make it callable, and a place in the cache (see linking_once.py). A rule allocates nothing, and
            # whoever calls it keeps its records and buffers: counting references to them (numba's "nrt") at every call took a quarter of the advisor's time.
            made = numba.njit(nogil=True, error_model="numpy", no_cpython_wrapper=not entry, no_cfunc_wrapper=True, _nrt=False)(twin)
        made.castlewise_signature = self._signature(like)
        return made

    def _signature(self, function: types.FunctionType) -> Any:
        import numba

        known: dict[str, Any] = {
            "int": numba.int64,
            "float": numba.float64,
            "Ints": numba.int64[::1],
            "None": numba.void,
        }
        for name, layout in self._all_layouts().items():
            record = numba.from_dtype(layout.dtype)
            known[name] = record
            known[name + "s"] = numba.types.Array(record, 1, "C")
        code = function.__code__
        names = [*code.co_varnames[: code.co_argcount], "return"]
        kinds = [known[str(function.__annotations__[name])] for name in names]
        return kinds[-1](*kinds[:-1])

    def _line(self) -> list[Kernel]:
        return [*(self.parent._line() if self.parent else []), self]

    def _all_layouts(self) -> dict[str, Layout]:
        return {**(self.parent._all_layouts() if self.parent else {}), **self.layouts}

    # Compilation, callees first so that every rule is compiled once, for the types it states.

    def _load(self, function: types.FunctionType) -> Any:
        # All machine code of a process shares one list of names: two kernels' entries must not have the same.
        state = self._state_of_sources
        qualname = f"{function.__qualname__} ({state})"
        kept = Entry(folder_for(state), f"{function.__module__}.{function.__qualname__}")
        if (entry := self._from_cache(kept, function, qualname)) is not None:
            return entry
        with kept.alone():
            if (entry := self._from_cache(kept, function, qualname)) is not None:  # meanwhile another process has compiled it
                return entry
            self._announce()
            with _numba_settings():
                entry = self._copy(function, qualname, {}, entry=True)
                _compile_callees(entry, set())
                with compiled_as(part=False):
                    _compile(entry)
                kept.store(entry)
        return entry

    def _from_cache(self, kept: Entry, function: types.FunctionType, qualname: str) -> Any:
        """A rule as it was compiled once. What it calls is linked in already, so the twins need not even be made."""
        with _numba_settings(), compiled_as(part=False):
            entry = self._dispatcher(_renamed(function, qualname, {}), function, entry=True)
            if not kept.load(entry):
                return None
        entry.disable_compile()
        return entry

    def _announce(self) -> None:
        top = self._line()[0]
        if not top._announced:
            top._announced = True
            print(f"castlewise: compiling {top.name} for this machine (once; it takes up to a minute) ...", file=sys.stderr, flush=True)

    @cached_property
    def _state_of_sources(self) -> str:
        """The name of this kernel's folder in the cache."""
        return self._fingerprint()

    def _fingerprint(self) -> str:
        import llvmlite
        import numba
        import numpy as np

        digest = hashlib.sha256()
        flags = [*_FLAGS.items(), os.environ.get("CASTLEWISE_BOUNDSCHECK")]
        digest.update(repr((numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine(), flags)).encode())
        for name, layout in sorted(self._all_layouts().items()):
            digest.update(repr((name, layout.fields)).encode())
        for kernel in self._line():
            bound = sorted((k.__qualname__, [(f.__module__, f.__qualname__) for f in v]) for k, v in kernel.bindings.items())
            digest.update(repr((kernel.name, bound)).encode())
        for kernel in self._line():
            digest.update(_content(kernel.sources))
        return f"{self.name.replace(' ', '-').lower()}-{digest.hexdigest()[:16]}"


@lru_cache
def _content(folder: Path) -> bytes:
    """A digest of every Python file of a folder, so that none that a rule may depend on can be forgotten."""
    digest = hashlib.sha256()
    for file in sorted(folder.rglob("*.py")):
        digest.update(str(file.relative_to(folder)).encode())
        digest.update(file.read_bytes())
    return digest.digest()


@cache  # every kernel asks it of every rule, and reading the code of all rules took a quarter of a second
def _globals_used(function: types.FunctionType) -> list[str]:
    return [str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"]


def _called(function: types.FunctionType) -> dict[str, types.FunctionType]:
    """The rules and primitives that a function calls, by the names it has for them."""
    used = {name: function.__globals__.get(name) for name in _globals_used(function)}
    return {
        name: value for name, value in used.items() if isinstance(value, types.FunctionType) and (value in _RULES or value in _PRIMITIVES)
    }


def _renamed(function: types.FunctionType, qualname: str, scope: Mapping[str, Any]) -> types.FunctionType:
    """The same code under another name and with some of its globals replaced. The name keeps twins apart in numba's cache."""
    twin = types.FunctionType(function.__code__, {**function.__globals__, **scope}, function.__name__, function.__defaults__)
    twin.__qualname__ = qualname
    twin.__module__ = function.__module__
    return twin


def _compile_callees(dispatcher: Any, seen: set[int]) -> None:
    """Everything that a rule calls, what is called first."""
    for callee in dispatcher.castlewise_callees:
        if id(callee) not in seen and hasattr(callee, "castlewise_signature"):
            seen.add(id(callee))
            _compile_callees(callee, seen)
            with compiled_as(part=True):
                _compile(callee)


def _compile(dispatcher: Any) -> None:
    if not dispatcher.signatures:
        dispatcher.compile(dispatcher.castlewise_signature)
        dispatcher.disable_compile()


def _first(*arguments: Any) -> int: ...  # type: ignore[empty-body]
def _second(*arguments: Any) -> int: ...  # type: ignore[empty-body]


def _chain2(a: Any, b: Any) -> int:
    if _first(a, b) != 0:
        return 1
    return _second(a, b)


def _chain3(a: Any, b: Any, c: Any) -> int:
    if _first(a, b, c) != 0:
        return 1
    return _second(a, b, c)


def _chain4(a: Any, b: Any, c: Any, d: Any) -> int:
    if _first(a, b, c, d) != 0:
        return 1
    return _second(a, b, c, d)


_CHAINS = {2: _chain2, 3: _chain3, 4: _chain4}
