"""Two boxes in miniature that join every sort of hook, for tests of how boxes are composed: a pack of wolves and a well."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from castlewise.models.kernel import NO_ANSWER, Layout, Placed, Shape, asked, extends, folded, rule, told

Box = Mapping[Callable[..., Any], Callable[..., Any] | Placed]


class State:
    noted: Annotated[list[int], Shape("int16", "8")]  # who was told, in order
    count: Annotated[int, Shape("int8")]


LAYOUTS = {"State": Layout(State, {})}


# The base game


@told
def night_falls(s: State, night: int) -> None:
    """A night begins."""


@told(order=("before the gate", "behind the gate"))
def somebody_comes(s: State) -> None:
    """Somebody comes to the gate."""


@asked
def keeper_of(s: State, thing: int) -> int:
    """Who keeps a thing: a player, or -2 for the table."""
    return NO_ANSWER


@folded("sum")
def more_cards(s: State) -> int:
    """Cards that a hand is larger by."""
    return 0


@folded("min")
def reach(s: State, ring: int) -> int:
    """How far one reaches."""
    return 9


@folded("max")
def danger(s: State) -> int:
    return 1


@folded("any")
def is_held(s: State, ring: int) -> int:
    return 0


@folded("all")
def may_pass(s: State, ring: int) -> int:
    return 1


@rule
def damage(s: State, points: int) -> int:
    return points


@rule
def note(s: State, word: int) -> None:
    s.noted[s.count] = word
    s.count += 1


@rule
def day(s: State, number: int) -> int:
    """A rule of the base game that meets every hook."""
    night_falls(s, number)
    somebody_comes(s)
    found = more_cards(s) * 10_000_000 + reach(s, number) * 100_000 + danger(s) * 10_000 + is_held(s, number) * 1_000
    return found + may_pass(s, number) * 100 + damage(s, number)


@rule
def keeper(s: State, thing: int) -> int:
    """Player 0 and the table (-2) are answers; nobody is -9."""
    answer = keeper_of(s, thing)
    return -9 if answer == NO_ANSWER else answer


# A pack of wolves


@rule
def wolves_howl(s: State, night: int) -> None:
    note(s, 100 + night)


@rule
def wolves_wait(s: State) -> None:
    note(s, 110)


@rule
def wolves_keep(s: State, thing: int) -> int:
    return 0 if thing == 1 else NO_ANSWER


@rule
def wolves_take_cards(s: State) -> int:
    return -1


@rule
def wolves_bar_the_way(s: State, ring: int) -> int:
    return 4


@rule
def wolves_bite(s: State) -> int:
    return 3


@rule
def wolves_hold(s: State, ring: int) -> int:
    return 1 if ring == 2 else 0


@rule
def wolves_let_pass(s: State, ring: int) -> int:
    return 0 if ring == 2 else 1


@extends(damage)
def wolves_double(s: State, points: int) -> int:
    return 2 * damage(s, points)


WOLVES: Box = {
    night_falls: wolves_howl,
    somebody_comes: Placed("behind the gate", wolves_wait),
    keeper_of: wolves_keep,
    more_cards: wolves_take_cards,
    reach: wolves_bar_the_way,
    danger: wolves_bite,
    is_held: wolves_hold,
    may_pass: wolves_let_pass,
    damage: wolves_double,
}


# A well


@rule
def well_gurgles(s: State, night: int) -> None:
    note(s, 200 + night)


@rule
def well_is_passed(s: State) -> None:
    note(s, 210)


@rule
def well_keeps(s: State, thing: int) -> int:
    if thing == 1:
        return 5
    return -2 if thing == 2 else NO_ANSWER


@rule
def well_gives_cards(s: State) -> int:
    return 3


@rule
def well_is_deep(s: State, ring: int) -> int:
    return 7 - ring


@rule
def well_is_cold(s: State) -> int:
    return 2


@rule
def well_holds(s: State, ring: int) -> int:
    return 1 if ring == 3 else 0


@rule
def well_lets_pass(s: State, ring: int) -> int:
    return 0 if ring == 3 else 1


@extends(damage)
def well_softens(s: State, points: int) -> int:
    return damage(s, points) - 1


WELL: Box = {
    night_falls: well_gurgles,
    somebody_comes: Placed("before the gate", well_is_passed),
    keeper_of: well_keeps,
    more_cards: well_gives_cards,
    reach: well_is_deep,
    danger: well_is_cold,
    is_held: well_holds,
    may_pass: well_lets_pass,
    damage: well_softens,
}
