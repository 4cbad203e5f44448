"""What numba makes of the twins of a kernel: each is translated for the types that it states, and what Python calls is made machine code of together, once.

What a newcomer would get wrong: numba's own cache is not used, nor does a rule decide by itself which of its callees are linked. A `Whole` is the machine code
of several *entries*, the rules that Python calls, and of all that they need; it is kept in one file, and from there it is ready without a twin being made.
"""

from __future__ import annotations

import gc
import os
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from castlewise.models.kernel.hooks import Hook, joint
from castlewise.models.kernel.integer_code import quick_integers
from castlewise.models.kernel.layouts import Layout
from castlewise.models.kernel.linking import as_parts, whole_of, whole_read

# Vectorising these short integer loops makes them no faster and takes long.
FLAGS = {"OPT": 3, "LOOP_VECTORIZE": 0, "SLP_VECTORIZE": 0}


def jit_wanted() -> bool:
    """Compiled unless CASTLEWISE_JIT=0 says otherwise or numba is missing."""
    if os.environ.get("CASTLEWISE_JIT", "1") == "0":
        return False
    from importlib.util import find_spec

    return find_spec("numba") is not None


def compiler() -> bytes:
    """What machine code depends on beside the rules: versions, the machine, flags."""
    import platform
    import sys

    import llvmlite
    import numba
    import numpy as np

    flags = [*FLAGS.items(), os.environ.get("CASTLEWISE_BOUNDSCHECK")]
    versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version, platform.machine(), _processor(), flags)
    return repr(versions).encode()


def _processor() -> str:
    """Machine code is made for the processor at hand; a folder that machines share must not hand it to another."""
    from llvmlite import binding

    return f"{binding.get_host_cpu_name()} {cast(Any, binding.get_host_cpu_features()).flatten()}"


@contextmanager
def _numba_settings() -> Iterator[Any]:
    """numba's settings for our compilations only: another user of numba in the process keeps its own."""
    import numba

    wanted: dict[str, object] = dict(FLAGS)
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


@cache
def _pipeline() -> Any:
    """numba's way from a function to LLVM's language, without the stages that find nothing to do in rules: they took a tenth of the time."""
    from numba.core import compiler as numba_compiler
    from numba.core import typed_passes, untyped_passes

    idle = (
        typed_passes.InlineOverloads,
        typed_passes.NopythonRewrites,
        untyped_passes.InlineClosureLikes,
        untyped_passes.InlineInlinables,
        untyped_passes.WithLifting,
        untyped_passes.FindLiterallyCalls,
        untyped_passes.LiteralUnroll,
        untyped_passes.MakeFunctionToJitFunction,
    )

    class Pipeline(numba_compiler.CompilerBase):
        def define_pipelines(self) -> list[Any]:
            manager = cast(Any, numba_compiler.DefaultPassBuilder).define_nopython_pipeline(self.state)
            manager.passes = [stage for stage in manager.passes if stage[0] not in idle]
            manager.finalize()
            return [manager]

    return Pipeline


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Compiling makes a million small objects and drops few: looking for those took an eighth of the time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def stated_signature(function: types.FunctionType, layouts: Mapping[str, Layout]) -> Any:
    """numba's signature for the annotations of a rule."""
    import numba

    known: dict[str, Any] = {"int": numba.int64, "float": numba.float64, "Ints": numba.int64[::1], "None": numba.void}
    for name, layout in layouts.items():
        record = numba.from_dtype(layout.dtype)
        known[name] = record
        known[name + "s"] = numba.types.Array(record, 1, "C")
    code = function.__code__
    names = [*code.co_varnames[: code.co_argcount], "return"]
    kinds = [known[str(function.__annotations__[name])] for name in names]
    return kinds[-1](*kinds[:-1])


def dispatcher(twin: types.FunctionType, signature: Any, callees: Sequence[Any], *, entry: bool) -> Any:
    """A twin as numba knows it, not translated yet. Only what Python calls needs the wrapper that makes it callable."""
    with _numba_settings() as numba:
        # A rule allocates nothing, and whoever calls it keeps its records and buffers: counting references to them (numba's "nrt") at every call took a
        # quarter of the advisor's time.
        made = numba.njit(
            nogil=True, error_model="numpy", no_cpython_wrapper=not entry, no_cfunc_wrapper=True, _nrt=False, pipeline_class=_pipeline()
        )(twin)  # fmt: skip
    made.castlewise_signature = signature
    made.castlewise_callees = list(callees)
    return made


@dataclass(frozen=True)
class _Entry:
    """What is kept of an entry beside the machine code."""

    descriptor: Any
    environment: Any
    signature: Any


class Whole:
    """The machine code of some entries and of all that they need."""

    def __init__(self, library: Any, entries: Mapping[str, _Entry]) -> None:
        self._library = library
        self._entries = entries

    @staticmethod
    def compiled(name: str, entries: Mapping[str, Any], translated: Callable[[], None]) -> Whole:
        """Of dispatchers, by the names that they are asked for. `translated` is told of each rule that is."""
        with _numba_settings(), _without_collecting():
            seen: set[int] = set()
            with as_parts():
                for entry in entries.values():
                    _translate(entry, seen, translated)
            results = {key: next(iter(entry.overloads.values())) for key, entry in entries.items()}
            library = whole_of(name, [result.library for result in results.values()], [result.fndesc for result in results.values()])
        kept = {key: _Entry(result.fndesc, result.environment, result.signature) for key, result in results.items()}
        return Whole(library, kept)

    def content(self) -> bytes:
        from numba.core import serialize

        for entry in self._entries.values():
            entry.descriptor.typemap = entry.descriptor.calltypes = None  # large, and of no use once it is translated
        kept = {key: (entry.descriptor, entry.environment, entry.signature) for key, entry in self._entries.items()}
        made: bytes = cast(Any, serialize).dumps((self._library.serialize_using_object_code(), kept))
        return made

    @staticmethod
    def read(content: bytes, wanted: Mapping[str, Any]) -> Whole:
        """What `content` gave, if it is the machine code of these entries with these signatures."""
        import pickle

        library, kept = pickle.loads(content)
        if {key: signature for key, (_, _, signature) in kept.items()} != wanted:
            raise ValueError("machine code of other rules")
        with _numba_settings():
            return Whole(whole_read(library), {key: _Entry(*entry) for key, entry in kept.items()})

    def __getitem__(self, key: str) -> Any:
        """An entry, to be called from Python. What it is handed is compared with the types that it states."""
        from numba.core import compiler as numba_compiler
        from numba.core.registry import cpu_target

        entry = self._entries[key]
        context = cpu_target.target_context
        with _numba_settings() as numba, as_parts():
            callable_entry = context.get_executable(self._library, entry.descriptor, entry.environment)
            made = numba.njit(nogil=True)(_face(key, len(entry.signature.args)))
        made.add_overload(
            cast(Any, numba_compiler).compile_result(
                typing_context=cpu_target.typing_context,
                target_context=context,
                entry_point=callable_entry,
                library=self._library,
                signature=entry.signature,
                fndesc=entry.descriptor,
                environment=entry.environment,
                objectmode=False,
            )
        )
        made.disable_compile()
        return made


def _face(name: str, parameters: int) -> types.FunctionType:
    """The Python side of an entry. Its body never runs: the machine code is all that is asked."""
    code = joint(Hook("asked"), parameters, 1).__code__
    return types.FunctionType(code, {}, name)


def _translate(rule: Any, seen: set[int], translated: Callable[[], None]) -> None:
    """A dispatcher with everything that it calls, what is called first, so that every rule is translated once, for the types it states."""
    if id(rule) in seen or not hasattr(rule, "castlewise_signature"):
        return
    seen.add(id(rule))
    for callee in rule.castlewise_callees:
        _translate(callee, seen, translated)
    if not rule.signatures:
        rule.compile(rule.castlewise_signature)
        rule.disable_compile()
        translated()


def still_to_translate(rules: Iterable[Any]) -> int:
    """How many rules these need that numba has not translated yet."""
    seen: set[int] = set()
    waiting, count = list(rules), 0
    while waiting:
        one = waiting.pop()
        if id(one) not in seen and hasattr(one, "castlewise_signature"):
            seen.add(id(one))
            waiting += one.castlewise_callees
            count += not one.signatures
    return count
