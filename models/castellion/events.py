"""What a move of Castellion brought about (see castlewise.models.events): formations made and broken, tiles that slid, ordeals and what they took."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from castlewise.models.castellion import moves as verbs
from castlewise.models.castellion import stages
from castlewise.models.castellion.ordeals import NUMERALS
from castlewise.models.castellion.rules.appendices import needed_traitors
from castlewise.models.castellion.tiles import TILES
from castlewise.models.events import Event
from castlewise.models.move_code import verb_of

if TYPE_CHECKING:
    from castlewise.models.castellion.position import Position

_FORMATIONS = ("tower", "bastion", "line of defense")
_DESTROYING = (verbs.DESTROY, verbs.DESTROY_END, verbs.SHIFT_TILE)


def events(before: Position, move: int, after: Position) -> list[Event]:
    """What a move brought about."""
    return [*_castles(before, move, after), *_traitors(before, after), *_ordeals(before, after), *_piles(before, after)]


def _castles(before: Position, move: int, after: Position) -> Iterator[Event]:
    for player in range(before.rule_set.players):
        whose = f"player {player + 1}: " if before.rule_set.players == 2 else ""
        old, new = before.columns(player), after.columns(player)
        if old == new:
            continue
        lost = sum(map(len, old)) - sum(map(len, new))
        if lost > 1 or (lost == 1 and verb_of(move) not in _DESTROYING):
            yield Event("destroyed", f"{whose}{lost} tile{'s' * (lost > 1)} destroyed, {sum(map(len, new))} left")
        if verb_of(move) in _DESTROYING:
            yield from _slides(whose, old, new)
        for name, had, has in zip(_FORMATIONS, before.formations(player), after.formations(player), strict=True):
            if has != had:
                change = "is complete" if has > had else "is broken"
                which = (
                    f"a {name}"
                    if abs(has - had) == 1
                    else f"{abs(has - had)} {name.replace('line', 'lines')}" + ("s" if "line" not in name else "")
                )
                change = change if abs(has - had) == 1 else change.replace("is", "are")
                yield Event("formation", f"{whose}{which} {change}: {_count(has, name)} now")
        width = before.rule_set.width
        if len(old) < width <= len(new):
            yield Event("foundation", f"{whose}the foundation is complete")
        elif len(new) < width <= len(old):
            yield Event("foundation", f"{whose}the foundation is broken")
        if all(len(column) == before.rule_set.height for column in new) and len(new) == width:
            yield Event("complete", f"{whose}the castle is complete")


def _count(number: int, name: str) -> str:
    if name.startswith("line"):
        return f"{number} line{'s' * (number != 1)}"
    return f"{number} {name}{'s' * (number != 1)}"


def _slides(whose: str, old: list[list[int]], new: list[list[int]]) -> Iterator[Event]:
    """Tiles that came down in a column from which one was taken."""
    if len(old) != len(new):
        if len(new) < len(old):
            yield Event("column", f"{whose}a column is gone: the castle is {len(new)} wide")
        return
    for number, (column, left) in enumerate(zip(old, new, strict=True), 1):
        if len(column) == len(left) + 1:
            row = next((row for row, (a, b) in enumerate(zip(column, left, strict=False)) if a != b), len(left))
            above = len(left) - row
            if above:
                yield Event("slide", f"{whose}{above} tile{'s' * (above > 1)} of column {number} slide{'s' * (above == 1)} down")


def _traitors(before: Position, after: Position) -> Iterator[Event]:
    beside = sum(after.traitors)
    if after.met == before.met and beside > sum(before.traitors) and after.met < len(NUMERALS):
        needed = needed_traitors(after.game.rules, after.numbers)
        yield Event("traitor", f"{beside} of {needed} Traitors beside ordeal {NUMERALS[after.met]}")


def _ordeals(before: Position, after: Position) -> Iterator[Event]:
    for number in range(before.met, after.met):
        card = after.ordeals[number] or before.ordeals[number]
        yield Event("ordeal", f"ordeal {NUMERALS[number]}{f', {card},' if card else ''} is overcome")
    for number, (old, new) in enumerate(zip(before.ordeals, after.ordeals, strict=True)):
        if old is None and new is not None and before.state.stage not in (stages.TURN_UP_CARD, stages.TURN_OVER_CARD, stages.MEET_CARD):
            yield Event("card", f"ordeal {NUMERALS[number]} is {new}")
    if after.met > before.met and not after.is_over and after.met < len(NUMERALS):
        card = after.ordeals[after.met]
        yield Event("next", f"next is ordeal {NUMERALS[after.met]}{f': {card}' if card else ', face down'}")
    due = int(after.state.due)
    if due and after.state.stage == stages.DESTROY_TILES and before.state.stage != stages.DESTROY_TILES:
        yield Event("price", f"{due} tile{'s' * (due > 1)} {'have' if due > 1 else 'has'} to be destroyed")


def _piles(before: Position, after: Position) -> Iterator[Event]:
    for name, had, has in (("safe", before.safe, after.safe), ("standard", before.standard, after.standard)):
        if had and not has:
            yield Event("pile", f"the {name} pile is empty")
    if after.state.hand and before.state.hand and after.state.hand != before.state.hand and after.state.stage == stages.USE:
        yield Event("hand", f"in hand: {TILES[int(after.state.hand) - 1].title}")
