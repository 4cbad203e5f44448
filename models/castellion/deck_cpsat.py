"""A game without powers whose tiles come in a known order, as a CP-SAT problem: which tile goes where, and when the safe pile is drawn from.

The castles that meet the ordeals are those of castle_cpsat.py. Here every tile of a castle is one that comes: a standard tile has its number, a safe tile a gap
between two standard ones in which it is drawn. A tile comes later than the one it rests on, and the foundation grows outwards from its first tile.

When ordeals are met follows from the Traitors, unless the castle is full before. A `Course` says which of the two it is for each ordeal; a model is of one
course, so that the Traitors that count for an ordeal are known. A game can be won if it can be won in some course.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from castlewise.models.castellion.castle_cpsat import CastleModel, Grid, total
from castlewise.models.castellion.castle_question import CastleQuestion, size_of
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.tiles import TRAITOR

Literal = Any


@dataclass(frozen=True)
class Meeting:
    """When an ordeal is met: as the standard tile `index` is drawn (its Traitor, or the end of the piles), or by a full castle between `first` and `index`."""

    index: int
    first: int
    full: bool = False


Course = tuple[Meeting, ...]


def courses(standard: Sequence[int], beside: int, needed: Sequence[int]) -> Iterator[Course]:
    """Every course that the Traitors allow, the one without a full castle first.

    `beside` is how many Traitors lie beside the first ordeal already, `needed` how many bring each on.
    """
    traitors = [index for index, kind in enumerate(standard) if kind >= TRAITOR]

    def go_on(found: Course, gone: int, beside: int, full: tuple[bool, ...]) -> Iterator[Course]:
        """`gone` Traitors are drawn when the last of the ordeals found is met."""
        if len(found) == len(needed):
            yield found
            return
        number = len(found)
        last = gone + needed[number] - beside - 1
        index = traitors[last] if last < len(traitors) else len(standard)
        begin = found[-1].index if found and not found[-1].full else (found[-1].first if found else -1)
        if not full[number]:
            yield from go_on((*found, Meeting(index, begin)), min(last + 1, len(traitors)), 0, full)
            return
        for drawn in range(gone, min(last + 1, len(traitors) + 1)):
            first = traitors[drawn - 1] if drawn > gone else begin
            before = traitors[drawn] if drawn < len(traitors) else len(standard)
            if first < before:
                yield from go_on((*found, Meeting(before, first, True)), drawn, 0, full)

    modes = sorted(
        (tuple(bool(mask >> number & 1) for number in range(len(needed))) for mask in range(1 << len(needed))), key=lambda full: sum(full)
    )
    for full in modes:
        yield from go_on((), 0, beside, full)


class DeckModel(CastleModel):
    """`placed[number, tile]` are the cells, with a literal each, that a standard tile may go to; `safe_placed` likewise for safe tiles.

    Times: standard tile i comes at `i * (safe + 1) + safe`, safe tile j in the gap before it at `i * (safe + 1) + j`, so that no two are equal.
    """

    def __init__(self, question: CastleQuestion, standard: Sequence[int], safe: Sequence[int], course: Course, *, first_gap: int) -> None:
        super().__init__(question, by_kind=False)
        self.standard, self.safe, self.course = standard, safe, course
        self.unit = len(safe) + 1
        self.end = course[-1].index
        model = self.model
        self.gap = [model.new_int_var(min(first_gap, self.end + 1), self.end + 1, "") for _ in safe]  # end + 1: not drawn
        for earlier, later in zip(self.gap, self.gap[1:], strict=False):
            model.add(earlier <= later)
        if self.end == len(standard):  # the piles run out, both of them
            for gap in self.gap:
                model.add(gap <= self.end)
        self.met_at = [self._time_met(meeting) for meeting in course]
        self.placed: dict[tuple[int, int], dict[Cell, Literal]] = {}
        self.safe_placed: dict[tuple[int, int], dict[Cell, Literal]] = {}
        for number, grid in enumerate(self.grids):
            self._number_tiles(number, grid)
        for tile in range(len(standard)):
            self._once([self.placed[key] for key in self.placed if key[1] == tile])
        for tile in range(len(safe)):
            self._once([self.safe_placed[key] for key in self.safe_placed if key[1] == tile])

    def _once(self, options: list[dict[Cell, Literal]]) -> None:
        literals = [literal for option in options for literal in option.values()]
        if len(literals) > 1:
            self.model.add_at_most_one(literals)

    def _time_met(self, meeting: Meeting) -> Any:
        """The time after which nothing more is placed for an ordeal."""
        if not meeting.full:
            return meeting.index * self.unit + self.unit - 1
        return self.model.new_int_var((meeting.first + 1) * self.unit, meeting.index * self.unit + self.unit - 1, "")

    def _number_tiles(self, number: int, grid: Grid) -> None:
        """Every new tile of a castle is one that comes before its ordeal and after the one before."""
        model, unit = self.model, self.unit
        meeting = self.course[number]
        full = grid.width * grid.height
        model.add(grid.size == full if meeting.full else grid.size < full)
        before = self.course[number - 1] if number else None
        first = 0 if before is None else (before.first if before.full else before.index) + 1
        old = self._old(number, grid)
        comes = {cell: model.new_int_var(-1, (self.end + 1) * unit, "") for cell in grid.cells}
        sources: dict[Cell, list[Literal]] = {cell: [] for cell in grid.cells}
        for tile in range(max(first, 0), min(meeting.index, len(self.standard))):
            kind = self.standard[tile]
            if kind >= TRAITOR:
                continue
            options = self.placed[number, tile] = {}
            for cell in grid.cells:
                here = options[cell] = model.new_bool_var("")
                grid.fix(cell, kind, here)
                model.add(comes[cell] == tile * unit + unit - 1).only_enforce_if(here)
                sources[cell].append(here)
        for tile, kind in enumerate(self.safe):
            options = self.safe_placed[number, tile] = {}
            drawn = model.new_bool_var("")  # for this ordeal
            model.add(self.gap[tile] <= meeting.index).only_enforce_if(drawn)
            model.add(self.gap[tile] >= first).only_enforce_if(drawn)
            for cell in grid.cells:
                here = options[cell] = model.new_bool_var("")
                grid.fix(cell, kind, here)
                model.add_implication(here, drawn)
                model.add(comes[cell] == self.gap[tile] * unit + tile).only_enforce_if(here)
                sources[cell].append(here)
        for cell in grid.cells:
            model.add(total(sources[cell]) + total(old[cell]) == grid.taken[cell])
            for standing in old[cell]:
                model.add(comes[cell] == -1).only_enforce_if(standing)
            if meeting.full:
                model.add(comes[cell] <= self.met_at[number])
            if before is not None and before.full:
                for new in sources[cell]:
                    model.add(comes[cell] > self.met_at[number - 1]).only_enforce_if(new)
            column, row = cell
            if row:
                model.add(comes[cell] > comes[column, row - 1]).only_enforce_if(grid.taken[cell], *(x.negated() for x in old[cell]))
        if meeting.full:
            # A castle that the ordeal before left full is met again at once.
            model.add_max_equality(self.met_at[number], [*comes.values(), *self.met_at[max(number - 1, 0) : number]])
        if not number:
            self._grow_outwards(grid, comes)

    def _old(self, number: int, grid: Grid) -> dict[Cell, list[Literal]]:
        """For each cell the literals, at most one of them true, that say that it stood already."""
        if number:
            return {cell: self.rests[number - 1].taken(cell) for cell in grid.cells}
        found: dict[Cell, list[Literal]] = {cell: [] for cell in grid.cells}
        for offset, here in enumerate(self.offset):
            for column, tiles in enumerate(self.question.castle):
                for row in range(len(tiles)):
                    found[column + offset, row].append(here)
        return found

    def _grow_outwards(self, grid: Grid, comes: dict[Cell, Any]) -> None:
        """The foundation is one stretch at any time: each of its tiles comes after its neighbour on the side of the first."""
        width = len(self.question.castle)
        if not width:
            starts = [self.model.new_bool_var("") for _ in range(grid.width)]
            self.model.add_exactly_one(starts)
            blocks = [(literal, at, at) for at, literal in enumerate(starts)]
        else:
            blocks = [(here, offset, offset + width - 1) for offset, here in enumerate(self.offset)]
        for here, left, right in blocks:
            for column in range(left):
                self.model.add(comes[column, 0] > comes[column + 1, 0]).only_enforce_if(here)
            for column in range(right + 1, grid.width):
                self.model.add(comes[column, 0] > comes[column - 1, 0]).only_enforce_if(here)


def too_few_tiles(question: CastleQuestion, standard: Sequence[int], safe: Sequence[int], course: Course) -> bool:
    """Whether a course needs a full castle before so many tiles have come."""
    standing = size_of(question.castle) + len(safe)
    return any(meeting.full and standing + sum(kind < TRAITOR for kind in standard[: meeting.index]) < question.area for meeting in course)
