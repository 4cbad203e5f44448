"""A way to the ordeals of a position, for CP-SAT: first tiles are destroyed for Traitors, then powers are used, then castles grow as in castle_cpsat.py.

It plans less than the rules allow (reach_cpsat.py allows more than they do), so only its castles mean anything, not that there are none; and they have still
to be played (castlewise.solver.castellion.line_play). Chameleons give tiles back from the discards wherever more of a kind is placed than is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_cpsat import Foundation, Grid, beside, thin_columns, total
from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, Met, size_of, tiles_of
from castlewise.models.castellion.formation_places import neighbours
from castlewise.models.castellion.powers_cpsat import PowersModel, PowerUsed, build_on
from castlewise.models.castellion.tiles import CHAMELEON, FACTIONS, JUGGLER, PYRO, SHAPES, STONES


@dataclass(frozen=True)
class Plan:
    """What to do in a position: `thinned` is what Traitors leave of its castle; then a building."""

    thinned: Castle
    building: Building


@dataclass(frozen=True)
class Means:
    """What a plan may use: so many `powers` of Jugglers and Pyros before the first ordeal; before them tiles `destroyed`, one of these numbers.

    `swept`: columns and rows of a first column that are past what is being destroyed already. `whole`: the foundation must stay complete meanwhile.
    `discards`: what Chameleons may recover.
    """

    powers: int = 0
    destroyed: tuple[int, ...] = ()
    swept: tuple[int, int] = (0, 99)
    whole: bool = False
    discards: tuple[int, ...] = field(default=())


class LineModel(PowersModel):
    """A question of one or more ordeals, with the means to come to the castle of the first."""

    def __init__(self, question: CastleQuestion, means: Means, *, by_kind: bool, pays: Sequence[bool] | None = None) -> None:
        self.question, self.means = question, means
        powers, destroyed, discards = means.powers, means.destroyed, means.discards
        self.model = model = cp_model.CpModel()
        self.pantry = bool(question.pantry)
        self.pays = pays
        self.alike_before = True
        self.powers: list[PowerUsed] = []
        self.thinned: Grid | None = None
        self.by_kind = by_kind
        if destroyed:
            self._thin()
        kinds = [kind for kind, count in enumerate(question.left) if count and kind // 3 in (JUGGLER, PYRO)]
        for _ in range(powers if kinds else 0):
            built = Grid(model, question.width, question.height, pantry=self.pantry, foundation=Foundation.BEGUN)
            self._build(built)
            power = PowerUsed(built, kinds)
            model.add(built.size == self.thinned_size).only_enforce_if(power.used.negated())
            if self.powers:
                model.add_implication(self.powers[-1].used, power.used)
            self.powers.append(power)
        self.grids, self.rests = [], []
        for number, ordeal in enumerate(question.ordeals):
            grid = self._new_grid()
            if number:
                self._grow(grid, self.rests[-1])
            else:
                self._build(grid)
            self.grids.append(grid)
            self.rests.append(self._meet(grid, ordeal, last=number == len(question.ordeals) - 1))
            if self.pantry:
                model.add(total(self.rests[-1].of(len(FACTIONS))) == question.pantry[number])
        self._recover(discards)
        self._name_gone(by_kind)
        self._limit_supply(by_kind)

    @property
    def thinned_size(self) -> Any:
        """How many tiles stand when the first power is used, or the building begins."""
        return size_of(self.question.castle) if self.thinned is None else self.thinned.size

    def _thin(self) -> None:
        """Of the castle that stands some tiles are left. It may lose columns at its ends, never between."""
        question, model, means = self.question, self.model, self.means
        start = Grid(model, question.width, question.height, pantry=self.pantry, foundation=Foundation.BEGUN)
        for column, row in start.cells:
            if column < len(question.castle) and row < len(question.castle[column]):
                start.fix((column, row), question.castle[column][row])
            else:
                model.add(start.taken[column, row] == 0)
        self.thinned = left = Grid(model, question.width, question.height, pantry=self.pantry, foundation=Foundation.AFLOAT)
        thin_columns(start, left)
        for first, between, last in combinations(range(question.width), 3):
            model.add_bool_or(left.taken[first, 0].negated(), left.taken[between, 0], left.taken[last, 0].negated())
        sizes = [size_of(question.castle) - count for count in means.destroyed if count <= size_of(question.castle)]
        model.add_linear_expression_in_domain(left.size, cp_model.Domain.from_values(sizes))
        for number, tiles in enumerate(question.castle):
            kept = len(tiles) if number < means.swept[0] else len(tiles) - means.swept[1] if number == means.swept[0] else 0
            if kept > 0:
                model.add(left.taken[number, kept - 1] == 1)
            if means.whole:
                model.add(left.taken[number, 0] == 1)
        if question.haunted is not None:  # it keeps its place, and the castle too
            at = question.haunted[0]
            model.add(left.taken[at, len(question.castle[at]) - 1] == 1)
        if self.by_kind:
            left.name_kinds()

    def _build(self, grid: Grid) -> None:
        if self.powers:
            build_on(self.powers[-1].after, grid)
        elif self.thinned is not None:
            self.offset = [self.model.new_constant(1)]
            build_on(self.thinned, grid)
            if self.question.haunted is not None:
                for column in range(len(self.question.castle)):
                    self.model.add(self.thinned.taken[column, 0] == 1)
                for near in neighbours(self.question.haunted, grid.width, grid.height):
                    self.model.add_implication(grid.taken[near], self.thinned.taken[near])
        else:
            self._grow_from_castle(grid)
            return
        if self.question.pantry_apart:
            for pair in beside(grid, foundation=True):
                grid.pantry_apart(pair)

    def _recover(self, discards: Sequence[int]) -> None:
        """How many tiles of each kind Chameleons bring back, and how many Chameleons that takes of each shape."""
        left = self.question.left
        chameleons = [CHAMELEON * 3 + shape for shape in range(3)]
        self.back: dict[int, Any] = {}
        for kind, count in enumerate(discards):
            most = min(count, left[chameleons[kind % 3]])
            if most and kind not in chameleons:
                self.back[kind] = self.model.new_int_var(0, most, "")
        self.taken_for: dict[int, Any] = {
            chameleons[shape]: total([number for kind, number in self.back.items() if kind % 3 == shape]) for shape in range(3)
        }

    def _limit(self, look: int, most: int) -> None:
        """No more tiles of a look than are left, those that come back counted, and the Chameleons that they cost."""
        factions = len(FACTIONS) + self.pantry
        kinds = [kind for kind in range(STONES) if look in (kind // 3, factions + kind % 3, factions + len(SHAPES) + kind)]
        placed = [literal for grid in self.grids for cell in grid.cells for literal in grid.tagged(cell)[look : look + 1]]
        stood: Any = sum(tiles_of(self.question.castle)[kind] for kind in kinds)
        if self.thinned is not None:
            stood = total([literal for cell in self.thinned.cells for literal in self.thinned.tagged(cell)[look : look + 1]])
        kept = [literal for rest in self.rests[:-1] for literal in rest.of(look)]
        come_back = [self.back[kind] for kind in kinds if kind in self.back]
        cost = [self.taken_for[kind] for kind in kinds if kind in self.taken_for]
        left = sum(self.question.left[kind] for kind in kinds)
        self.model.add(total([*placed, *self.gone[look]]) - total(kept) - stood + total(cost) <= left + total(come_back))

    def plan(self, value: Any, met: Sequence[Met]) -> Plan:
        thinned = self.question.castle if self.thinned is None else self.thinned.castle(value)
        return Plan(thinned, Building(tuple(met), tuple(self.steps(value))))
