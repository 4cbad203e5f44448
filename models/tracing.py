"""The plain rules of a game, watched while they run: the state before and after each call of some of them.

A move runs through many rules before the next node. Watching some on the way takes it apart into steps so small that the two states around one tell what
happened in it.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, cast

from castlewise.models.kernel import Kernel, copy_record


@dataclass(frozen=True)
class Step:
    """The states around a step, and the rule that made it with its arguments; no rule where it is what came between two that are watched."""

    before: Any
    after: Any
    rule: str = ""
    arguments: tuple[Any, ...] = ()


class TracedKernel(Kernel):
    """A kernel's rules, uncompiled, some of them watched."""

    def __init__(self, kernel: Kernel, watched: Collection[Callable[..., Any]]) -> None:
        super().__init__(kernel.name, kernel.layouts, kernel.bindings, compiled=False, sources=kernel.sources)
        self._watched = {cast(types.FunctionType, rule) for rule in watched}
        self.steps: list[Step] = []
        self._last: Any = None
        self._state: Any = None

    def trace(self, run: Callable[..., Any], rules: Any, state: Any, *arguments: Any) -> list[Step]:
        """The steps of a call `run(rules, state, ...)`, which changes the state."""
        self.steps, self._last, self._state = [], self._copied(state), state
        self(run)(rules, state, *arguments)
        self._note("", ())
        return self.steps

    def _copied(self, state: Any) -> Any:
        twin = self.layouts["State"].record()
        copy_record(twin, state)
        return twin

    def _note(self, rule: str, arguments: tuple[Any, ...]) -> None:
        now = self._copied(self._state)
        if now.__dict__ != self._last.__dict__:
            self.steps.append(Step(self._last, now, rule, arguments))
            self._last = now

    def _twin(self, function: types.FunctionType) -> Any:
        known = function in self._twins
        made = super()._twin(function)
        if known or function not in self._watched:
            return made

        def watched(*arguments: Any) -> Any:
            self._note("", ())
            result = made(*arguments)
            self._note(function.__name__, arguments)
            return result

        self._twins[function] = watched
        return watched
