"""Powers on the way to an ordeal, for CP-SAT: building, then a Juggler or a Pyro discarded, and again, up to so many times; then the castle is finished.

Each power has a grid for the castle built before it and one for what it leaves. After a power the castle is *afloat*: columns may have vanished at an end or
begun beyond one, and only the next grid, which begins in column 0 again, says where it stands. So moving the frame is part of building on.

What a newcomer would get wrong: a castle that is full meets its ordeal at once, so no power is used on it; and the shapes of tiles that were moved may meet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_cpsat import CastleModel, Foundation, Grid, Literal, beside, total
from castlewise.models.castellion.castle_question import CastleQuestion, Step, size_of
from castlewise.models.castellion.formation_places import Cell, neighbours
from castlewise.models.castellion.tiles import JUGGLER, PYRO, SHAPES

BEYOND = 1  # columns of a castle afloat at either side of the grid before it


class TileAside:
    """A tile that is on its way or gone: a literal for each look it may have, all false if there is none."""

    def __init__(self, model: cp_model.CpModel, factions: int, there: Literal) -> None:
        self.faction = [model.new_bool_var("") for _ in range(factions)]
        self.shape = [model.new_bool_var("") for _ in SHAPES]
        model.add_exactly_one([*self.faction, there.negated()])
        model.add_exactly_one([*self.shape, there.negated()])

    @property
    def looks(self) -> list[Literal]:
        return [*self.faction, *self.shape]


class Fire:
    """A tile is destroyed, or none: `left` is the grid without it, in the same frame. Columns may vanish at the ends, not between."""

    def __init__(self, before: Grid, used: Literal) -> None:
        self.model = model = before.model
        self.at: dict[Cell, Literal] = {cell: model.new_bool_var("") for cell in before.cells}
        model.add_exactly_one([*self.at.values(), used.negated()])
        self.burnt = TileAside(model, before.factions, used)
        self.left = Grid(model, before.width, before.height, pantry=before.factions > 4, foundation=Foundation.AFLOAT)
        for (column, row), here in self.at.items():
            model.add_implication(here, before.taken[column, row])
            for look, burnt in zip(before.looks((column, row)), self.burnt.looks, strict=True):
                model.add_bool_or(here.negated(), look.negated(), burnt)
            if row == 0 and 0 < column < before.width - 1:
                above = [before.taken[column, 1]] if before.height > 1 else []
                model.add_bool_or(here.negated(), before.taken[column + 1, 0].negated(), *above)
        for column in range(before.width):
            slides: Literal | None = None  # whether a tile of this column at or below a row is destroyed
            for row in range(before.height):
                slides = self._either(slides, self.at[column, row])
                keep_looks(before, (column, row), self.left, (column, row), slides)
                if row + 1 < before.height:
                    keep_looks(before, (column, row + 1), self.left, (column, row), slides.negated())
                else:
                    model.add_implication(slides, self.left.taken[column, row].negated())

    def _either(self, one: Literal | None, other: Literal) -> Literal:
        if one is None:
            return other
        either = self.model.new_bool_var("")
        self.model.add_max_equality(either, [one, other])
        return either


def keep_looks(before: Grid, old: Cell, after: Grid, new: Cell, *unless: Literal) -> None:
    """A cell looks as another did, or is as empty."""
    model = before.model
    model.add_bool_or(before.taken[old], after.taken[new].negated(), *unless)
    for look, again in zip(before.looks(old), after.looks(new), strict=True):
        model.add_bool_or(look.negated(), again, *unless)


def unlike(grid: Grid, one: Cell, other: Cell) -> tuple[Literal, Literal]:
    """Two literals, either of which makes two tiles lie there that differ: in faction, in shape."""
    model = grid.model
    by_faction, by_shape = model.new_bool_var(""), model.new_bool_var("")
    for differ, looks in ((by_faction, grid.faction), (by_shape, grid.shape)):
        model.add_implication(differ, grid.taken[one])
        model.add_implication(differ, grid.taken[other])
        for first, second in zip(looks[one], looks[other], strict=True):
            model.add_bool_or(differ.negated(), first.negated(), second.negated())
    return by_faction, by_shape


class Moved:
    """A tile goes from the top of its column to another column, or to a new one at an end; or two tiles are exchanged; or nothing happens.

    `after` is afloat and has a column more at both sides.
    """

    def __init__(self, before: Grid, shifts: Literal | None, exchanges: Literal | None) -> None:
        self.before = before
        self.model = model = before.model
        self.after = Grid(model, before.width + 2 * BEYOND, before.height, pantry=before.factions > 4, foundation=Foundation.AFLOAT)
        self.origin: dict[Cell, Literal] = {}
        self.target: dict[Cell, Literal] = {}  # in the frame of `after`
        self.pairs: dict[tuple[Cell, Cell], Literal] = {}
        if shifts is not None:
            self._shift(shifts)
        if exchanges is not None:
            self._exchange(exchanges)
        touching: dict[Cell, list[Literal]] = {}
        for (one, other), literal in self.pairs.items():
            touching.setdefault(one, []).append(literal)
            touching.setdefault(other, []).append(literal)
        for column, row in self.after.cells:
            here = column - BEYOND, row
            comes = [self.target[column, row]] if (column, row) in self.target else []
            if here in before.taken:
                unless = [*comes, *touching.get(here, []), *([self.origin[here]] if self.origin else [])]
                keep_looks(before, here, self.after, (column, row), *unless)
            else:
                model.add_bool_or(self.after.taken[column, row].negated(), *comes)

    def _shift(self, used: Literal) -> None:
        before, after, model = self.before, self.after, self.model
        self.origin = {cell: model.new_bool_var("") for cell in before.cells}
        outside = (0, after.width - 1)
        self.target = {(column, row): model.new_bool_var("") for column, row in after.cells if not row or column not in outside}
        model.add_exactly_one([*self.origin.values(), used.negated()])
        model.add_exactly_one([*self.target.values(), used.negated()])
        carried = TileAside(model, before.factions, used)
        for (column, row), here in self.origin.items():
            model.add_implication(here, before.taken[column, row])
            if row + 1 < before.height:
                model.add_implication(here, before.taken[column, row + 1].negated())
            model.add_implication(here, after.taken[column + BEYOND, row].negated())
            for look, moved in zip(before.looks((column, row)), carried.looks, strict=True):
                model.add_bool_or(here.negated(), look.negated(), moved)
            if row == 0 and 0 < column < before.width - 1:  # the only tile of a column between two others
                model.add_bool_or(here.negated(), before.taken[column - 1, 0].negated(), before.taken[column + 1, 0].negated())
        for (column, row), there in self.target.items():
            here_too = [literal for (c, _), literal in self.origin.items() if c + BEYOND == column]
            model.add_at_most_one([there, *here_too])
            if (column - BEYOND, row) in before.taken:
                model.add_implication(there, before.taken[column - BEYOND, row].negated())
            if row:
                model.add_implication(there, before.taken[column - BEYOND, row - 1])
            else:  # a new column begins beside what is left of the castle
                model.add_bool_or(there.negated(), *(after.taken[near] for near in neighbours((column, 0), after.width, 1)))
            for moved, look in zip(carried.looks, after.looks((column, row)), strict=True):
                model.add_bool_or(there.negated(), moved.negated(), look)
        self._carried_to_the_other_end()

    def _carried_to_the_other_end(self) -> None:
        """A single tile carried from one end of a row to the other changes nothing if all are alike."""
        before, model = self.before, self.model
        differs = [before.taken[cell] for cell in before.cells if cell[1] == 1]
        for column in range(before.width - 1):
            differs += unlike(before, (column, 0), (column + 1, 0))
        ends = [(self.origin[cell], there) for cell, (spot, there) in product(self.origin, self.target.items()) if cell[1] == spot[1] == 0]
        for goes, comes in ends:
            model.add_bool_or(goes.negated(), comes.negated(), *differs)

    def _exchange(self, used: Literal) -> None:
        before, after, model = self.before, self.after, self.model
        self.pairs = {pair: model.new_bool_var("") for pair in beside(before, foundation=True)}
        model.add_exactly_one([*self.pairs.values(), used.negated()])
        for (one, other), swapped in self.pairs.items():
            model.add_bool_or(swapped.negated(), *unlike(before, one, other))
            model.add_bool_and(before.taken[one], before.taken[other]).only_enforce_if(swapped)
            for (column, row), source in ((one, other), (other, one)):
                for look, again in zip(before.looks(source), after.looks((column + BEYOND, row)), strict=True):
                    model.add_bool_or(swapped.negated(), look.negated(), again)


class PowerUsed:
    """A Juggler or a Pyro discarded for its power at a castle, or nothing done to it. `kinds`: those that may be discarded."""

    def __init__(self, before: Grid, kinds: list[int]) -> None:
        model = before.model
        self.before = before
        self.discarded: dict[int, Literal] = {kind: model.new_bool_var("") for kind in kinds}
        self.juggler = self._any_of(model, JUGGLER)
        self.pyro = self._any_of(model, PYRO)
        self.used = model.new_bool_var("")
        model.add_exactly_one([*self.discarded.values(), self.used.negated()])
        self.fire = None if self.pyro is None else Fire(before, self.pyro)
        self.moved = Moved(before if self.fire is None else self.fire.left, self.pyro, self.juggler)
        self.after = self.moved.after
        model.add_bool_or(self.used.negated(), *(before.taken[column, before.height - 1].negated() for column in range(before.width)))

    def _any_of(self, model: cp_model.CpModel, faction: int) -> Literal | None:
        kinds = [literal for kind, literal in self.discarded.items() if kind // 3 == faction]
        if not kinds:
            return None
        literal = model.new_bool_var("")
        model.add_exactly_one([*kinds, literal.negated()])
        return literal

    def step(self, value: Any) -> Iterator[Step]:
        """What is done, if anything."""
        for kind, literal in self.discarded.items():
            if value(literal):
                yield Step(self.before.castle(value), kind, self.after.castle(value))


def build_on(before: Grid, after: Grid) -> None:
    """A castle afloat is built on, up to another. Old neighbours may be alike; a tile newly placed above the foundation differs from all of its own."""
    model = before.model
    offsets = range(-BEYOND - 2, after.width)  # two columns may have vanished at the left, or one begun
    here = {offset: model.new_bool_var("") for offset in offsets}
    model.add_exactly_one(list(here.values()))
    old = {cell: model.new_bool_var("") for cell in after.cells}
    for offset, literal in here.items():
        for column, row in before.cells:
            there = column + offset, row
            if there in after.taken:
                for look, again in zip(before.looks((column, row)), after.looks(there), strict=True):
                    model.add_bool_or(literal.negated(), look.negated(), again)
            elif row == 0:
                model.add_implication(literal, before.taken[column, 0].negated())
        for column, row in after.cells:
            cell = column - offset, row
            stood = [before.taken[cell]] if cell in before.taken else []
            model.add_bool_or(literal.negated(), old[column, row].negated(), *stood)
    for one, other in beside(after):
        after.shapes_differ([(one, other)], old[one])
        after.shapes_differ([(one, other)], old[other])


class PowersModel(CastleModel):
    """A question with powers as a problem: `powers` are used one after the other, those that are not needed first and on the castle as it stands."""

    def __init__(self, question: CastleQuestion, *, by_kind: bool) -> None:
        self.question = question
        self.model = model = cp_model.CpModel()
        self.pantry = bool(question.pantry)
        self.alike_before = True
        self.powers: list[PowerUsed] = []
        kinds = [kind for kind, count in enumerate(question.left) if count and kind // 3 in (JUGGLER, PYRO)]
        for _ in range(question.powers if kinds else 0):
            built = Grid(model, question.width, question.height, pantry=self.pantry, foundation=Foundation.BEGUN)
            self._build(built)
            power = PowerUsed(built, kinds)
            model.add(built.size == size_of(question.castle)).only_enforce_if(power.used.negated())
            if self.powers:
                model.add_implication(self.powers[-1].used, power.used)
            self.powers.append(power)
        grid = self._new_grid()
        self._build(grid)
        self.grids = [grid]
        self.rests = [self._meet(grid, question.ordeals[0], last=True)]
        if self.pantry:
            model.add(total(self.rests[0].of(grid.factions - 1)) == question.pantry[0])
        burnt = [power.pyro for power in self.powers if power.pyro is not None]
        self.spent = grid.size + total(burnt) + total([power.used for power in self.powers]) - size_of(question.castle)
        self._name_gone(by_kind)
        self._limit_supply(by_kind)

    def _build(self, grid: Grid) -> None:
        if self.powers:
            build_on(self.powers[-1].after, grid)
        else:
            self._grow_from_castle(grid)

    def _name_gone(self, by_kind: bool) -> None:
        """The looks, and behind them the kinds, of all tiles that were spent and do not lie in the castle: burnt ones and those discarded for their power."""
        factions = self.grids[0].factions
        self.gone: list[list[Literal]] = [[] for _ in range(factions + len(SHAPES) + 3 * factions)]
        for power in self.powers:
            for kind, literal in power.discarded.items():
                for look in (kind // 3, factions + kind % 3, factions + len(SHAPES) + kind):
                    self.gone[look].append(literal)
            if power.fire is None:
                continue
            burnt = power.fire.burnt
            for look, literal in enumerate(burnt.looks):
                self.gone[look].append(literal)
            for kind, (faction, shape) in enumerate(product(burnt.faction, burnt.shape) if by_kind else ()):
                both = self.model.new_bool_var("")
                self.model.add_bool_or(faction.negated(), shape.negated(), both)
                self.gone[factions + len(SHAPES) + kind].append(both)

    def _limit(self, look: int, most: int) -> None:
        grid = self.grids[0]
        placed = [literal for cell in grid.cells for literal in grid.tagged(cell)[look : look + 1]]
        self.model.add(total([*placed, *self.gone[look]]) <= most)

    def steps(self, value: Any) -> list[Step]:
        return [step for power in self.powers for step in power.step(value)]
