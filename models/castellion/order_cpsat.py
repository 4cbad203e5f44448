"""A game whose tiles come in a known order, for CP-SAT: a grid after the use of each tile, and ordeals met between uses.

Uses count from 1, and moment n is what follows use n (moment 0: the position asked about). At a moment any number of the ordeals still to come is met. Each
ordeal has one grid of its own for the castle that meets it, tied to the castle of its moment: formations are counted once an ordeal and not once a moment.

What a newcomer would get wrong: an ordeal may be met with a tile in hand, but as nothing is learnt from a draw that is as good as meeting it before; only a
Chameleon's recovered tile makes a difference, and for that the ordeal is better met first. What lies in the discards needs no variables: it is what is neither
in the castle nor still to come, because no Defender ever leaves the game.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from ortools.sat.python import cp_model

from castlewise.models.castellion.castle_cpsat import CastleModel, Formations, Foundation, Grid, Literal, Rest, asked, total
from castlewise.models.castellion.castle_question import Castle, CastleQuestion, tiles_of
from castlewise.models.castellion.draws_cpsat import Draws
from castlewise.models.castellion.formation_places import Cell
from castlewise.models.castellion.powers_cpsat import keep_looks
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, FACTIONS, JUGGLER, PYRO, SEER, SHAPES, TRAITOR
from castlewise.models.castellion.use_cpsat import Change, Deeds


@dataclass(frozen=True)
class Course:
    """A position and the order of its tiles, as the model needs them.

    `total`: how many tiles of each kind of Defender are in the game. `needed`: how many Traitors bring each ordeal on; `beside`: how many lie there already.
    """

    castles: CastleQuestion
    hand: int | None
    face_up: tuple[int, ...]
    piles: tuple[tuple[int, ...], tuple[int, ...]]
    total: tuple[int, ...]
    needed: tuple[int, ...]
    beside: int
    expert: bool


class Use:
    """The use of one tile: `kind` it has, `held` the kind that is used in the end, which a Chameleon may have recovered; and what is done with it."""

    def __init__(self, model: cp_model.CpModel, draws: Draws, number: int, course: Course, powers: bool) -> None:
        self.model = model
        kinds = draws.kinds(number)
        self.kind: dict[int, Literal] = {kind: model.new_bool_var("") for kind in kinds}
        model.add_exactly_one(list(self.kind.values()))
        for tile, taken in draws.takes[number].items():
            model.add_implication(taken, self.kind[tile.kind])
        self.recovers: dict[int, Literal] = {}
        self.held = self.kind
        if powers:
            shapes = {kind % 3 for kind in kinds if kind // 3 == CHAMELEON and kind < DEFENDERS}
            wanted = [kind for kind in range(DEFENDERS) if kind % 3 in shapes and kind // 3 != CHAMELEON and course.total[kind]]
            self.recovers = {kind: model.new_bool_var("") for kind in wanted}
        if self.recovers:
            self._recover()
        self.over = model.new_bool_var("")
        self.nothing = model.new_bool_var("")
        self.place = self._deed(*range(DEFENDERS))
        self.juggle = self._deed(*_of(JUGGLER)) if powers else None
        self.fire = self._deed(*_of(PYRO)) if powers else None
        self.pay = self._deed(TRAITOR)
        done = [deed for deed in (self.place, self.juggle, self.fire, self.pay) if deed is not None]
        model.add_exactly_one([self.over, self.nothing, *done])
        self.seer = draws.seer[number]
        if self.seer is not None:
            model.add_implication(self.seer, self.nothing)
            model.add_bool_or(self.seer.negated(), *self._any_of(*_of(SEER)))
        traitors = [literal for kind, literal in self.kind.items() if kind >= TRAITOR]
        self.powers_used = [power for power in (self.juggle, self.fire, self.seer, *self.recovers.values()) if power is not None]
        self.beside: Literal | None = None  # a Traitor is laid beside the lowest ordeal
        if traitors:
            self.beside = model.new_bool_var("")
            model.add_implication(self.beside, self.nothing)
            model.add_bool_or(self.beside.negated(), *traitors)
            for literal in traitors:
                model.add_bool_or(literal.negated(), self.nothing.negated(), self.beside)

    def _recover(self) -> None:
        model = self.model
        self.held = {kind: model.new_bool_var("") for kind in sorted({*self.kind, *self.recovers})}
        model.add_exactly_one(list(self.held.values()))
        model.add_at_most_one(list(self.recovers.values()))
        for kind, literal in self.kind.items():
            if kind // 3 == CHAMELEON:
                model.add_bool_or(literal.negated(), self.held[kind], *(r for other, r in self.recovers.items() if other % 3 == kind % 3))
            else:
                model.add_implication(literal, self.held[kind])
        for kind, recovered in self.recovers.items():
            chameleon = self.kind.get(3 * CHAMELEON + kind % 3)
            model.add_bool_or(recovered.negated(), *([] if chameleon is None else [chameleon]))
            model.add_implication(recovered, self.held[kind])

    def _any_of(self, *kinds: int) -> list[Literal]:
        return [self.held[kind] for kind in kinds if kind in self.held]

    def _deed(self, *kinds: int) -> Literal | None:
        """Something that only these kinds of tile can do."""
        able = self._any_of(*kinds)
        if not able:
            return None
        deed = self.model.new_bool_var("")
        self.model.add_bool_or(deed.negated(), *able)
        return deed

    def looks(self) -> list[Literal]:
        """The factions and shapes of the tile held, for a Defender."""
        model = self.model
        looks = [model.new_bool_var("") for _ in (*FACTIONS, *SHAPES)]
        for kind, literal in self.held.items():
            if kind < DEFENDERS:
                model.add_implication(literal, looks[kind // 3])
                model.add_implication(literal, looks[len(FACTIONS) + kind % 3])
        return looks

    def placed_looks(self) -> list[Literal]:
        """The looks of the tile that is placed, all false if none is."""
        model, placed = self.model, []
        assert self.place is not None
        for look in range(len(FACTIONS) + len(SHAPES)):
            kinds = [k for k in self.held if k < DEFENDERS and look in (k // 3, len(FACTIONS) + k % 3)]
            literal = model.new_bool_var("")
            model.add_implication(literal, self.place)
            model.add_bool_or(literal.negated(), *(self.held[kind] for kind in kinds))
            placed.append(literal)
        return placed


def _of(faction: int) -> range:
    return range(3 * faction, 3 * faction + 3)


class OrderModel(CastleModel):
    """A course as a problem: `built[n]` is the castle before the ordeals of moment n, `stands[n]` the one after. `powers`: without them it is much smaller."""

    def __init__(self, course: Course, *, powers: bool = True) -> None:
        self.course = course
        self.question = question = course.castles
        self.model = model = cp_model.CpModel()
        self.pantry = False
        self.alike_before = True
        self.offset = []  # nothing is haunted
        self.draws = Draws(model, course.hand, course.face_up, course.piles, seers=powers and _seers(course))
        self.moments = range(self.draws.uses + 1)
        self.met = [[model.new_bool_var("") for _ in question.ordeals] for _ in self.moments]  # by the end of a moment
        self._meets: dict[tuple[int, int], Literal] = {}
        self.grids = []
        self.rests = []
        for number, ordeal in enumerate(question.ordeals):
            self.grids.append(self._new_grid())
            self.rests.append(self._meet(self.grids[number], ordeal, last=number == len(question.ordeals) - 1))
        self.changing = any(rest.rows or rest.grid is not grid for grid, rest in zip(self.grids, self.rests, strict=True))
        self.uses: list[Use | None] = [None]
        self.built = [self._standing(question.castle)]
        self.stands: list[Grid] = []
        self._encounter(0)
        for number in self.moments[1:]:
            self._use(number, powers)
            self._encounter(number)
        self._order_encounters()
        self._bring_traitors()
        self._count_tiles()

    def _standing(self, castle: Castle) -> Grid:
        grid = self._begun()
        for column, row in grid.cells:
            if column < len(castle) and row < len(castle[column]):
                grid.fix((column, row), castle[column][row])
            else:
                self.model.add_bool_or(grid.taken[column, row].negated())
        return grid

    def _begun(self) -> Grid:
        return Grid(self.model, self.question.width, self.question.height, pantry=False, foundation=Foundation.BEGUN)

    # A tile is used.

    def _use(self, number: int, powers: bool) -> None:
        use = Use(self.model, self.draws, number, self.course, powers)
        before, after = self.stands[number - 1], self._begun()
        deeds = Deeds(use.place, use.juggle, use.fire, use.pay)
        Change(before, after, deeds, use.looks(), lines_help=self.course.expert)
        for kind, recovered in use.recovers.items():
            self._lies_in_discards(number, before, kind, recovered)
        over = self.met[number - 1][-1]
        self.model.add_implication(over, use.over)
        self.model.add_implication(use.over, over)
        self.uses.append(use)
        self.built.append(after)

    def _lies_in_discards(self, number: int, castle: Grid, kind: int, recovered: Literal) -> None:
        """Of all tiles of a kind at least one is neither in the castle nor still to come."""
        lies = []
        for cell in castle.cells:
            here = self.model.new_bool_var("")
            faction, shape = castle.faction[cell][kind // 3], castle.shape[cell][kind % 3]
            self.model.add_bool_or(faction.negated(), shape.negated(), here)
            lies.append(here)
        elsewhere = total([*lies, *self.draws.later(number, kind)])
        self.model.add(elsewhere <= self.course.total[kind] - 1).only_enforce_if(recovered)

    def _count_tiles(self) -> None:
        """No castle that meets an ordeal has more tiles of a look than stood at first and were placed, nor than there are. The rest says so, but later."""
        placed: list[list[Literal]] = [[] for _ in (*FACTIONS, *SHAPES)]
        for use in self.uses:
            if use is not None and use.place is not None:
                for look, literal in enumerate(use.placed_looks()):
                    placed[look].append(literal)
        stood = tiles_of(self.question.castle)
        for look, laid in enumerate(placed):
            alike = [kind for kind in range(DEFENDERS) if look in (kind // 3, len(FACTIONS) + kind % 3)]
            for grid in self.grids:
                lie = total([grid.looks(cell)[look] for cell in grid.cells])
                self.model.add(lie <= sum(stood[kind] for kind in alike) + total(laid))
                self.model.add(lie <= sum(self.course.total[kind] for kind in alike))

    @property
    def powers_used(self) -> list[Literal]:
        """A literal for each power that may be used."""
        return [literal for use in self.uses if use is not None for literal in use.powers_used]

    # Ordeals.

    def _formations(self, grid: Grid, types: tuple[int, ...], *, exact: bool = False) -> Formations:
        """Counted by faction, too: four tiles each. Again only to be seen sooner, together with how many tiles there can be."""
        found = super()._formations(grid, types, exact=exact)
        numbers = []
        for faction in range(len(FACTIONS)):
            number = self.model.new_int_var(0, len(grid.cells) // 4, "")
            self.model.add(total([literals[faction] for literals in found.at.values()]) == number)
            self.model.add(4 * number <= total([grid.faction[cell][faction] for cell in grid.cells]))
            numbers.append(number)
        ordeal = self.question.ordeals[len(self.grids) - 1]
        if ordeal.penalty is None:
            self.model.add(total(numbers) >= sum(count for _, count in asked(ordeal)))
        return found

    def _encounter(self, moment: int) -> None:
        """At a moment: which castle meets the first ordeal of several, and what the last leaves."""
        model, built = self.model, self.built[moment]
        stands = self._begun() if self.changing else built
        self.stands.append(stands)
        some = []
        for number in range(len(self.question.ordeals)):
            now = self._now(moment, number)
            some.append(now)
            given = [now.negated()]
            if self.changing and number:
                given.append(self._now(moment, number - 1))
            for cell in built.cells:
                keep_looks(built, cell, self.grids[number], cell, *given)
            if self.changing:
                last = [now.negated(), *([self._now(moment, number + 1)] if number + 1 < len(self.question.ordeals) else [])]
                for cell in stands.cells:
                    rest_looks(self.rests[number], cell, stands, last)
        if self.changing:
            for cell in built.cells:
                keep_looks(built, cell, stands, cell, *some)
        full = [built.taken[column, built.height - 1].negated() for column in range(built.width)]
        over = [self.met[moment - 1][-1]] if moment else []
        model.add_bool_or(*full, *some, *over)

    def _now(self, moment: int, number: int) -> Literal:
        """Whether an ordeal is met at a moment."""
        if (moment, number) not in self._meets:
            now = self.model.new_bool_var("")
            by_then = self.met[moment][number]
            before = [self.met[moment - 1][number]] if moment else []
            self.model.add_exactly_one([now, *before, by_then.negated()])
            self._meets[moment, number] = now
        return self._meets[moment, number]

    def _order_encounters(self) -> None:
        """One after the other, all of them in the end; of several at a moment each meets what the one before left. A castle still full meets the next."""
        model, ordeals = self.model, range(len(self.question.ordeals))
        for moment, number in product(self.moments, ordeals):
            if number:
                model.add_implication(self.met[moment][number], self.met[moment][number - 1])
                if self.changing:
                    given = [self._now(moment, number).negated(), self._now(moment, number - 1).negated()]
                    for cell in self.grids[number].cells:
                        rest_looks(self.rests[number - 1], cell, self.grids[number], given)
        for number in ordeals:
            model.add_bool_or(self.met[-1][number])
            if number:
                full = [literal.negated() for literal in self._tops(self.rests[number - 1])]
                for moment in self.moments:
                    if full:
                        model.add_bool_or(*full, self._now(moment, number - 1).negated(), self._now(moment, number))

    def _tops(self, rest: Rest) -> list[Literal]:
        """The literals that are all true if what an ordeal leaves is a full castle; none if it cannot be."""
        height = rest.grid.height
        return [] if rest.rows else [rest.grid.taken[column, height - 1] for column in range(rest.grid.width)]

    def _bring_traitors(self) -> None:
        """Traitors are counted beside the lowest ordeal, which is met as soon as there are enough."""
        model, most = self.model, max(self.course.needed) + 1
        before: Any = self.course.beside
        for moment in self.moments[1:]:
            use = self.uses[moment]
            assert use is not None
            earlier = self.met[moment - 1]
            came = [self._now(moment - 1, number) for number in range(len(earlier))]
            after = model.new_int_var(0, most, "")
            one_more = 0 if use.beside is None else use.beside
            kept = [literal.negated() for literal in came]
            model.add(after == before + one_more).only_enforce_if(*kept, use.over.negated())
            for literal in came:
                model.add(after == one_more).only_enforce_if(literal, use.over.negated())
            for number, needed in enumerate(self.course.needed):
                lowest = [earlier[number].negated(), *([earlier[number - 1]] if number else [])]
                waits = self.met[moment][number].negated()
                model.add(after <= needed - 1).only_enforce_if(*lowest, waits)
            before = after


def _seers(course: Course) -> bool:
    """Whether a Seer may be discarded for its power: one that comes, or one that a Chameleon brings back."""
    come = [*([course.hand] if course.hand is not None else []), *course.face_up, *course.piles[0], *course.piles[1]]
    if any(kind // 3 == SEER for kind in come):
        return True
    return any(kind // 3 == CHAMELEON and kind < DEFENDERS and course.total[3 * SEER + kind % 3] for kind in come)


def rest_looks(rest: Rest, cell: Cell, stands: Grid, unless: list[Literal]) -> None:
    """A cell looks as an ordeal left it."""
    above = cell[0], cell[1] + rest.rows
    if above in rest.grid.taken:
        keep_looks(rest.grid, above, stands, cell, *unless)
    else:
        rest.grid.model.add_bool_or(stands.taken[cell].negated(), *unless)
