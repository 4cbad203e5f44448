"""Ordeals as a CP-SAT problem: a grid of cells for the castle that meets each of them, and how one castle grows out of what was left of the one before.

A cell has a literal for each faction and each shape. A place where a formation may stand has a literal for each faction, which forces its four cells and
keeps the faction out of its ring; so no model of connected groups is needed. Kinds of tile (a faction and a shape) become literals only when the supply of
each kind is asked about (`by_kind`): without them the model is a relaxation that is much smaller and nearly always right.

What a newcomer would get wrong: formations are forced one way only, as ordeals ask for at least so many. Where their exact number matters, because what a
penalty takes depends on it and something is built on the rest, they are counted both ways.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_question import BeyondCastleModel, Castle, CastleQuestion, tiles_of
from castlewise.models.castellion.formation_places import BASTION, LINE, TOWER, Cell, Place, neighbours, places
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS, PANTRY, SHAPES

Literal = Any
total = cp_model.LinearExpr.sum


class Foundation(Enum):
    """How the bottom row of a grid is filled."""

    COMPLETE = "every column"
    BEGUN = "some columns from the left, or none"
    AFLOAT = "some columns; where, is for others to say"


class Grid:
    """The cells of one castle. Every look (faction or shape) of a cell is a literal; `pantry` stands beside the factions."""

    def __init__(
        self, model: cp_model.CpModel, width: int, height: int, *, pantry: bool, foundation: Foundation = Foundation.COMPLETE
    ) -> None:
        self.model = model
        self.width, self.height = width, height
        self.cells: list[Cell] = list(product(range(width), range(height)))
        self.factions = len(FACTIONS) + pantry
        new = model.new_bool_var
        self.taken: dict[Cell, Literal] = {cell: new("") for cell in self.cells}
        self.faction: dict[Cell, list[Literal]] = {cell: [new("") for _ in range(self.factions)] for cell in self.cells}
        self.shape: dict[Cell, list[Literal]] = {cell: [new("") for _ in SHAPES] for cell in self.cells}
        self.kind: dict[Cell, list[Literal]] = {}
        for cell in self.cells:
            absent = self.taken[cell].negated()
            model.add_exactly_one([*self.faction[cell], absent])
            model.add_exactly_one([*self.shape[cell], absent])
        for column, row in self.cells:
            if row:
                model.add_implication(self.taken[column, row], self.taken[column, row - 1])
            elif foundation is Foundation.COMPLETE:
                model.add_bool_or(self.taken[column, 0])
            elif column and foundation is Foundation.BEGUN:
                model.add_implication(self.taken[column, 0], self.taken[column - 1, 0])

    @property
    def size(self) -> Any:
        return total(list(self.taken.values()))

    def looks(self, cell: Cell) -> list[Literal]:
        """Everything there is to say about a cell."""
        return [*self.faction[cell], *self.shape[cell]]

    def tagged(self, cell: Cell) -> list[Literal]:
        """The looks of a cell and, once they are named, the kinds."""
        return [*self.faction[cell], *self.shape[cell], *self.kind.get(cell, [])]

    def fix(self, cell: Cell, kind: int, when: Literal | None = None) -> None:
        """A tile of this kind lies there."""
        faction = kind // 3 if kind < DEFENDERS else len(FACTIONS)
        both = [self.faction[cell][faction], self.shape[cell][kind % 3]]
        constraint = self.model.add_bool_and(both)
        if when is not None:
            constraint.only_enforce_if(when)

    def name_kinds(self) -> None:
        for cell in self.cells:
            self.kind[cell] = []
            for faction, shape in product(self.faction[cell], self.shape[cell]):
                kind = self.model.new_bool_var("")
                self.model.add_bool_or(faction.negated(), shape.negated(), kind)
                self.model.add_bool_and(faction, shape).only_enforce_if(kind)
                self.kind[cell].append(kind)

    def shapes_differ(self, pairs: list[tuple[Cell, Cell]], *unless: Literal) -> None:
        """Rule 3 for pairs of neighbouring cells."""
        for one, other in pairs:
            for first, second in zip(self.shape[one], self.shape[other], strict=True):
                self.model.add_bool_or(first.negated(), second.negated(), *unless)

    def pantry_apart(self, pair: tuple[Cell, Cell], *unless: Literal) -> None:
        """The Pantry's harder variant."""
        one, other = pair
        self.model.add_bool_or(self.faction[one][-1].negated(), self.faction[other][-1].negated(), *unless)

    def castle(self, value: Any) -> Castle:
        """The columns of a solution."""
        columns = []
        for column in range(self.width):
            tiles = []
            for row in range(self.height):
                if value(self.taken[column, row]):
                    faction = next(i for i, x in enumerate(self.faction[column, row]) if value(x))
                    shape = next(i for i, x in enumerate(self.shape[column, row]) if value(x))
                    tiles.append(faction * 3 + shape)
            if tiles:
                columns.append(tuple(tiles))
        return tuple(columns)


class Formations:
    """The formations of a grid, as literals: `standing[type]` has one for each place and faction. `exact`: false where none stands."""

    def __init__(self, grid: Grid, types: tuple[int, ...] = (TOWER, BASTION, LINE), *, exact: bool = False) -> None:
        self.model = model = grid.model
        self.standing: dict[int, list[Literal]] = {type: [] for type in types}
        self.at: dict[Place, list[Literal]] = {}
        for place in places(grid.width, grid.height):
            if place.type not in types:
                continue
            self.at[place] = []
            for faction in range(len(FACTIONS)):
                stands = model.new_bool_var("")
                needed = [grid.faction[cell][faction] for cell in place.cells]
                needed += [grid.faction[cell][faction].negated() for cell in place.ring]
                model.add_bool_and(needed).only_enforce_if(stands)
                if exact:
                    model.add_bool_or(stands, *(literal.negated() for literal in needed))
                self.at[place].append(stands)
            self.standing[place.type] += self.at[place]

    def number(self, type: int) -> Any:
        return total(self.standing[type]) if self.standing[type] else 0

    def require(self, ordeal: Ordeal, unless: Literal | None = None) -> None:
        for type, count in asked(ordeal):
            if not self.standing[type]:  # the castle is too small for one
                self.model.add_bool_or([] if unless is None else [unless])
                continue
            made = self.model.add(self.number(type) >= count)
            if unless is not None:
                made.only_enforce_if(unless.negated())


def asked(ordeal: Ordeal) -> list[tuple[int, int]]:
    """The types of formation an ordeal asks for, and how many."""
    return [(type, count) for type, count in ((TOWER, ordeal.towers), (BASTION, ordeal.bastions), (LINE, ordeal.lines)) if count]


class CastleModel:
    """A question as a problem: `grids` are the castles that meet the ordeals, `spent` how many tiles are placed in all.

    `pays` settles beforehand, for each ordeal, whether its penalty is paid; nothing is settled where it is None.
    """

    pays: Sequence[bool] | None = None

    def __init__(self, question: CastleQuestion, *, by_kind: bool, pays: Sequence[bool] | None = None) -> None:
        self.question = question
        self.pays = pays
        self.model = cp_model.CpModel()
        self.grids: list[Grid] = []
        self.rests: list[Rest] = []
        self.pantry = bool(question.pantry)
        self.alike_before = False  # whether tiles of the same shape may lie side by side in what stands already
        for number, ordeal in enumerate(question.ordeals):
            grid = self._new_grid()
            if number:
                self._grow(grid, self.rests[-1])
            else:
                self._grow_from_castle(grid)
            self.grids.append(grid)
            self.rests.append(self._meet(grid, ordeal, last=number == len(question.ordeals) - 1))
            if self.pantry:
                self.model.add(total(self.rests[-1].of(len(FACTIONS))) == question.pantry[number])
        self.spent = (
            total([grid.size for grid in self.grids]) - total([rest.size for rest in self.rests[:-1]]) - sum(map(len, question.castle))
        )
        self._limit_supply(by_kind)

    def _new_grid(self) -> Grid:
        return Grid(self.model, self.question.width, self.question.height, pantry=self.pantry)

    # How a castle grows.

    def _grow_from_castle(self, grid: Grid) -> None:
        """The first castle has what stands somewhere in it: how far from the left is open while the foundation is incomplete."""
        question, model = self.question, self.model
        offsets = range(question.width - len(question.castle) + 1) if question.castle else range(1)
        self.offset = [model.new_bool_var("") for _ in offsets]
        model.add_exactly_one(self.offset)
        alike: dict[tuple[Cell, Cell], list[Literal]] = {}
        pantries: dict[tuple[Cell, Cell], list[Literal]] = {}
        for offset, here in zip(offsets, self.offset, strict=True):
            standing = {(offset + c, r): kind for c, column in enumerate(question.castle) for r, kind in enumerate(column)}
            for cell, kind in standing.items():
                if not self.pantry and kind >= PANTRY:
                    raise BeyondCastleModel("Pantry tiles go with the Pantry's rules")
                grid.fix(cell, kind, here)
            for one, other in beside(grid, foundation=True):
                if one in standing and other in standing:
                    if standing[one] % 3 == standing[other] % 3:
                        alike.setdefault((one, other), []).append(here)
                    if min(standing[one], standing[other]) >= PANTRY:
                        pantries.setdefault((one, other), []).append(here)
            for literal, near in self._near_haunted(0, grid):
                if literal is here and near not in standing:
                    model.add_implication(here, grid.taken[near].negated())
        self.alike_before = bool(alike)
        for pair in beside(grid):
            grid.shapes_differ([pair], *alike.get(pair, []))
        if question.pantry_apart:
            for pair in beside(grid, foundation=True):
                grid.pantry_apart(pair, *pantries.get(pair, []))

    def _grow(self, grid: Grid, rest: Rest) -> None:
        """A later castle has what the ordeal before left."""
        for cell in grid.cells:
            for look, before in zip(grid.looks(cell), rest.looks(cell), strict=False):
                self.model.add_implication(before, look)
        if not self.alike_before:
            grid.shapes_differ(beside(grid))
        else:
            for one, other in beside(grid):
                for old in (one, other):
                    grid.shapes_differ([(one, other)], *rest.taken(old))
        for here, near in self._near_haunted(len(self.grids), grid):
            self.model.add_bool_or(here.negated(), grid.taken[near].negated(), *rest.taken(near))
        if self.question.pantry_apart:
            for one, other in beside(grid, foundation=True):
                for old in (one, other):
                    grid.pantry_apart((one, other), *rest.taken(old))

    def _haunted_cell(self, number: int, offset: int) -> Cell | None:
        """Where the haunted tile is when ordeal `number` is met: rows that went before have lowered it."""
        if self.question.haunted is None:
            return None
        column, row = self.question.haunted
        return column + offset, row - sum(ordeal.rows for ordeal in self.question.ordeals[:number])

    def _near_haunted(self, number: int, grid: Grid) -> list[tuple[Literal, Cell]]:
        """The cells beside the haunted tile, each with the literal of the offset that makes it so."""
        found = []
        for offset, here in enumerate(self.offset):
            haunted = self._haunted_cell(number, offset)
            if haunted is not None:
                found += [(here, near) for near in neighbours(haunted, grid.width, grid.height)]
        return found

    # What an ordeal asks for and leaves.

    def _meet(self, grid: Grid, ordeal: Ordeal, *, last: bool) -> Rest:
        if ordeal.rows:
            if ordeal.rows >= grid.height:
                self.model.add_bool_or([])
            else:
                for column in range(grid.width):
                    self.model.add_bool_or(grid.taken[column, ordeal.rows])
            self._haunted_survives(ordeal.rows)
            return Rest(grid, ordeal.rows)
        if ordeal.penalty is None:
            self._formations(grid, tuple(type for type, _ in asked(ordeal))).require(ordeal)
            return Rest(grid, 0)
        if self.pays is not None and not self.pays[len(self.grids) - 1]:
            self._formations(grid, tuple(type for type, _ in asked(ordeal))).require(ordeal)
            return Rest(grid, 0)
        exact = not last or self.pantry
        types = {type for type, _ in asked(ordeal)} | ({BASTION} if self.question.spares else set())
        formations = self._formations(grid, tuple(sorted(types)), exact=exact)
        pays = self.model.new_bool_var("") if self.pays is None else self.model.new_constant(1)
        formations.require(ordeal, unless=pays)
        spared = SPARED_BY_A_BASTION * formations.number(BASTION) if self.question.spares else 0
        if not exact:
            self.model.add(grid.size - grid.width >= ordeal.penalty - spared).only_enforce_if(pays)
            return Rest(grid, 0)
        self._pays_only_if_missing(formations, ordeal, pays)
        return self._thinned(grid, ordeal.penalty, spared, pays)

    def _haunted_survives(self, rows: int) -> None:
        haunted = self._haunted_cell(len(self.grids) - 1, 0)
        if haunted is not None and haunted[1] < rows:
            self.model.add_bool_or([])

    def _formations(self, grid: Grid, types: tuple[int, ...], *, exact: bool = False) -> Formations:
        found = Formations(grid, types, exact=exact)
        for offset, here in enumerate(self.offset):
            haunted = self._haunted_cell(len(self.grids) - 1, offset)
            for place, literals in found.at.items():
                if haunted in place.cells:
                    for literal in literals:
                        self.model.add_implication(here, literal.negated())
        return found

    def _pays_only_if_missing(self, formations: Formations, ordeal: Ordeal, pays: Literal) -> None:
        missing = []
        for type, count in asked(ordeal):
            lacks = self.model.new_bool_var("")
            self.model.add(formations.number(type) < count).only_enforce_if(lacks)
            missing.append(lacks)
        self.model.add_bool_or(pays.negated(), *missing)

    def _thinned(self, grid: Grid, penalty: int, spared: Any, pays: Literal) -> Rest:
        """What is left when tiles were paid with: of each column some tiles, in their order, at least one."""
        self.alike_before = True
        model = self.model
        rest = self._new_grid()
        due = model.new_int_var(0, penalty, "")
        model.add_max_equality(due, [0, penalty - spared])
        model.add(grid.size - rest.size == due).only_enforce_if(pays)
        for cell in grid.cells:
            model.add_implication(rest.taken[cell], grid.taken[cell])
            for before, after in zip(grid.looks(cell), rest.looks(cell), strict=True):
                model.add_bool_or(pays, before.negated(), after)
        thin_columns(grid, rest)
        return Rest(rest, 0)

    # Supply.

    def _limit_supply(self, by_kind: bool) -> None:
        left, have = self.question.left, tiles_of(self.question.castle)
        factions = range(len(FACTIONS) + self.pantry)
        limits = [([3 * faction + shape for shape in range(3)], faction) for faction in factions]
        limits += [([3 * faction + shape for faction in factions], len(factions) + shape) for shape in range(3)]
        for kinds, look in limits:
            self._limit(look, sum(left[kind] + have[kind] for kind in kinds))
        if by_kind:
            for grid in [*self.grids, *(rest.grid for rest in self.rests if rest.grid not in self.grids)]:
                grid.name_kinds()
            for kind in range(3 * len(factions)):
                self._limit(len(factions) + 3 + kind, left[kind] + have[kind])

    def _limit(self, look: int, most: int) -> None:
        """No more tiles of a look (or, behind the looks, of a kind) in all castles together, less those that one castle left to the next."""
        placed = [literal for grid in self.grids for cell in grid.cells for literal in grid.tagged(cell)[look : look + 1]]
        if most < len(placed):
            self.model.add(total(placed) - total([literal for rest in self.rests[:-1] for literal in rest.of(look)]) <= most)


def thin_columns(grid: Grid, rest: Grid) -> None:
    """Of each column of a grid some tiles are left, in their order."""
    model = grid.model
    for column in range(grid.width):
        # How many tiles of the column are kept below a row: a literal each, None if certain.
        fallen: dict[int, Literal | None] = {0: None}
        for row in range(grid.height):
            kept = model.new_bool_var("")
            model.add_implication(kept, grid.taken[column, row])
            below: dict[int, list[Literal]] = {}
            for count, literal in fallen.items():
                given = [] if literal is None else [literal.negated()]
                lands = model.new_bool_var("")
                model.add_bool_or(lands, kept.negated(), *given)
                model.add_implication(lands, kept)
                if literal is not None:
                    model.add_implication(lands, literal)
                for before, after in zip(grid.looks((column, row)), rest.looks((column, count)), strict=True):
                    model.add_bool_or(lands.negated(), before.negated(), after)
                stays = model.new_bool_var("")
                model.add_bool_or(stays, kept, *given)
                model.add_implication(stays, kept.negated())
                if literal is not None:
                    model.add_implication(stays, literal)
                below.setdefault(count, []).append(stays)
                below.setdefault(count + 1, []).append(lands)
            fallen = {}
            for count, ways in below.items():
                if len(ways) == 1:
                    fallen[count] = ways[0]
                else:
                    either = model.new_bool_var("")
                    model.add_max_equality(either, ways)
                    fallen[count] = either
        for count, literal in fallen.items():  # as many tiles are left as were kept
            if count < grid.height and literal is not None:
                model.add_implication(literal, rest.taken[column, count].negated())


class Rest:
    """What an ordeal leaves: a grid, less so many rows at the bottom."""

    def __init__(self, grid: Grid, rows: int) -> None:
        self.grid, self.rows = grid, rows

    def _before(self, cell: Cell) -> Cell | None:
        column, row = cell
        return (column, row + self.rows) if row + self.rows < self.grid.height else None

    def looks(self, cell: Cell) -> list[Literal]:
        before = self._before(cell)
        return [] if before is None else self.grid.looks(before)

    def taken(self, cell: Cell) -> list[Literal]:
        before = self._before(cell)
        return [] if before is None else [self.grid.taken[before]]

    def of(self, look: int) -> list[Literal]:
        """The literals of one look in all cells that are left."""
        return [self.grid.tagged(cell)[look] for cell in self.grid.cells if cell[1] >= self.rows]

    @property
    def size(self) -> Any:
        return total([taken for (_, row), taken in self.grid.taken.items() if row >= self.rows])


def beside(grid: Grid, *, foundation: bool = False) -> list[tuple[Cell, Cell]]:
    """Pairs of neighbouring cells; those within the foundation only if asked for."""
    return [
        (cell, near)
        for cell in grid.cells
        for near in neighbours(cell, grid.width, grid.height)
        if cell < near and (foundation or cell[1] or near[1])
    ]
