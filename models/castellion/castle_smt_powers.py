"""A Juggler or a Pyro discarded for its power on the way to an ordeal, for an SMT solver: the castle before, what is done, the castle after.

Columns may vanish at the ends and begin anew there. Columns are numbered so that the castle which meets the ordeal begins at 0; before a Pyro it may have
reached further to the left or to the right, and `Site` says how far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, combinations
from typing import TypeVar

from castlewise.models.castellion.castle_question import CastleQuestion, Step
from castlewise.models.castellion.castle_smt_board import GROUPS, Board, Cell, Place, require_same, slid, unknown_cell
from castlewise.models.castellion.tiles import JUGGLER, PYRO
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

Thing = TypeVar("Thing")

TILES_OF_A_PYRO = 2  # one is destroyed, one moved: so many columns can vanish


@dataclass(frozen=True)
class Site:
    """Where a castle may stand while so many powers are still to be used: all columns it may reach, and where the castle given may begin."""

    columns: range
    begins: range


def site(question: CastleQuestion, powers: int) -> Site:
    """`powers` are still to be used, this one included; with none, the castle is the one that meets the ordeal."""
    width, castle = question.width, question.castle
    left, right = (_may_vanish(columns, TILES_OF_A_PYRO * question.powers) for columns in (castle, castle[::-1]))
    begins = range(-left, width - len(castle) + right + 1)
    reach_left = reach_right = TILES_OF_A_PYRO * powers
    if len(castle) == width:
        # No column can begin anew before one vanished, so the first Pyro's losses are those of the castle as it stands.
        if left == right == 0:
            reach_left = reach_right = 0
        elif question.powers == 1:
            reach_left, reach_right = min(left, reach_left), min(right, reach_right)
    return Site(range(-reach_left, width + reach_right), begins if castle else range(0))


def _may_vanish(columns: Sequence[Sequence[int]], tiles: int) -> int:
    """How many columns, from the first on, hold no more than so many tiles together."""
    return sum(total <= tiles for total in accumulate(len(column) for column in columns))


@dataclass
class Power:
    """A power, used or not."""

    built: Board
    after: Board
    discarded: Cell
    burnt: Cell

    def step(self, true: Callable[[int], bool]) -> Step | None:
        if not true(self.discarded.full):
            return None
        faction = JUGGLER if true(self.discarded.groups[JUGGLER]) else PYRO
        shape = next(shape for shape, literal in enumerate(self.discarded.shapes) if true(literal))
        return Step(self.built.castle(true), faction * 3 + shape, self.after.castle(true))


def power(circuit: Circuit, question: CastleQuestion, built: Board, groups: frozenset[int]) -> Power:
    """At most one power used on a castle. Which tile is discarded, and which one burns, are cells of their own, to be counted with the tiles."""
    c = circuit
    discarded = unknown_cell(c, frozenset({JUGGLER, PYRO}))
    juggler, pyro = discarded.groups[JUGGLER], discarded.groups[PYRO]
    full = [(-1, cell.full) for cell in built.cells.values()]
    c.require_any(-discarded.full, c.at_least(full, 1 - question.area))  # a full castle meets its ordeal at once
    require_joined(c, built, question.width)

    # The Pyro: one tile burns, then a top tile moves.
    burns = _one_of(c, built.cells, pyro)
    burnt = unknown_cell(c, groups)
    c.require_any(-burnt.full, pyro)
    for place, literal in burns.items():
        c.require_any(-literal, built[place].full)
        require_same(c, burnt, built[place], -literal)
    rest = slid(c, built, burns, groups)
    require_joined(c, rest, question.width)
    c.require_any(-pyro, c.at_least([(1, cell.full) for cell in rest.cells.values()], 2))
    comes, goes = _one_of(c, built.columns, pyro), _one_of(c, built.columns, pyro)
    moved = unknown_cell(c, groups)
    for column in built.columns:
        c.require_any(-comes[column], -goes[column])
        c.require_any(-goes[column], rest[column, 0].full)
        c.require_any(-comes[column], -rest[column, question.height - 1].full)
    _change_something(c, rest, comes, goes)

    # The Juggler: two neighbours change places.
    swaps = _one_of(c, built.pairs(), juggler)
    beside: dict[Place, list[int]] = {place: [] for place in built.places()}
    after = Board(built.columns, built.height, {place: unknown_cell(c, groups) for place in built.places()})
    for (place, other), literal in swaps.items():
        _require_different(c, rest[place], rest[other], literal)
        require_same(c, after[place], rest[other], -literal)
        require_same(c, after[other], rest[place], -literal)
        beside[place].append(literal)
        beside[other].append(literal)

    for place in after.places():
        column, row = place
        here = rest[place]
        below = rest[column, row - 1].full if row else TRUE
        taken = c.all_of(goes[column], here.full, -rest[column, row + 1].full)
        put = c.all_of(comes[column], -here.full, below)
        c.require_any(-taken, -after[place].full)
        require_same(c, moved, here, -taken)
        require_same(c, after[place], moved, -put)
        require_same(c, after[place], here, taken, put, *beside[place])
    require_joined(c, after, question.width)
    return Power(built, after, discarded, burnt)


def idle(circuit: Circuit, used: Power, before: Board) -> None:
    """A power that is not used needs no tiles placed before it."""
    for place, cell in used.built.cells.items():
        circuit.require_any(used.discarded.full, -cell.full, before[place].full)


def require_joined(circuit: Circuit, board: Board, width: int) -> None:
    """No gap between columns, and no more columns than the castle may have."""
    bottom = [board[column, 0].full for column in board.columns]
    for left, right in combinations(range(len(bottom)), 2):
        if right - left >= width:
            circuit.require_any(-bottom[left], -bottom[right])
        elif right - left > 1:
            circuit.require_any(-bottom[left], -bottom[right], bottom[left + 1])


def _one_of(circuit: Circuit, things: Iterable[Thing], used: int) -> dict[Thing, int]:
    """Exactly one of some things if a power is used, else none."""
    chosen = {thing: circuit.variable() for thing in things}
    for one, other in combinations(chosen.values(), 2):
        circuit.require_any(-one, -other)
    for literal in chosen.values():
        circuit.require_any(-literal, used)
    circuit.require_any(-used, *chosen.values())
    return chosen


def _require_different(circuit: Circuit, cell: Cell, other: Cell, where: int) -> None:
    """Two cells hold tiles of different kinds where a literal is true."""
    circuit.require_any(-where, cell.full)
    circuit.require_any(-where, other.full)
    for group in range(GROUPS):
        for shape in range(3):
            circuit.require_any(-where, -cell.groups[group], -other.groups[group], -cell.shapes[shape], -other.shapes[shape])


def _change_something(circuit: Circuit, rest: Board, comes: dict[int, int], goes: dict[int, int]) -> None:
    """A tile carried from one end of a row to the other changes nothing if all are of one kind."""
    c = circuit
    witnesses = [rest[column, 1].full for column in rest.columns]
    for column in rest.columns[:-1]:
        differ = c.variable()
        _require_different(c, rest[column, 0], rest[column + 1, 0], differ)
        witnesses.append(differ)
    for column in rest.columns:
        begun = c.all_of(comes[column], -rest[column, 0].full)
        if begun != FALSE:
            for start, literal in goes.items():
                c.require_any(-begun, -literal, rest[start, 1].full, *witnesses)
