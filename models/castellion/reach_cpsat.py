"""Whether anything fits a `Reach`, as a CP-SAT problem: one castle that meets the ordeal, with what stays of the present one at the bottom of its columns.

A tile that stands is kept in its column, among the others kept there in their order, or it is gone: destroyed or carried away. What lies above is new. A kept
tile looks as before unless an exchange touched it; new neighbours differ in shape unless something was exchanged, carried there or slid beside. How much of
each may happen follows from the tiles that are discarded for it.
"""

from __future__ import annotations

from typing import Any

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_cpsat import Formations, Grid, Literal, asked, beside, total
from castlewise.models.castellion.formation_places import BASTION, Cell
from castlewise.models.castellion.reach import Reach
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, FACTIONS, JUGGLER, PANTRY, PYRO, STONES

MANY = 999  # more than can ever be destroyed


class ReachModel:
    """A reach as a problem, with the first column of what stands in one place (see `Reach.offsets`)."""

    def __init__(self, reach: Reach, offset: int) -> None:
        self.reach, self.offset = reach, offset
        self.model = model = cp_model.CpModel()
        self.grid = grid = Grid(model, reach.width, reach.height, pantry=reach.with_pantry)
        grid.name_kinds()
        self._count_means()
        self.touched = self._few(self.exchanges * 2)
        self.carried = self._few(self.moves)
        self._keep()
        self._shapes()
        self._meet()
        self._supply()

    # What can be done, by what is discarded for it.

    def _count_means(self) -> None:
        reach, model = self.reach, self.model
        chameleons = [CHAMELEON * 3 + shape for shape in range(3)]
        most = 0 if reach.powers == 0 else MANY
        self.used = [model.new_int_var(0, most if kind // 3 in (CHAMELEON, JUGGLER, PYRO) else 0, "") for kind in range(STONES)]
        most = MANY if reach.powers != 0 or any(reach.recovered) else 0
        exists = [reach.left[kind] + reach.discards[kind] + reach.stands[kind] > 0 for kind in range(STONES)]
        self.recovered = [model.new_int_var(0, most if exists[kind] and kind not in chameleons else 0, "") for kind in range(STONES)]
        for shape, chameleon in enumerate(chameleons):
            model.add(total(self.recovered[shape:STONES:3]) <= self.used[chameleon] + reach.recovered[shape])
        self.exchanges = total(self.used[JUGGLER * 3 : JUGGLER * 3 + 3]) + reach.exchanges
        fires = total(self.used[PYRO * 3 : PYRO * 3 + 3])
        self.moves = fires + reach.moves
        if reach.powers is not None:
            model.add(total(self.used) <= reach.powers)
        self.lost = model.new_int_var(0, MANY, "")
        if not reach.free_to_destroy:
            model.add(self.lost <= fires + reach.traitors * reach.price + reach.destroyed)

    def _few(self, most: Any) -> dict[Cell, Literal]:
        """A literal for each cell; no more than so many are true."""
        chosen = {cell: self.model.new_bool_var("") for cell in self.grid.cells}
        self.model.add(total(list(chosen.values())) <= most)
        return chosen

    # What stays.

    def _keep(self) -> None:
        """Of each column some tiles are kept, in their order, at its bottom; `old` says which cells hold one."""
        model, grid, reach = self.model, self.grid, self.reach
        self.old: dict[Cell, Literal | None] = dict.fromkeys(grid.cells)
        removed = [
            total([]) + sum(len(column) for number, column in enumerate(reach.castle) if not 0 <= number + self.offset < reach.width)
        ]
        self.slid = [model.new_bool_var("") for _ in range(grid.width)]
        stirred = []
        for column in range(grid.width):
            number = column - self.offset
            tiles = reach.castle[number] if 0 <= number < len(reach.castle) else ()
            kept = [model.new_bool_var("") for _ in tiles]
            lying: dict[int, list[Literal]] = {}
            for row, (kind, stays) in enumerate(zip(tiles, kept, strict=True)):
                for below in range(row + 1):
                    lies = model.new_bool_var("")
                    model.add_implication(lies, stays)
                    model.add(total(kept[:row]) == below).only_enforce_if(lies)
                    self._looks((column, below), kind, lies)
                    lying.setdefault(below, []).append(lies)
                model.add_exactly_one([*(ways[-1] for ways in lying.values()), stays.negated()])
            for row, ways in lying.items():
                old = model.new_bool_var("")
                model.add_exactly_one([*ways, old.negated()])
                model.add_implication(old, grid.taken[column, row])
                self.old[column, row] = old
            gone = len(tiles) - total(kept)
            removed.append(gone)
            stir = model.new_int_var(0, reach.height, "")
            model.add(stir >= gone)
            model.add(stir >= self.slid[column])
            stirred.append(stir)
        outside = removed[0]
        model.add(outside + total(stirred) <= self.lost + self.moves)

    def _looks(self, cell: Cell, kind: int, when: Literal) -> None:
        faction = kind // 3 if kind < DEFENDERS else len(FACTIONS)
        for look in (self.grid.faction[cell][faction], self.grid.shape[cell][kind % 3]):
            self.model.add_bool_or(look, when.negated(), self.touched[cell])

    def _shapes(self) -> None:
        for one, other in beside(self.grid):
            unless = [literal for cell in (one, other) for literal in (self.touched[cell], self.carried[cell], self.slid[cell[0]])]
            first, second = self.old[one], self.old[other]
            if first is not None and second is not None:
                both = self.model.new_bool_var("")
                self.model.add_implication(both, first)
                self.model.add_implication(both, second)
                unless.append(both)
            self.grid.shapes_differ([(one, other)], *unless)

    # What the ordeal asks for.

    def _meet(self) -> None:
        reach, model, grid = self.reach, self.model, self.grid
        ordeal = reach.ordeal
        spared_by: list[Literal] = []
        pays: Literal | None = None
        haunted = self._haunted()
        if ordeal.rows:
            for column in range(grid.width):
                model.add_bool_or([grid.taken[column, ordeal.rows]] if ordeal.rows < grid.height else [])
                for row in range(min(ordeal.rows, grid.height)):
                    if haunted:
                        model.add(haunted[column, row] == 0)
        else:
            types = {type for type, _ in asked(ordeal)} | ({BASTION} if reach.spares else set())
            formations = Formations(grid, tuple(sorted(types)))
            self._disjoint(formations)
            for place, literals in formations.at.items():
                for cell in place.cells if haunted else ():
                    for literal in literals:
                        model.add_implication(haunted[cell], literal.negated())
            if ordeal.penalty is None:
                formations.require(ordeal)
            else:
                pays = model.new_bool_var("")
                formations.require(ordeal, unless=pays)
                if reach.spares:
                    spared_by = formations.standing[BASTION]
                model.add(grid.size - grid.width >= ordeal.penalty - SPARED_BY_A_BASTION * total(spared_by)).only_enforce_if(pays)
        if reach.pantry is not None:
            self._pantry(reach.pantry, pays)

    def _disjoint(self, formations: Formations) -> None:
        """No tile belongs to two formations: what their rings say anyway, but so the solver sees sooner that there is no room."""
        holding: dict[Cell, list[Literal]] = {}
        for place, literals in formations.at.items():
            for cell in place.cells:
                holding.setdefault(cell, []).extend(literals)
        for literals in holding.values():
            self.model.add_at_most_one(literals)

    def _haunted(self) -> dict[Cell, Literal]:
        """Where the haunted tile lies in the end: it must not be lost."""
        if self.reach.haunted is None:
            return {}
        model, kind = self.model, self.reach.haunted
        cells = {cell: model.new_bool_var("") for cell in self.grid.cells}
        model.add_exactly_one(list(cells.values()))
        for cell, here in cells.items():
            self.grid.fix(cell, kind, here)
        return cells

    def _pantry(self, wanted: int, pays: Literal | None) -> None:
        if not self.reach.with_pantry:
            self.model.add_bool_or([] if wanted else [True])
            return
        here = total([self.grid.faction[cell][-1] for cell in self.grid.cells if cell[1] >= self.reach.ordeal.rows])
        self.model.add(here >= wanted)
        exactly = self.model.add(here <= wanted)
        if pays is not None:
            exactly.only_enforce_if(pays.negated())

    # Tiles.

    def _supply(self) -> None:
        """By kind: what stands in the end is what stood, what was placed, and not what was destroyed."""
        reach, model = self.reach, self.model
        stands = reach.stands
        placed, destroyed = [], []
        for kind in range(STONES):
            everything = stands[kind] + reach.left[kind] + reach.discards[kind]
            coming = model.new_int_var(0, MANY, "")
            going = model.new_int_var(0, MANY, "")
            here = total([self.grid.kind[cell][kind] for cell in self.grid.cells]) if kind < PANTRY or reach.with_pantry else total([])
            model.add(here <= everything)
            model.add(here == stands[kind] + coming - going)
            model.add(coming + self.used[kind] <= reach.left[kind] + self.recovered[kind])
            if not reach.left[kind] + reach.discards[kind]:  # then it has to be destroyed before a Chameleon can bring it back
                model.add(self.recovered[kind] <= MANY * going)
            placed.append(coming)
            destroyed.append(going)
        model.add(total(destroyed) == self.lost)
        if reach.elsewhere:
            model.add(total(placed) + total(self.used) + reach.elsewhere <= sum(reach.left) + total(self.recovered))
