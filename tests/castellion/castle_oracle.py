"""Every castle that can be built, tile by tile through the rules: the oracle for the models of castle questions, on castles small enough for it.

A `Line` is a way to build half gone: the castle, what is left, the ordeals met. One more tile placed, one power used or one ordeal met makes the next. All
of that is done by the rules' own functions over plain records. The search goes on in the order of tiles spent, so the first line that has met all ordeals
spends fewest.

What a newcomer would get wrong: a castle that is full meets its ordeal at once, so no power is used on it.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import combinations, product
from typing import cast

from castlewise.models.bits import count_bits
from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, Met, Step
from castlewise.models.castellion.rules.castle import (
    castle_full,
    foundation_complete,
    height_of,
    kind_at,
    open_end,
    open_tops,
    pantry_tiles,
    place_tile,
    width_of,
)
from castlewise.models.castellion.rules.destruction import begin_destruction, destroy_end, destroy_next, destroyable, end_columns
from castlewise.models.castellion.rules.formations import bastion_starts, line_starts, tower_starts
from castlewise.models.castellion.rules.ordeals import resolve_ordeal
from castlewise.models.castellion.rules.powers import exchange, exchanges, power_possible
from castlewise.models.castellion.rules.shifting import may_shift, shift_tile
from castlewise.models.castellion.stages import DESTROY_TILES, FIRE, ORDEAL_PASSED, TILES_DESTROYED
from castlewise.models.castellion.state import COLUMN, Rules, State, layouts
from castlewise.models.castellion.tiles import JUGGLER, KINDS, PYRO, STONES

LAYOUTS = layouts()
BLANK = cast(State, LAYOUTS["State"].blank())
Boards = tuple[int, ...]  # factions, shapes, 1 + the haunted cell
Formation = tuple[str, int, int]  # "T", "B" or "L", column and row of its lowest, leftmost cell, from 0


class TooMany(Exception):
    """There are more castles than was allowed."""


@dataclass(frozen=True)
class Line:
    """A way to build, half gone. Lines that differ in `met` and `steps` alone are alike for what is to come."""

    boards: Boards
    left: tuple[int, ...]
    met: tuple[Met, ...] = field(default=(), compare=False)
    steps: tuple[Step, ...] = field(default=(), compare=False)
    ordeals: int = 0
    powers: int = 0

    @property
    def castle(self) -> Castle:
        return castle_of(self.boards)


def fewest(question: CastleQuestion, most: int = 100_000) -> tuple[int, Building] | None:
    """How many tiles must be spent to meet all ordeals, and a way to do it; None if they cannot be met."""
    for line in lines_of(question, most):
        if line.ordeals == len(question.ordeals):
            return sum(question.left) - sum(line.left), Building(line.met, line.steps)
    return None


def castles_met(question: CastleQuestion, most: int = 100_000) -> set[Castle]:
    """All castles that meet the first ordeal."""
    return {line.castle for line in lines_of(question, most) if line.ordeals == 0 and effects(question, 0, line.boards)}


def skeletons(question: CastleQuestion, most: int = 100_000) -> set[frozenset[Formation]]:
    """The sets of exactly as many formations as the only ordeal asks for that some castle with a complete foundation holds."""
    ordeal = question.ordeals[0]
    wanted = {"T": ordeal.towers, "B": ordeal.bastions, "L": ordeal.lines}
    r = rules_of(question, 0)
    found: set[frozenset[Formation]] = set()
    for line in lines_of(replace(question, ordeals=(ordeal,)), most):
        if line.ordeals == 0 and foundation_complete(r, state_of(line.boards), 0):
            here = formations(line.boards)
            kinds = (combinations([one for one in here if one[0] == letter], count) for letter, count in wanted.items())
            found |= {frozenset(one for group in chosen for one in group) for chosen in product(*kinds)}
    return found


def lines_of(question: CastleQuestion, most: int = 100_000) -> Iterator[Line]:
    """Every line, each once, in the order of tiles spent."""
    todo = [Line(boards_of(question.castle, question.haunted), question.left)]
    seen = set(todo)
    while todo:
        later: list[Line] = []
        for line in todo:  # grows: meeting an ordeal spends nothing
            yield line
            for after in _next(question, line):
                if after not in seen:
                    seen.add(after)
                    (todo if after.left == line.left else later).append(after)
            if len(seen) > most:
                raise TooMany(f"more than {most} lines")
        todo = later


def _next(question: CastleQuestion, line: Line) -> Iterator[Line]:
    if line.ordeals == len(question.ordeals):
        return
    r = rules_of(question, line.ordeals)
    for kind in (kind for kind, count in enumerate(line.left) if count):
        left = tuple(count - (which == kind) for which, count in enumerate(line.left))
        for boards in placed(r, line.boards, kind):
            yield replace(line, boards=boards, left=left)
        if line.powers < question.powers:
            for boards in power_used(r, line.boards, kind):
                steps = (*line.steps, Step(line.castle, kind, castle_of(boards)))
                yield replace(line, boards=boards, left=left, steps=steps, powers=line.powers + 1)
    for boards in effects(question, line.ordeals, line.boards):
        yield replace(line, boards=boards, met=(*line.met, Met(line.castle, castle_of(boards))), ordeals=line.ordeals + 1)


def placed(r: Rules, boards: Boards, kind: int) -> Iterator[Boards]:
    """The castle with one more tile, wherever it may be placed."""
    s = state_of(boards)
    tops = open_tops(r, s, 0, kind, 0)
    positions = [column + 1 for column in range(r.width) if (tops >> (column * COLUMN)) & 0xFF]
    positions += [0] if open_end(r, s, 0, kind, 0) else []
    positions += [width_of(s, 0) + 1] if open_end(r, s, 0, kind, 1) else []
    for position in positions:
        after = state_of(boards)
        place_tile(after, 0, kind, position)
        yield read_boards(after)


def power_used(r: Rules, boards: Boards, kind: int) -> set[Boards]:
    """The castle after a Juggler or a Pyro was discarded for its power."""
    s = state_of(boards)
    if kind // 3 not in (JUGGLER, PYRO) or castle_full(r, s, 0) or not power_possible(r, s, kind):
        return set()
    found = set()
    if kind // 3 == JUGGLER:
        for upward in (0, 1):
            pairs = exchanges(r, s, 0, upward)
            for cell in (cell for cell in range(pairs.bit_length()) if pairs >> cell & 1):
                after = state_of(boards)
                exchange(after, 0, cell, upward)
                found.add(read_boards(after))
        return found
    begin_destruction(r, s, 0, FIRE, 1)
    for burnt in destroyed(r, s):
        width = width_of(burnt, 0)
        for column, position in product(range(width), range(width + 2)):
            if may_shift(r, burnt, 0, column, position):
                after = state_of(read_boards(burnt))
                shift_tile(after, 0, column, position)
                found.add(read_boards(after))
    return found


def effects(question: CastleQuestion, number: int, boards: Boards) -> set[Boards]:
    """What may be left of a castle that meets an ordeal, empty if that loses the game."""
    r, s = rules_of(question, number), state_of(boards)
    s.card[0] = 1
    resolve_ordeal(r, s)
    passed = [s] if s.stage == ORDEAL_PASSED else destroyed(r, s)
    return {read_boards(after) for after in passed if foundation_complete(r, after, 0) and _pantry_right(question, number, after)}


def _pantry_right(question: CastleQuestion, number: int, s: State) -> bool:
    return not question.pantry or count_bits(pantry_tiles(s, 0)) == question.pantry[number]


def destroyed(r: Rules, s: State) -> Iterator[State]:
    """All ways to destroy the tiles that are due, none if nothing is being destroyed."""
    if s.stage == TILES_DESTROYED:
        yield s
    if s.stage != DESTROY_TILES:
        return
    cells = destroyable(r, s)
    for cell in (cell for cell in range(cells.bit_length()) if cells >> cell & 1):
        after = copied(s)
        destroy_next(after, cell // COLUMN, cell % COLUMN)
        yield from destroyed(r, after)
    columns = end_columns(r, s)
    if columns:
        after = copied(s)
        destroy_end(after, columns)
        yield from destroyed(r, after)


def formations(boards: Boards) -> list[Formation]:
    """The formations that the rules count."""
    haunted = 1 << (boards[7] - 1) if boards[7] else 0
    found = []
    for letter, starts in (("T", tower_starts), ("B", bastion_starts), ("L", line_starts)):
        for faction in boards[:4]:
            cells = starts(faction, haunted)
            found += [(letter, cell // COLUMN, cell % COLUMN) for cell in range(cells.bit_length()) if cells >> cell & 1]
    return found


# Records


@lru_cache
def rules_of(question: CastleQuestion, number: int) -> Rules:
    """The rules in force when an ordeal of the question is met: it is the first and only card."""
    r, ordeal = cast(Rules, LAYOUTS["Rules"].blank()), question.ordeals[number]
    r.width, r.area = question.width, question.area
    r.cells = sum(1 << (COLUMN * column + row) for column in range(question.width) for row in range(question.height))
    r.players = r.powers = 1
    r.formation_powers = int(question.spares)
    r.pantry_apart = int(question.pantry_apart)
    r.towers[0][0], r.bastions[0][0], r.lines[0][0] = ordeal.towers, ordeal.bastions, ordeal.lines
    r.penalty[0][0], r.rows[0][0] = ordeal.penalty or 0, ordeal.rows
    return r


def boards_of(castle: Castle, haunted: tuple[int, int] | None = None) -> Boards:
    """`haunted`: column and row, from 0."""
    s = state_of((0,) * 8)
    for column, kinds in enumerate(castle):
        for kind in kinds:
            place_tile(s, 0, kind, column + 1)
    if haunted is not None:
        s.haunted = 1 + haunted[0] * COLUMN + haunted[1]
    return read_boards(s)


def read_boards(s: State) -> Boards:
    return (*s.factions[0], *s.shapes[0], s.haunted)


def state_of(boards: Boards) -> State:
    """A state with this castle and nothing else."""
    s = copy(BLANK)  # shallow, so the fields that rules write to are made anew
    s.factions, s.shapes, s.discards, s.card = [list(boards[:4])], [list(boards[4:7])], [0] * KINDS, [0] * 3
    s.haunted = boards[7]
    return s


def copied(s: State) -> State:
    """A state in the middle of a destruction, once more."""
    again = state_of(read_boards(s))
    again.stage, again.purpose, again.due, again.sweep_column, again.sweep_row = s.stage, s.purpose, s.due, s.sweep_column, s.sweep_row
    return again


def castle_of(boards: Boards) -> Castle:
    s = state_of(boards)
    return tuple(tuple(kind_at(s, 0, column * COLUMN + row) for row in range(height_of(s, 0, column))) for column in range(width_of(s, 0)))


def supply(**kinds: int) -> tuple[int, ...]:
    """Tiles of each kind below STONES by their codes: `supply(st=2, pc=1)`."""
    from castellion.arrange import CODES

    left = [0] * STONES
    for code, count in kinds.items():
        left[CODES[code]] = count
    return tuple(left)
