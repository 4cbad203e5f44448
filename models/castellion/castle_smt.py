"""Ordeals met one after the other, as a problem for an SMT solver: castles that grow out of each other, and what each ordeal leaves.

A castle and what stood before it differ by the tiles placed; so supply, shapes and everything else that the rules ask of placing is asked of that
difference. With `explain` every rule of the question holds only where its guard is assumed, so that a proof can be told in the rules' words; with `spare`
tiles that are not left may be added, each a literal of its own; with `any_shapes` same shapes may be placed side by side, which bounds what sliding, powers
and a castle that stands can bring about.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from castlewise.models.castellion.castle_question import Building, Castle, CastleQuestion, Met, penalty_due
from castlewise.models.castellion.castle_smt_board import (
    BASTION,
    FACTIONS,
    GROUPS,
    LINE,
    TOWER,
    Board,
    Cell,
    Formations,
    Place,
    lowered,
    require_piled,
    require_same,
    slid,
    unknown_cell,
)
from castlewise.models.castellion.castle_smt_powers import Power, idle, power, site
from castlewise.models.castellion.castle_smt_words import CastleWords
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.tiles import DEFENDERS, STONES
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Reason, Term

SPARED_BY_A_BASTION = 4


@dataclass
class Meeting:
    """An ordeal and the castle that meets it.

    With a penalty, `there` says whether the formations are, and `gone` which tiles are destroyed if not. If nothing depends on which, `gone` is empty.
    `lost_before`: how many entries of the model's list of losses come before.
    """

    ordeal: Ordeal
    castle: Board
    formations: Formations
    spares: bool
    lost_before: int
    there: int = TRUE
    gone: dict[Place, int] = field(default_factory=dict)

    def met(self, true: Callable[[int], bool]) -> Met:
        castle = self.castle.castle(true)
        if not true(self.there) and not self.gone:
            bastions = sum(true(literal) for _, literal in self.formations.terms(BASTION)) if self.spares else 0
            return Met(castle, _without_tops(castle, penalty_due(self.ordeal, bastions, self.spares)))
        after = tuple(
            tuple(kind for row, kind in enumerate(column) if row >= self.ordeal.rows and not true(self.gone.get((number, row), FALSE)))
            for number, column in enumerate(castle)
        )
        return Met(castle, after)


def _without_tops(castle: Castle, tiles: int) -> Castle:
    """So many tiles less, from the left and from above, with one left in each column."""
    kept = []
    for column in castle:
        gone = min(tiles, len(column) - 1)
        kept.append(column[: len(column) - gone])
        tiles -= gone
    return tuple(kept)


class CastleModel:
    def __init__(
        self, question: CastleQuestion, *, explain: bool = False, spare: Mapping[int, int] | None = None, any_shapes: bool = False
    ) -> None:
        self.question = question
        self.circuit = Circuit()
        self.reasons: list[Reason] = []
        self.words = CastleWords(question)
        self._explain = explain
        self.spare = {kind: self.circuit.variables(count) for kind, count in (spare or {}).items()}
        self._guard_rules(any_shapes)
        self.groups = self._groups_that_come()
        self._stood: list[tuple[int, int]] = []  # kinds of the tiles that stand, and whether they do
        self._lost: list[tuple[Cell, int]] = []  # cells whose tile is destroyed, before the last castle stands, if a literal is true
        self._last = len(question.ordeals) - 1
        self.haunted: dict[Place, int] = {}
        stood = self._standing()
        self.powers: list[Power] = []
        for powers in range(question.powers, 0, -1):
            stood = self._use_power(stood, site(question, powers).columns)
        self.meetings: list[Meeting] = []
        for number, ordeal in enumerate(question.ordeals):
            castle = self._grown(stood, range(question.width))
            for column in castle.columns:
                self.circuit.require_any(-self._foundation, castle[column, 0].full)
            stood = self._meet(number, ordeal, castle)
        self._count_supply()

    # Guards. Those made first are the most telling and the last to be given up.

    def reason(self, sentence: str, *, wanted: bool = False) -> int:
        """A literal that stands for a rule: certain, unless the model is there to explain."""
        if not self._explain:
            return TRUE
        guard = self.circuit.variable()
        self.reasons.append(Reason(sentence, guard, wanted))
        return guard

    def _guard_rules(self, any_shapes: bool) -> None:
        question, words = self.question, self.words
        self._all_left = self.reason(words.tiles_left())
        self._faction_left = [self.reason(words.faction_left(group)) for group in range(GROUPS if question.pantry else FACTIONS)]
        self._columns = [self.reason(words.column(number)) for number in range(len(question.castle))]
        self._kind_left = [self.reason(words.kind_left(kind)) for kind in range(STONES if question.pantry else DEFENDERS)]
        self._foundation = self.reason(words.foundation())
        self._exactly_four = self.reason(words.exactly_four())
        self._shapes = FALSE if any_shapes else self.reason(words.shapes())
        self._kept_free = self._unfit = self._kept = self._apart = TRUE
        if question.haunted is not None:
            self._kept_free = self.reason(words.haunted_kept_free())
            self._unfit = self.reason(words.haunted_unfit())
            self._kept = self.reason(words.haunted_lost())
        if question.pantry_apart:
            self._apart = self.reason(words.pantry_apart())

    def _groups_that_come(self) -> frozenset[int]:
        """The factions, and the Pantry as one, of which there is anything to build with."""
        question = self.question
        if self._explain:
            return frozenset(range(len(self._faction_left)))
        coming = {kind for kind in range(STONES) if question.left[kind] or self.spare.get(kind)}
        return frozenset(kind // 3 for kind in coming.union(*question.castle))

    def require_count(self, guard: int, terms: list[Term], bound: int) -> None:
        """At least so many, where a rule holds."""
        if guard == TRUE:
            self.circuit.require_at_least(terms, bound)
        else:
            self.circuit.require_any(-guard, self.circuit.at_least(terms, bound))

    # What stands, and building on it.

    def _standing(self) -> Board:
        """The castle of the question. If there is more than one column it may begin at, a literal for each."""
        c, question = self.circuit, self.question
        castle = question.castle
        where = site(question, question.powers)
        begins = {column: c.variable() for column in where.begins} if len(where.begins) > 1 else dict.fromkeys(where.begins, TRUE)
        if len(begins) > 1:
            c.require_any(*begins.values())
            for one in begins:
                for other in range(where.begins.start, one):
                    c.require_any(-begins[one], -begins[other])
        stays = [self._stays(number, column) for number, column in enumerate(castle)]
        self._stood += [(kind, stays[number][row]) for number, column in enumerate(castle) for row, kind in enumerate(column)]
        ways: dict[Place, list[tuple[int, int]]] = {}
        for begin, here in begins.items():
            for number, column in enumerate(castle):
                for row, kind in enumerate(column):
                    there = c.all_of(here, stays[number][row])
                    ways.setdefault((begin + number, row), []).append((kind, there))
                    if question.haunted == (number, row):
                        self.haunted[begin + number, row] = there
        return Board(where.columns, question.height, {place: self._one_of(tiles) for place, tiles in ways.items()})

    def _stays(self, number: int, column: tuple[int, ...]) -> list[int]:
        """By row, whether a tile stands as it is said to. Where that is not assumed, the upper ones may be missing."""
        guard = self._columns[number]
        if guard == TRUE:
            return [TRUE] * len(column)
        stays = self.circuit.variables(len(column))
        self.circuit.require_any(-guard, stays[-1])
        return stays

    def _one_of(self, tiles: list[tuple[int, int]]) -> Cell:
        c = self.circuit
        return Cell(
            c.any_of(*(literal for _, literal in tiles)),
            tuple(c.any_of(*(literal for kind, literal in tiles if kind // 3 == group)) for group in range(GROUPS)),
            tuple(c.any_of(*(literal for kind, literal in tiles if kind % 3 == shape)) for shape in range(3)),
        )

    def _grown(self, stood: Board, columns: range) -> Board:
        """A castle that is what stood and tiles placed on it and beside it."""
        c, question = self.circuit, self.question
        cells: dict[Place, Cell] = {}
        for place in Board(columns, question.height, {}).places():
            before = stood[place]
            if before.full == TRUE:
                cells[place] = before
            else:
                cells[place] = unknown_cell(c, self.groups)
                require_same(c, cells[place], before, -before.full)
        castle = Board(columns, question.height, cells)
        for place, cell in stood.cells.items():
            if place not in cells:
                c.require(-cell.full)
        require_piled(c, castle)
        self._keep_apart(stood, castle)
        return castle

    def _keep_apart(self, stood: Board, castle: Board) -> None:
        """What may not be placed beside what. Tiles that lay side by side before are let be."""
        c = self.circuit
        for place, other in castle.pairs():
            before = c.all_of(stood[place].full, stood[other].full)
            if before == TRUE:
                continue
            cell, beside = castle[place], castle[other]
            if place[1] or other[1]:
                for one, two in zip(cell.shapes, beside.shapes, strict=True):
                    c.require_any(-one, -two, before, -self._shapes)
            if self.question.pantry_apart:
                c.require_any(-cell.pantry, -beside.pantry, before, -self._apart)
            for haunted, near in ((place, other), (other, place)):
                if haunted in self.haunted:
                    c.require_any(-self.haunted[haunted], -castle[near].full, stood[near].full, -self._kept_free)

    def _use_power(self, stood: Board, columns: range) -> Board:
        """Tiles placed and a power used, or nothing at all. Powers that are not used come first, so that no way to build is met twice."""
        c = self.circuit
        used = power(c, self.question, self._grown(stood, columns), self.groups)
        idle(c, used, stood)
        if self.powers:
            c.require_any(-self.powers[-1].discarded.full, used.discarded.full)
        self.powers.append(used)
        self._lost += [(used.discarded, TRUE), (used.burnt, TRUE)]
        return used.after

    # Ordeals.

    def _meet(self, number: int, ordeal: Ordeal, castle: Board) -> Board:
        """Have an ordeal met by a castle; returns what it leaves."""
        formations = Formations(self.circuit, castle, self._exactly_four, self.haunted, self._unfit)
        meeting = Meeting(ordeal, castle, formations, self.question.spares, len(self._lost))
        self.meetings.append(meeting)
        after = castle
        if ordeal.rows:
            after = self._lose_rows(number, ordeal.rows, castle)
        elif ordeal.penalty is not None:
            after = self._pay(number, meeting)
        else:
            for name, count in required(ordeal):
                for nth in range(1, count + 1) if self._explain else range(count, count + 1):
                    self.require_count(self.reason(self.words.formation(number, nth, name), wanted=True), formations.terms(name), nth)
        if self.question.pantry:
            wanted = self.question.pantry[number]
            guard = self.reason(self.words.pantry(number, wanted), wanted=True)
            terms = [(1, cell.pantry) for cell in after.cells.values()]
            self.require_count(guard, terms, wanted)
            self.require_count(guard, [(-weight, literal) for weight, literal in terms], -wanted)
        return after

    def _lose_rows(self, number: int, rows: int, castle: Board) -> Board:
        c = self.circuit
        guard = self.reason(self.words.rows(number, rows), wanted=True)
        for column in castle.columns:
            c.require_any(-guard, castle[column, rows].full)
        for place, literal in self.haunted.items():
            if place[1] < rows:
                c.require_any(-self._kept, -literal)
        if number < self._last:
            self._lost += [(cell, TRUE) for (_, row), cell in castle.cells.items() if row < rows]
        self.haunted = {(column, row - rows): literal for (column, row), literal in self.haunted.items() if row >= rows}
        return lowered(castle, rows)

    def _pay(self, number: int, meeting: Meeting) -> Board:
        """The formations are there and nothing happens, or they are not and exactly the tiles that are due are destroyed."""
        c, castle, ordeal = self.circuit, meeting.castle, meeting.ordeal
        guard = self.reason(self.words.penalty(number, ordeal), wanted=True)
        there = c.all_of(*(c.at_least(meeting.formations.terms(name), count) for name, count in required(ordeal)))
        if there == TRUE:
            return castle
        meeting.there = there
        penalty = ordeal.penalty or 0
        spared: list[Term] = []
        if self.question.spares:
            spared = [(SPARED_BY_A_BASTION, literal) for _, literal in meeting.formations.terms(BASTION)]
        tiles = [(1, cell.full) for cell in castle.cells.values()]
        c.require_any(-guard, there, c.at_least(tiles + spared, penalty))
        c.require_any(-guard, -self._foundation, there, c.at_least(tiles + spared, penalty + self.question.width))
        if number == self._last and not self.question.pantry:
            return castle  # nobody asks what is left of it
        meeting.gone = {place: c.variable() for place in castle.cells}
        terms = [(1, literal) for literal in meeting.gone.values()] + spared
        no_more = c.at_least([(-weight, literal) for weight, literal in terms], -penalty)
        c.require_any(-guard, there, c.at_least(terms, penalty))
        for place, literal in meeting.gone.items():
            for needed in (castle[place].full, -there, no_more):
                c.require_any(-literal, needed)
            if number < self._last:
                self._lost.append((castle[place], literal))
        after = slid(c, castle, meeting.gone, self.groups)
        for column in after.columns:
            c.require_any(-self._foundation, after[column, 0].full)
        return after

    # Supply. What was placed is what stands in the end and what was lost on the way, less what stood before: simpler to reason with than each stage by itself.

    def _count_supply(self) -> None:
        used = [*self._lost, *((cell, TRUE) for cell in self.meetings[-1].castle.cells.values())]
        lost = [self._implied(cell.full, here) for cell, here in self._lost]
        self._spent = [[*lost[: meeting.lost_before], *(cell.full for cell in meeting.castle.cells.values())] for meeting in self.meetings]
        for spent in self._spent:
            self._at_most(self._all_left, spent, range(STONES))
        for group, guard in enumerate(self._faction_left):
            self._at_most(guard, [self._implied(cell.groups[group], here) for cell, here in used], range(group * 3, group * 3 + 3))
        for kind, guard in enumerate(self._kind_left):
            self._at_most(
                guard, [self._implied(cell.groups[kind // 3], cell.shapes[kind % 3], here) for cell, here in used], range(kind, kind + 1)
            )

    def _at_most(self, guard: int, used: list[int], kinds: range) -> None:
        """No more tiles of some kinds are used than stand, are left, or can be spared."""
        left = sum(self.question.left[kind] for kind in kinds)
        others = [literal for kind, literal in self._stood if kind in kinds] + [
            literal for kind in kinds for literal in self.spare.get(kind, [])
        ]
        literals = [literal for literal in used if literal != FALSE]
        if left == 0 and not others:
            for literal in literals:
                self.circuit.require_any(-guard, -literal)
        elif left < len(literals):
            self.require_count(guard, [*((-1, literal) for literal in literals), *((1, literal) for literal in others)], -left)

    def _implied(self, *literals: int) -> int:
        """True at least where some literals all are: enough for what there may not be too many of, and half the work of a gate."""
        if FALSE in literals:
            return FALSE
        open_ones = {literal for literal in literals if literal != TRUE}
        if len(open_ones) <= 1:
            return open_ones.pop() if open_ones else TRUE
        implied = self.circuit.variable()
        self.circuit.require_any(implied, *(-literal for literal in open_ones))
        return implied

    # Questions and answers.

    def require_other_castles(self, building: Building) -> None:
        """No second time the same castles."""
        different = []
        for meeting, met in zip(self.meetings, building.met, strict=True):
            for (column, row), cell in meeting.castle.cells.items():
                tiles = met.castle[column]
                if row < len(tiles):
                    different += [-cell.groups[tiles[row] // 3], -cell.shapes[tiles[row] % 3]]
                elif row == len(tiles):
                    different.append(cell.full)
        self.circuit.require_any(*different)

    def few_tiles(self, most: int) -> int:
        """A literal that allows no more than so many tiles of those left to be used."""
        few = self.circuit.variable()
        for spent in self._spent:  # the last says it all, but the others are hard to see from it
            self.circuit.require_any(-few, self.circuit.at_least([(-1, literal) for literal in spent], -most - len(self._stood)))
        return few

    def choose_formations(self) -> dict[tuple[str, int, int], int]:
        """Literals that pick, among the formations there are, exactly as many as the only ordeal asks for."""
        c, meeting = self.circuit, self.meetings[0]
        chosen: dict[tuple[str, int, int], int] = {}
        for name, count in required(meeting.ordeal):
            literals = []
            for (column, row), literal in meeting.formations.of(name).items():
                picked = c.variable()
                c.require_any(-picked, literal)
                chosen[name[0].upper(), column, row] = picked
                literals.append(picked)
            c.require_at_least([(1, literal) for literal in literals], count)
            c.require_at_most([(1, literal) for literal in literals], count)
        return chosen

    def building(self, true: Callable[[int], bool]) -> Building:
        steps = (used.step(true) for used in self.powers)
        return Building(tuple(meeting.met(true) for meeting in self.meetings), tuple(step for step in steps if step is not None))


def required(ordeal: Ordeal) -> list[tuple[str, int]]:
    """The formations a card asks for and how many."""
    return [(name, count) for name, count in ((TOWER, ordeal.towers), (BASTION, ordeal.bastions), (LINE, ordeal.lines)) if count]
