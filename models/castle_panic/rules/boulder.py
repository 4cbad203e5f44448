"""The Giant Boulder: rolls across the board until it has destroyed its first structure (Play Details, "Giant Boulder")."""

from __future__ import annotations

from castlewise.models.castle_panic.board import CASTLE, arc_of, kind_of, opposite, ring_of
from castlewise.models.castle_panic.rules.monsters import destroyed, remove
from castlewise.models.castle_panic.rules.towers import tower_falls, wall_falls
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule


@rule
def roll_boulder(r: Rules, s: State, arc: int) -> None:
    crush_outside(r, s, arc)
    if wall_stops_boulder(s, arc) == 1:
        return
    if castle_stops_boulder(r, s, arc) == 1:
        return
    far = opposite(arc)
    if castle_stops_boulder(r, s, far) == 1:
        return
    if wall_stops_boulder(s, far) == 1:
        return
    crush_outside(r, s, far)


@rule
def wall_stops_boulder(s: State, arc: int) -> int:
    if s.fortify[arc] == 1:
        s.fortify[arc] = 0
        return 1
    if s.walls[arc] == 1:
        wall_falls(s, arc)
        return 1
    return 0


@rule
def castle_stops_boulder(r: Rules, s: State, arc: int) -> int:
    """The Castle ring's space: its Monsters are crushed, its Tower falls and stops the Boulder."""
    crush(r, s, arc, CASTLE, CASTLE)
    if s.towers[arc] == 1:
        tower_falls(r, s, arc)
        return 1
    return 0


@rule
def crush_outside(r: Rules, s: State, arc: int) -> None:
    crush(r, s, arc, 0, CASTLE - 1)


@rule
def crush(r: Rules, s: State, arc: int, outermost: int, innermost: int) -> None:
    i = 0
    while i < s.monster_count:
        m = s.monsters[i]
        if arc_of(m) == arc and outermost <= ring_of(m) <= innermost:
            remove(s, i)
            destroyed(r, s, kind_of(m))
        else:
            i += 1
