"""A kernel: rules joined with those of the boxes in a game, for given records, compiled or plain.

What a newcomer would get wrong: inside a kernel a rule does not call its neighbours as imported, but the kernel's own *twins* of them. A twin shares the rule's
code and gets a copy of its module's globals in which every rule is replaced by its twin. That is how one source serves several layouts (each mix of boxes has
its own), how a hook is joined in one game and left alone in another, and why a game neither compiles nor pays for what it does not use.
"""

from __future__ import annotations

import hashlib
import threading
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, cast

from castlewise.models.kernel import cache
from castlewise.models.kernel.announcing import announced
from castlewise.models.kernel.compilation import Whole, compiler, dispatcher, jit_wanted, stated_signature, still_to_translate
from castlewise.models.kernel.hooks import EXTENDED, HOOKS, Hook, joint
from castlewise.models.kernel.layouts import Layout
from castlewise.models.kernel.rules import PRIMITIVES, F, called

_LOADING = threading.RLock()  # numba does not stand two threads that compile the same functions; kernels share theirs
_ROOM = Path(__file__).parents[1]


class Kernel:
    """Rules bound to layouts, ready to be called.

    `layouts` maps the names used in annotations (``State``, ``Rules``) to record layouts; `bindings` maps a hook or placeholder to the rules that join or fill
    it. `entries` are the rules that Python will call: they become machine code together, others one by one when they are asked for. A kernel grown on another
    (`parent`) shares its twins. `sources` is the folder its rules are written in: any edit there makes a new cache.
    """

    def __init__(
        self,
        name: str,
        layouts: Mapping[str, Layout],
        bindings: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] | None = None,
        *,
        entries: Sequence[Callable[..., Any]] = (),
        compiled: bool | None = None,
        parent: Kernel | None = None,
        sources: Path = _ROOM,
    ) -> None:
        self.name = name
        self.sources = sources
        self.layouts = dict(layouts)
        self.bindings: Mapping[Callable[..., Any], Sequence[Callable[..., Any]]] = dict(bindings or {})
        self.entries = tuple(cast(types.FunctionType, entry) for entry in entries)
        self.parent = parent
        self.compiled: bool = parent.compiled if parent else jit_wanted() if compiled is None else compiled
        self._twins: dict[types.FunctionType, Any] = {}
        self._ready: dict[types.FunctionType, Any] = {}
        self._plain: Kernel | None = None

    def blank(self, layout: str) -> Any:
        return self.layouts[layout].blank(compiled=self.compiled)

    def __call__(self, function: F) -> F:
        """The callable for a rule in this kernel, or for the one rule that is bound in its place."""
        asked = cast(types.FunctionType, function)
        if asked not in self._ready:
            with _LOADING:
                if asked not in self._ready:
                    if self.compiled:
                        self._load(asked)
                    else:
                        self._ready[asked] = self._twin(asked)
        return cast(F, self._ready[asked])

    def prepare(self, which: str = "") -> None:
        """Compile all entries, or load them."""
        if self.compiled and self.entries and self.entries[0] not in self._ready:
            with _LOADING:
                self._load(self.entries[0], which)

    @property
    def is_prepared(self) -> bool:
        """Whether the entries are there without compiling."""
        return not self.compiled or not self.entries or self._kept(self.entries).is_there

    def as_plain(self) -> Kernel:
        """The same rules, uncompiled."""
        if self._plain is None:
            parent = self.parent.as_plain() if self.parent else None
            self._plain = Kernel(
                self.name, self.layouts, self.bindings, entries=self.entries, compiled=False, parent=parent, sources=self.sources
            )
        return self._plain

    # Twins: the same code, bound to this kernel's neighbours.

    def _twin(self, function: types.FunctionType) -> Any:
        if function in self._twins:
            return self._twins[function]
        if self.parent and not self._is_own(function, set()):
            return self.parent._twin(function)
        if function in PRIMITIVES:
            made = PRIMITIVES[function]() if self.compiled else function
        elif function in self.bindings:
            made = self._bound(function)
        else:
            made = self._copy(function, {})
        self._twins[function] = made
        return made

    def _is_own(self, function: types.FunctionType, seen: set[types.FunctionType]) -> bool:
        """Whether a rule is this kernel's and not its parent's: written in its own folder, filled here, or calling such a rule."""
        if function in self.bindings:
            return True
        if function in seen or function in PRIMITIVES:
            return False
        seen.add(function)
        file = Path(function.__code__.co_filename)
        inherited = any(file.is_relative_to(kernel.sources) for kernel in self._line()[:-1])
        return not inherited or any(self._is_own(callee, seen) for callee in called(function).values())

    def _bound(self, point: types.FunctionType) -> Any:
        """What stands for a hook or placeholder here: those who have joined, or the extensions of a rule around it."""
        rules = [cast(types.FunctionType, one) for one in self.bindings[point]]
        if any(EXTENDED.get(one) is point for one in rules):
            made = self._copy(point, {})
            for one in rules:
                within = {name: made for name, callee in called(one).items() if callee is point}
                made = self._copy(one, within)
            return made
        hook = HOOKS.get(point)
        if hook is None or (len(rules) == 1 and hook.sort != "folded"):
            return self._twin(rules[-1])
        links = [self._twin(one) for one in rules]
        if hook.sort == "folded":
            links.insert(0, self._copy(point, {}))
        template = joint(hook, point.__code__.co_argcount, len(links))
        return self._copy(template, {f"_{i}": link for i, link in enumerate(links)}, like=point)

    def _copy(
        self, function: types.FunctionType, links: Mapping[str, Any], *, like: types.FunctionType | None = None, entry: bool = False
    ) -> Any:
        """A twin: `links` are further globals; `like` is the rule whose name and annotations hold for it, if not its own."""
        callees = {name: self._twin(callee) for name, callee in called(function).items() if name not in links} | dict(links)
        named = like or function
        scope = {**function.__globals__, **callees, "__name__": named.__module__}
        twin = types.FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
        twin.__module__ = named.__module__
        # All machine code of a process shares one list of names: two kernels' entries must not have the same.
        twin.__qualname__ = f"{named.__qualname__} ({self._state})" if entry else named.__qualname__
        if not self.compiled:
            return twin
        return dispatcher(twin, stated_signature(named, self._all_layouts()), list(callees.values()), entry=entry)

    def _line(self) -> list[Kernel]:
        return [*(self.parent._line() if self.parent else []), self]

    def _all_layouts(self) -> dict[str, Layout]:
        return {**(self.parent._all_layouts() if self.parent else {}), **self.layouts}

    # Machine code

    def _load(self, asked: types.FunctionType, which: str = "") -> None:
        """Make a rule callable, with all others that become machine code together with it. `which` says which of several kernels this is."""
        if self.parent and asked not in self.entries and not self._is_own(asked, set()):
            self._ready[asked] = self.parent(asked)
            return
        entries = self.entries if asked in self.entries else (asked,)
        kept = self._kept(entries)
        wanted = {_key(entry): stated_signature(entry, self._all_layouts()) for entry in entries}

        def read(content: bytes) -> Whole:
            return Whole.read(content, wanted)

        whole = kept.read(read)
        if whole is None:
            with kept.alone():
                whole = kept.read(read)  # meanwhile another process may have compiled it
                if whole is None:
                    whole = self._compiled(entries, which)
                    kept.store(whole.content())
        for entry in entries:
            self._ready[entry] = whole[_key(entry)]

    def _compiled(self, entries: Sequence[types.FunctionType], which: str) -> Whole:
        made = {_key(entry): self._entry(entry) for entry in entries}
        with announced(self.name, still_to_translate(made.values()), which) as announcement:
            return Whole.compiled(f"{self._state} {_key(entries[0])}", made, announcement.rule_translated)

    def _entry(self, function: types.FunctionType) -> Any:
        """What Python calls for a rule: no more than a call of its twin, so that the twin is there once, whoever calls it."""
        sort = "told" if str(function.__annotations__["return"]) == "None" else "asked"
        call = joint(Hook(sort), function.__code__.co_argcount, 1)
        return self._copy(call, {"_0": self._twin(function)}, like=function, entry=True)

    def _kept(self, entries: Sequence[types.FunctionType]) -> cache.Kept:
        """Where the machine code of these rules is kept. A rule that was not announced as an entry may be made of further modules."""
        if entries == self.entries:
            return cache.Kept(cache.folder_for(self._state), "entries")
        content = cache.content_of([entry.__module__ for entry in entries], self._folders)
        return cache.Kept(cache.folder_for(self._state), f"{_key(entries[0])}-{hashlib.sha256(content).hexdigest()[:16]}")

    @property
    def _folders(self) -> tuple[Path, ...]:
        """Where the modules lie that rules are made of."""
        return tuple(dict.fromkeys((_ROOM, *(kernel.sources for kernel in self._line()))))

    @cached_property
    def _state(self) -> str:
        """The name of this kernel's folder in the cache: what the machine code depends on."""
        parts = [compiler()]
        parts += [repr((name, layout.fields)).encode() for name, layout in sorted(self._all_layouts().items())]
        modules = {__name__}
        for kernel in self._line():
            bound = sorted((_key(point), [_key(one) for one in rules]) for point, rules in kernel.bindings.items())
            parts.append(repr((kernel.name, bound, [_key(entry) for entry in kernel.entries])).encode())
            for point, rules in kernel.bindings.items():
                modules |= {point.__module__, *(one.__module__ for one in rules)}
            modules |= {entry.__module__ for entry in kernel.entries}
        parts.append(cache.content_of(modules, self._folders))
        return f"{self.name.replace(' ', '-').lower()}-{hashlib.sha256(b'|'.join(parts)).hexdigest()[:16]}"


def prepare(*kernels: Kernel) -> None:
    """Compile what several kernels lack, or load it, so that it does not count as thinking."""
    lacking = [kernel for kernel in kernels if not kernel.is_prepared]
    for kernel in kernels:
        number = lacking.index(kernel) + 1 if kernel in lacking and len(lacking) > 1 else 0
        kernel.prepare(f"{number} of {len(lacking)}; " if number else "")


def _key(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"
