"""Hooks: the places in a rule where boxes join in, and how the answers of several boxes are put together.

A hook is a rule whose own body is what happens when nobody has joined. There are three sorts:

- *told*: everyone who has joined is told, one after another (a Monster died, a Tower fell);
- *asked*: one after another is asked until one answers. `NO_ANSWER` is a value of its own, since 0 and -2 are answers (a player, the Overlord);
- *folded*: the answers of all are put together: "sum", "min", "max", "any" or "all".

Whoever joins is called in the order of the boxes, unless the hook states an order of its own, by named places: equipment acts before Towers, whichever box
comes first. A box that has to change what a rule does, rather than add to it, can extend the rule with ``@extends``; within the extension the rule's name calls
what is extended.

What a newcomer would get wrong: a hook that nobody has joined compiles to nothing, but its callers have to handle its own body's answer all the same.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, cast, overload

from castlewise.models.kernel.rules import PLACEHOLDERS, RULES, rule

F = TypeVar("F", bound=Callable[..., Any])
Rule = Callable[..., Any]

NO_ANSWER = -(1 << 62)
FOLDS = {
    "sum": "{0} + {1}",
    "min": "min({0}, {1})",
    "max": "max({0}, {1})",
    "any": "1 if {0} != 0 or {1} != 0 else 0",
    "all": "1 if {0} != 0 and {1} != 0 else 0",
}


@dataclass(frozen=True)
class Hook:
    """How the answers of those who have joined are put together, and the places that its order knows."""

    sort: str
    fold: str = ""
    order: tuple[str, ...] = ()


@dataclass(frozen=True)
class Placed:
    """A rule that joins a hook at a named place of its order."""

    place: str
    rule: Rule


HOOKS: dict[types.FunctionType, Hook] = {}
EXTENDED: dict[types.FunctionType, types.FunctionType] = {}


@overload
def told(function: F) -> F: ...
@overload
def told(*, order: Sequence[str]) -> Callable[[F], F]: ...
def told(function: Rule | None = None, *, order: Sequence[str] = ()) -> Any:
    """A hook that tells everyone who has joined."""
    mark = _marking(Hook("told", order=tuple(order)))
    return mark(function) if function else mark


@overload
def asked(function: F) -> F: ...
@overload
def asked(*, order: Sequence[str]) -> Callable[[F], F]: ...
def asked(function: Rule | None = None, *, order: Sequence[str] = ()) -> Any:
    """A hook that asks one after another until one answers. Its own body is the last that is asked."""
    mark = _marking(Hook("asked", order=tuple(order)))
    return mark(function) if function else mark


def folded(fold: str, *, order: Sequence[str] = ()) -> Callable[[F], F]:
    """A hook that puts the answers of all together. Its own body, what holds when nobody has joined, is one of them."""
    assert fold in FOLDS, f"{fold}: there are {', '.join(FOLDS)}"
    return _marking(Hook("folded", fold, tuple(order)))


def _marking(hook: Hook) -> Callable[[F], F]:
    def mark(function: F) -> F:
        HOOKS[cast(types.FunctionType, function)] = hook
        return rule(function)

    return mark


def extends(extended: Rule) -> Callable[[F], F]:
    """A rule that does something around or instead of another one, which it can call by its name."""

    def mark(function: F) -> F:
        EXTENDED[cast(types.FunctionType, function)] = cast(types.FunctionType, extended)
        return rule(function)

    return mark


def composed(*boxes: Mapping[Rule, Rule | Placed]) -> dict[Rule, list[Rule]]:
    """What the boxes of a game bind, in the order of the boxes and of each hook. Whatever does not fit is named."""
    joined: dict[Rule, list[Rule | Placed]] = {}
    for box in boxes:
        for point, given in box.items():
            joined.setdefault(point, []).append(given)
    return {point: _in_order(cast(types.FunctionType, point), given) for point, given in joined.items()}


def _in_order(point: types.FunctionType, given: Sequence[Rule | Placed]) -> list[Rule]:
    rules = [one.rule if isinstance(one, Placed) else one for one in given]
    for one in rules:
        _check_fits(point, cast(types.FunctionType, one))
    hook = HOOKS.get(point)
    if hook is None:
        if point in PLACEHOLDERS and len(rules) > 1:
            raise TypeError(f"{_name(point)} stands for one rule, but there are {', '.join(map(_name, rules))}")
        for one in rules:
            if point not in PLACEHOLDERS and EXTENDED.get(cast(types.FunctionType, one)) is not point:
                raise TypeError(
                    f"{_name(one)} is bound in the place of {_name(point)}, which is no hook: mark it @extends({point.__name__})"
                )
        return rules
    places: list[int] = []
    for joins, join in zip(rules, given, strict=True):
        place = join.place if isinstance(join, Placed) else ""
        if place not in (hook.order or ("",)):
            known = ", ".join(hook.order) or "none"
            raise TypeError(f'{_name(joins)} joins {_name(point)} at the place "{place}"; it has {known}')
        places.append(hook.order.index(place) if hook.order else 0)
    return [rules[i] for i in sorted(range(len(rules)), key=places.__getitem__)]


def _check_fits(point: types.FunctionType, given: types.FunctionType) -> None:
    if point not in RULES or given not in RULES:
        raise TypeError(f"{_name(point if point not in RULES else given)} is no rule")
    wanted, found = point.__code__, given.__code__
    if wanted.co_argcount != found.co_argcount:
        raise TypeError(f"{_name(given)} takes {found.co_argcount} values, {_name(point)} hands over {wanted.co_argcount}")


def _name(function: Any) -> str:
    return f"{function.__module__}.{function.__qualname__}"


@cache
def joint(hook: Hook, parameters: int, joined: int) -> types.FunctionType:
    """A rule that calls so many others, named _0, _1 ..., and puts their answers together."""
    names = [f"a{i}" for i in range(parameters)]
    calls = [f"_{i}({', '.join(names)})" for i in range(joined)]
    if hook.sort == "told":
        lines = calls
    elif hook.sort == "asked":
        lines = []
        for call in calls[:-1]:
            lines += [f"answer = {call}", f"if answer != {NO_ANSWER}: return answer"]
        lines.append(f"return {calls[-1]}")
    else:
        whole = calls[0]
        for call in calls[1:]:
            whole = f"({FOLDS[hook.fold].format(whole, call)})"
        lines = [f"return {whole}"]
    scope: dict[str, Any] = {}
    exec(f"def joint({', '.join(names)}):\n    " + "\n    ".join(lines), scope)
    return cast(types.FunctionType, scope["joint"])
