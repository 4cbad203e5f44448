"""Whether anything fits a `Reach`, as a problem for an SMT solver: what stands loses tiles and slides, and the castle that meets the ordeal has the rest in it.

Numbers are written in unary, so that everything is yes or no; sums are compared without naming them. With `explain` every rule holds only where its guard is
assumed.
"""

from __future__ import annotations

from castlewise.models.castellion.castle_smt import SPARED_BY_A_BASTION, required
from castlewise.models.castellion.castle_smt_board import (
    BASTION,
    GROUPS,
    NO_TILE,
    Board,
    Cell,
    Formations,
    Place,
    require_piled,
    slid,
    unknown_cell,
)
from castlewise.models.castellion.reach import Reach
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, PYRO, STONES
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Term

Terms = list[Term]


class ReachModel:
    """A reach as a problem, with the first column of what stands in one place (see `Reach.offsets`)."""

    def __init__(self, reach: Reach, offset: int) -> None:
        self.reach, self.offset = reach, offset
        self.circuit = c = Circuit()
        self.groups = frozenset(range(GROUPS if reach.with_pantry else GROUPS - 1))
        self._means()
        columns = range(reach.width)
        self.stood = self._standing(columns)
        self.gone = {place: c.variable() for place in self.stood.cells}
        self.kept = slid(c, self.stood, self.gone, self.groups)
        self.castle = Board(columns, reach.height, {place: unknown_cell(c, self.groups) for place in self.stood.places()})
        require_piled(c, self.castle)
        for column in columns:
            c.require(self.castle[column, 0].full)
        self.touched, self.carried = self._few(self.exchanges, 2), self._few(self.moves, 1)
        self.stirred = [c.variable() for _ in columns]
        self._stay()
        self._differ()
        self._lose()
        self._meet()
        self._supply()

    # What can be done. Each list of terms is a number.

    def _means(self) -> None:
        c, reach = self.circuit, self.reach
        allowed = reach.powers != 0
        chameleons = [reach.left[CHAMELEON * 3 + shape] if allowed else 0 for shape in range(3)]
        self.used: list[list[int]] = []
        self.back: list[list[int]] = []
        for kind in range(STONES):
            faction, shape = divmod(kind, 3)
            known = reach.left[kind] + reach.discards[kind] + reach.stands[kind] > 0
            back = chameleons[shape] + reach.recovered[shape] if known and faction != CHAMELEON else 0
            used = reach.left[kind] + back if allowed and kind < DEFENDERS and faction in (CHAMELEON, JUGGLER, PYRO) else 0
            self.back.append(c.variables(back))
            self.used.append(c.variables(used))
        for shape in range(3):
            back_again = [literal for kind in range(shape, STONES, 3) for literal in self.back[kind]]
            self._at_most(plus(back_again), plus(self.used[CHAMELEON * 3 + shape]), reach.recovered[shape])
        exchanging = [literal for kind in range(JUGGLER * 3, JUGGLER * 3 + 3) for literal in self.used[kind]]
        self.fires = [literal for kind in range(PYRO * 3, PYRO * 3 + 3) for literal in self.used[kind]]
        self.exchanges = [*plus(exchanging), *[(1, TRUE)] * reach.exchanges]
        self.moves = [*plus(self.fires), *[(1, TRUE)] * reach.moves]
        if reach.powers is not None:
            c.require_at_most(plus([literal for used in self.used for literal in used]), reach.powers)

    def _at_most(self, terms: Terms, others: Terms, more: int = 0) -> None:
        """One number is not above another and some more."""
        self.circuit.require_at_most([*terms, *((-weight, literal) for weight, literal in others)], more)

    def _few(self, most: Terms, times: int) -> dict[Place, int]:
        c = self.circuit
        places = [(column, row) for column in range(self.reach.width) for row in range(self.reach.height)]
        if not most:
            return dict.fromkeys(places, FALSE)
        chosen = {place: c.variable() for place in places}
        self._at_most(plus(list(chosen.values())), [(times * weight, literal) for weight, literal in most])
        return chosen

    # What stays, and what may lie beside what.

    def _standing(self, columns: range) -> Board:
        cells = {}
        for number, column in enumerate(self.reach.castle, self.offset):
            for row, kind in enumerate(column if number in columns else ()):
                groups = tuple(TRUE if group == kind // 3 else FALSE for group in range(GROUPS))
                cells[number, row] = Cell(TRUE, groups, tuple(TRUE if shape == kind % 3 else FALSE for shape in range(3)))
        return Board(columns, self.reach.height, cells)

    def _stay(self) -> None:
        for place, cell in self.kept.cells.items():
            here = self.castle[place]
            self.circuit.require_any(-cell.full, here.full)
            for look, now in zip((*cell.groups, *cell.shapes), (*here.groups, *here.shapes), strict=True):
                self.circuit.require_any(-look, now, self.touched[place])

    def _differ(self) -> None:
        c = self.circuit
        for place, other in self.castle.pairs():
            if not place[1] and not other[1]:
                continue
            changed = [self.touched[place], self.touched[other], self.carried[place], self.carried[other]]
            changed += [self.stirred[place[0]], self.stirred[other[0]]]
            both = c.all_of(self._old(place).full, self._old(other).full)
            for one, two in zip(self.castle[place].shapes, self.castle[other].shapes, strict=True):
                c.require_any(-one, -two, both, *changed)

    def _old(self, place: Place) -> Cell:
        return self.kept.cells.get(place, NO_TILE)

    def _lose(self) -> None:
        """What is gone was destroyed or carried away; and a column that was stirred without losing a tile that stood has lost one that came later."""
        c, reach = self.circuit, self.reach
        room = reach.most_gone
        self.going = [c.variables(min(room, reach.stands[kind] + reach.left[kind] + reach.discards[kind])) for kind in range(STONES)]
        lost = plus([literal for going in self.going for literal in going])
        spent = plus(list(self.gone.values()))
        for column, stirred in enumerate(self.stirred):
            here = [literal for (number, _), literal in self.gone.items() if number == column]
            spent.append((1, c.all_of(stirred, *(-literal for literal in here))))
        self._at_most(spent, [*lost, *self.moves], -reach.beyond(self.offset))
        if not reach.free_to_destroy:
            self._at_most(lost, plus(self.fires), reach.traitors * reach.price + reach.destroyed)

    # What the ordeal asks for.

    def _meet(self) -> None:
        c, reach, castle, ordeal = self.circuit, self.reach, self.castle, self.reach.ordeal
        haunted = self._haunted()
        paying = FALSE
        if ordeal.rows:
            for column in castle.columns:
                c.require(castle[column, ordeal.rows].full)
            for (_, row), literal in haunted.items():
                if row < ordeal.rows:
                    c.require(-literal)
        else:
            formations = Formations(c, castle, TRUE, haunted, TRUE)
            there = c.all_of(*(c.at_least(formations.terms(name), count) for name, count in required(ordeal)))
            if ordeal.penalty is None:
                c.require(there)
            else:
                tiles = plus([cell.full for cell in castle.cells.values()])
                if reach.spares:
                    tiles += [(SPARED_BY_A_BASTION, literal) for _, literal in formations.terms(BASTION)]
                paying = -there
                c.require_any(there, c.at_least(tiles, ordeal.penalty + reach.width))
        if reach.pantry is not None:
            terms = [(1, cell.pantry) for (_, row), cell in castle.cells.items() if row >= ordeal.rows]
            c.require(c.at_least(terms, reach.pantry))
            c.require_any(paying, -c.at_least(terms, reach.pantry + 1))

    def _haunted(self) -> dict[Place, int]:
        """Where the haunted tile lies in the end: it must not be lost."""
        kind = self.reach.haunted
        if kind is None:
            return {}
        c = self.circuit
        found = {}
        for place, cell in self.castle.cells.items():
            found[place] = c.variable()
            c.require_any(-found[place], cell.groups[kind // 3])
            c.require_any(-found[place], cell.shapes[kind % 3])
        c.require_any(*found.values())
        c.require_at_most(plus(list(found.values())), 1)
        return found

    # Tiles.

    def _supply(self) -> None:
        c, reach = self.circuit, self.reach
        stands = reach.stands
        for kind in range(STONES):
            here = plus([c.all_of(cell.groups[kind // 3], cell.shapes[kind % 3]) for cell in self.castle.cells.values()])
            going, used, back = plus(self.going[kind]), plus(self.used[kind]), plus(self.back[kind])
            c.require_at_most(here, stands[kind] + reach.left[kind] + reach.discards[kind])
            self._at_most([*here, *going, *used], back, stands[kind] + reach.left[kind])
            c.require_at_least([*here, *going], stands[kind])
            if not reach.left[kind] + reach.discards[kind] and self.back[kind]:
                c.require_any(-self.back[kind][0], *self.going[kind][:1])
        if reach.elsewhere:
            everything = [literal for cell in self.castle.cells.values() for literal in (cell.full,)]
            everything += [literal for counts in (self.going, self.used) for literals in counts for literal in literals]
            back = plus([literal for literals in self.back for literal in literals])
            self._at_most(plus(everything), back, sum(stands) + sum(reach.left) - reach.elsewhere)


def plus(literals: list[int]) -> Terms:
    return [(1, literal) for literal in literals]
