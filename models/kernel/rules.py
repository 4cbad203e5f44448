"""What marks a function as a rule, and what a rule calls that is not one.

What a newcomer would get wrong: the marks only note the function down. Called as imported, a rule is plain Python; compiled, or with a box's rules joined in,
it is what a `Kernel` hands out for it.
"""

from __future__ import annotations

import dis
import types
from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

Ints = list[int]
"""A buffer of 64-bit integers: an int64 array when compiled, a list when not."""

RULES: set[types.FunctionType] = set()
PLACEHOLDERS: set[types.FunctionType] = set()
PRIMITIVES: dict[types.FunctionType, Callable[[], object]] = {}


def rule(function: F) -> F:
    """Mark a function as a rule: every parameter and the result annotated, numbers and records only."""
    RULES.add(cast(types.FunctionType, function))
    return function


def placeholder(function: F) -> F:
    """A rule that stands for another one: its own body never counts, each kernel binds one rule in its place."""
    PLACEHOLDERS.add(cast(types.FunctionType, function))
    return rule(function)


def primitive(compiled: Callable[[], object]) -> Callable[[F], F]:
    """A function whose compiled version is not a translation of its Python: ``compiled`` makes it when it is needed."""

    def mark(function: F) -> F:
        PRIMITIVES[cast(types.FunctionType, function)] = compiled
        return function

    return mark


def intrinsic(function: Callable[..., Any]) -> object:
    """A function that writes its own machine code (numba's word for it)."""
    from numba import extending

    made: object = cast(Any, extending).intrinsic(function)
    return made


@cache  # every kernel asks it of every rule, and reading the code of all rules took a quarter of a second
def _globals_used(function: types.FunctionType) -> list[str]:
    return [str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"]


def called(function: types.FunctionType) -> dict[str, types.FunctionType]:
    """The rules and primitives that a function calls, by the names it has for them."""
    used = {name: function.__globals__.get(name) for name in _globals_used(function)}
    return {
        name: value for name, value in used.items() if isinstance(value, types.FunctionType) and (value in RULES or value in PRIMITIVES)
    }
