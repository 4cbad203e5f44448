"""What the use of one tile does to a castle, for CP-SAT: it is placed, two tiles are exchanged, one is destroyed and one moved, or a Traitor is paid for.

`Change` ties the grid before to the grid after. Both begin in column 0; how far the castle has moved between them is a literal for each offset. There are grids
in between only where something can be destroyed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from castlewise.models.castellion.castle_cpsat import Formations, Foundation, Grid, Literal, beside, thin_columns, total
from castlewise.models.castellion.formation_places import LINE, Cell
from castlewise.models.castellion.powers_cpsat import Fire, TileAside, keep_looks, unlike
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR


@dataclass(frozen=True)
class Deeds:
    """What may be done in one use, a literal each; None where it is out of the question. At most one is true."""

    place: Literal | None
    juggle: Literal | None
    fire: Literal | None
    pay: Literal | None


class Change:
    """`hand`: the looks of the tile that may be placed. `lines_help`: each line of defence makes a Traitor a tile cheaper."""

    def __init__(self, before: Grid, after: Grid, deeds: Deeds, hand: list[Literal], *, lines_help: bool) -> None:
        self.model = before.model
        self.deeds, self.after = deeds, after
        self.source = before if deeds.pay is None else paid_for(before, deeds.pay, lines_help=lines_help)
        if deeds.fire is not None:
            self.source = Fire(self.source, deeds.fire).left
        self.offset = self._offsets()
        self.origin: dict[Cell, Literal] = {}
        self.target: dict[Cell, Literal] = {}
        self.pairs: dict[tuple[Cell, Cell], Literal] = {}
        if deeds.place is not None or deeds.fire is not None:
            self._lay_a_tile(hand)
        if deeds.juggle is not None:
            self._exchange(deeds.juggle)
        self._keep_the_rest()

    def _offsets(self) -> dict[int, Literal]:
        """How far the castle may move on the table, and what for."""
        model, deeds, width = self.model, self.deeds, self.source.width
        causes: dict[int, list[Literal]] = {0: []}
        if deeds.place is not None:
            causes[1] = [deeds.place]
        if deeds.fire is not None:  # one column burns, one is carried away, or one begins at the left
            for offset in range(-min(2, width - 1), 2):
                causes.setdefault(offset, []).append(deeds.fire)
        if deeds.pay is not None:
            for offset in range(-min(TILES_FOR_A_TRAITOR, width - 1), 0):
                causes.setdefault(offset, []).append(deeds.pay)
        found = {offset: model.new_bool_var("") for offset in causes}
        model.add_exactly_one(list(found.values()))
        for offset, literal in found.items():
            if offset:
                model.add_bool_or(literal.negated(), *causes[offset])
        return found

    def _lay_a_tile(self, hand: list[Literal]) -> None:
        """A tile comes to a new place: the one in hand, or the top tile of another column."""
        model, deeds, after = self.model, self.deeds, self.after
        ways = [way for way in (deeds.place, deeds.fire) if way is not None]
        laid = ways[0]
        if len(ways) == 2:
            laid = model.new_bool_var("")
            model.add_exactly_one([*ways, laid.negated()])
        self.target = {cell: model.new_bool_var("") for cell in after.cells}
        model.add_exactly_one([*self.target.values(), laid.negated()])
        carried = TileAside(model, after.factions, laid)
        for cell, there in self.target.items():
            for moved, look in zip(carried.looks, after.looks(cell), strict=True):
                model.add_bool_or(there.negated(), moved.negated(), look)
        if deeds.place is not None:
            for held, moved in zip(hand, carried.looks, strict=True):
                model.add_bool_or(deeds.place.negated(), held.negated(), moved)
            self._differ_from_neighbours(deeds.place)
        if deeds.fire is not None:
            self._take_from_the_top(deeds.fire, carried)

    def _differ_from_neighbours(self, place: Literal) -> None:
        """Rule 3, for a tile above the foundation."""
        after = self.after
        given = [place.negated()] if self.deeds.fire is not None else []
        for one, other in beside(after):
            cells = (one, other) if one[1] == other[1] else (max(one, other),)  # of two on top of each other the upper one comes last
            for cell in cells:
                after.shapes_differ([(one, other)], self.target[cell].negated(), *given)

    def _take_from_the_top(self, fire: Literal, carried: TileAside) -> None:
        """The Pyro's second effect."""
        model, source, after = self.model, self.source, self.after
        self.origin = {cell: model.new_bool_var("") for cell in source.cells}
        model.add_exactly_one([*self.origin.values(), fire.negated()])
        for (column, row), here in self.origin.items():
            model.add_implication(here, source.taken[column, row])
            if row + 1 < source.height:
                model.add_implication(here, source.taken[column, row + 1].negated())
            for look, moved in zip(source.looks((column, row)), carried.looks, strict=True):
                model.add_bool_or(here.negated(), look.negated(), moved)
        for offset, far in self.offset.items():
            for column in range(source.width):
                if 0 <= column + offset < after.width:  # not back to its own column
                    leaves = [self.origin[column, row] for row in range(source.height)]
                    comes = [self.target[column + offset, row] for row in range(after.height)]
                    for goes in leaves:
                        for there in comes:
                            model.add_bool_or(far.negated(), goes.negated(), there.negated())
        for column in range(after.width):  # a new column begins beside what is left of the castle
            near = [after.taken[at, 0] for at in (column - 1, column + 1) if 0 <= at < after.width]
            model.add_bool_or(self.target[column, 0].negated(), fire.negated(), *near)
        differs = [source.taken[cell] for cell in source.cells if cell[1] == 1]
        for column in range(source.width - 1):
            differs += unlike(source, (column, 0), (column + 1, 0))
        for column in range(source.width):  # carried to the other end of a row in which all are alike, it would change nothing
            for spot in range(after.width):
                model.add_bool_or(self.origin[column, 0].negated(), self.target[spot, 0].negated(), *differs)

    def _exchange(self, juggle: Literal) -> None:
        model, source, after = self.model, self.source, self.after
        self.pairs = {pair: model.new_bool_var("") for pair in beside(source, foundation=True)}
        model.add_exactly_one([*self.pairs.values(), juggle.negated()])
        for (one, other), swapped in self.pairs.items():
            model.add_bool_or(swapped.negated(), *unlike(source, one, other))
            for cell, from_there in ((one, other), (other, one)):
                for look, again in zip(source.looks(from_there), after.looks(cell), strict=True):
                    model.add_bool_or(swapped.negated(), look.negated(), again)

    def _keep_the_rest(self) -> None:
        """Whatever was not touched lies where it lay, but for the offset."""
        model, source, after = self.model, self.source, self.after
        touching: dict[Cell, list[Literal]] = {}
        for (one, other), literal in self.pairs.items():
            touching.setdefault(one, []).append(literal)
            touching.setdefault(other, []).append(literal)
        for offset, far in self.offset.items():
            for column, row in source.cells:
                cell, there = (column, row), (column + offset, row)
                leaves = [self.origin[cell]] if self.origin else []
                if there not in after.taken:
                    if row == 0:
                        model.add_bool_or(far.negated(), source.taken[cell].negated(), *leaves)
                    continue
                comes = [self.target[there]] if self.target else []
                for look, again in zip(source.looks(cell), after.looks(there), strict=True):
                    model.add_bool_or(far.negated(), look.negated(), again, *leaves, *touching.get(cell, []))
                model.add_bool_or(far.negated(), source.taken[cell], after.taken[there].negated(), *comes)
                for literal in comes:
                    model.add_bool_or(far.negated(), literal.negated(), source.taken[cell].negated())
                for literal in leaves:
                    model.add_bool_or(far.negated(), literal.negated(), after.taken[there].negated())
            for column, row in after.cells:
                if (column - offset, row) not in source.taken:
                    comes = [self.target[column, row]] if self.target else []
                    model.add_bool_or(far.negated(), after.taken[column, row].negated(), *comes)


def paid_for(before: Grid, pay: Literal, *, lines_help: bool) -> Grid:
    """The castle without the tiles that a discarded Traitor costs; with fewer tiles than that, all of them."""
    model = before.model
    after = Grid(model, before.width, before.height, pantry=before.factions > 4, foundation=Foundation.AFLOAT)
    thin_columns(before, after)
    for cell in before.cells:
        keep_looks(before, cell, after, cell, pay)
        model.add_implication(after.taken[cell], before.taken[cell])
    price: Any = TILES_FOR_A_TRAITOR
    if lines_help:
        lines = Formations(before, (LINE,), exact=True).number(LINE)
        price = model.new_int_var(0, TILES_FOR_A_TRAITOR, "")
        model.add_max_equality(price, [0, TILES_FOR_A_TRAITOR - lines])
    everything = model.new_bool_var("")
    model.add_bool_and([taken.negated() for taken in after.taken.values()]).only_enforce_if(everything)
    gone = before.size - total(list(after.taken.values()))
    model.add(gone <= price).only_enforce_if(pay)
    model.add(gone >= price).only_enforce_if(pay, everything.negated())
    return after
