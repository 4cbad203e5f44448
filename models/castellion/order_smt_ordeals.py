"""The ordeals still to come, in yes-or-no quantities: the castle that meets each of them, what its effect leaves, and when it is met.

A game that is won meets every ordeal, so what an ordeal asks for is asked of one castle, whenever that is: the castle of the moment is set equal to it. An
ordeal is met between two uses of tiles. Meeting it with a tile in hand is meeting it before that tile is drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from castlewise.models.castellion.formation_places import BASTION, LINE, TOWER
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.order_smt_castle import Board, Tile
from castlewise.models.castellion.order_smt_powers import Destruction
from castlewise.models.castellion.order_smt_words import asks_for, destroys_rows, foundation
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit

Rule = Callable[[str, int, str], int]  # from a sentence, its ordeal and the part of it to the literal under which it holds
FOUNDATION = "foundation"  # a part that no card says


@dataclass(frozen=True)
class Ahead:
    """An ordeal: what it is, the castle that meets it, what is left, and what a penalty destroys."""

    number: int  # from 0
    ordeal: Ordeal
    traitors: int
    castle: Board
    left: Board
    penalty: Destruction

    @property
    def leaves_castle_alone(self) -> bool:
        return self.left is self.castle


def ahead(circuit: Circuit, number: int, ordeal: Ordeal, traitors: int, size: tuple[int, int], spares: bool, rule: Rule) -> Ahead:
    """The castle of an ordeal, with everything that is asked of it. `spares`: Bastions do, at the expert level."""
    c = circuit
    castle = Board.open(c, *size)
    left, penalty = castle, Destruction({})
    if ordeal.rows:
        left = _fallen(castle, ordeal.rows, rule(destroys_rows(number, ordeal.rows), number, "rows"))
    else:
        wanted = ((TOWER, "towers", ordeal.towers), (BASTION, "bastions", ordeal.bastions), (LINE, "lines", ordeal.lines))
        enough = c.all_of(
            *(
                c.any_of(-rule(asks_for(number, type, count), number, part), c.at_least(castle.formations(type), count))
                for type, part, count in wanted
                if count
            )
        )
        if not ordeal.penalty:
            c.require(enough)
        elif enough != TRUE:
            penalty = _penalty(castle, enough, ordeal.penalty, spares)
            left = castle.without(penalty.gone, ordeal.penalty)
    stands = rule(foundation(number), number, FOUNDATION)
    for taken in left.foundation():
        c.require_any(-stands, taken)
    return Ahead(number, ordeal, traitors, castle, left, penalty)


def _fallen(castle: Board, rows: int, happens: int) -> Board:
    fallen = castle.without_rows(rows)
    if happens == TRUE:
        return fallen
    c = castle.circuit

    def either(one: int, other: int) -> int:
        return c.any_of(c.all_of(happens, one), c.all_of(-happens, other))

    tiles = {}
    for cell, tile in castle.tiles.items():
        lower = fallen.at(*cell)
        tiles[cell] = Tile(
            tuple(either(*pair) for pair in zip(lower.factions, tile.factions, strict=True)),
            tuple(either(*pair) for pair in zip(lower.shapes, tile.shapes, strict=True)),
            either(lower.taken, tile.taken),
        )
    return Board(c, castle.width, castle.height, tiles)


def _penalty(castle: Board, enough: int, penalty: int, spares: bool) -> Destruction:
    """Exactly so many tiles go where formations are missing, fewer by four for each bastion. The foundation that must be left keeps all columns."""
    c = castle.circuit
    gone = {cell: c.variable() for cell in castle.tiles}
    terms = [(1, literal) for literal in gone.values()]
    for cell, literal in gone.items():
        c.require_any(-literal, castle.taken(*cell))
        c.require_any(-literal, -enough)
    bastions = castle.formations(BASTION) if spares else []
    for sparing in range(-(-penalty // SPARED_BY_A_BASTION) + 1):
        due = max(0, penalty - SPARED_BY_A_BASTION * sparing)
        no_more = -c.at_least(bastions, sparing + 1) if due else TRUE
        here = c.all_of(-enough, c.at_least(bastions, sparing), no_more)
        if here != FALSE:
            c.require_any(-here, c.at_least(terms, due))
            c.require_any(-here, -c.at_least(terms, due + 1))
    return Destruction(gone)


class Meetings:
    """When the ordeals are met: point by point, a point being what lies before a use of a tile, and the last one after all of them."""

    def __init__(self, circuit: Circuit, ordeals: list[Ahead], traitors: int, *, early: bool) -> None:
        self.circuit, self.ordeals, self.early = circuit, ordeals, early
        self.met: list[list[int]] = []  # for each point and ordeal: met by then
        self.beside = [TRUE if n < traitors else FALSE for n in range(max(ahead.traitors for ahead in ordeals))]  # the n-th: more than n
        self._changing = any(not ahead.leaves_castle_alone for ahead in ordeals)

    @property
    def over(self) -> int:
        return self.met[-1][-1]

    def point(self, castle: Board, traitor_placed: int, happened: int, *, last: bool, full: bool) -> Board:
        """The castle that a point leaves. `last`: no tile is left, everything is met. `full`: the castle may be full here.

        `happened`: the use before it changed the castle or placed a Traitor. Otherwise an ordeal that is met early may as well be met before that use.
        """
        c = self.circuit
        before = self.met[-1] if self.met else [FALSE] * len(self.ordeals)
        is_full = castle.full() if full else FALSE
        meets: list[int] = []
        met: list[int] = []
        for i, ordeal in enumerate(self.ordeals):
            first = -meets[-1] if i else TRUE
            ready = c.all_of(met[-1] if i else TRUE, -before[i])
            brought_on = c.all_of(traitor_placed, self.beside[ordeal.traitors - 2] if ordeal.traitors > 1 else TRUE)
            still_full = self.ordeals[i - 1].left.full() if i and full else FALSE
            forced = c.any_of(c.all_of(first, c.any_of(is_full, brought_on)), c.all_of(-first, still_full))
            wanted = TRUE if last else c.any_of(forced, c.all_of(c.variable(), happened) if self.early else FALSE)
            meets.append(c.all_of(ready, wanted))
            met.append(c.any_of(before[i], meets[-1]))
        self.met.append(met)
        self._count_traitors(traitor_placed, c.any_of(*meets))
        self._join(castle, meets)
        return self._left(castle, meets)

    def _count_traitors(self, placed: int, some_met: int) -> None:
        c = self.circuit
        counted = [c.any_of(more, c.all_of(placed, fewer)) for more, fewer in zip(self.beside, [TRUE, *self.beside], strict=False)]
        self.beside = [c.all_of(literal, -some_met) for literal in counted]

    def _join(self, castle: Board, meets: list[int]) -> None:
        """The castle of a point is that of the first ordeal met there; what it leaves is the castle of the next one."""
        c = self.circuit
        for i, meet in enumerate(meets):
            follows = meets[i - 1] if i else FALSE
            if c.all_of(meet, -follows) != FALSE:
                castle.require_same(c.all_of(meet, -follows), self.ordeals[i].castle)
            if i and c.all_of(meet, follows) != FALSE:
                self.ordeals[i - 1].left.require_same(c.all_of(meet, follows), self.ordeals[i].castle)

    def _left(self, castle: Board, meets: list[int]) -> Board:
        c = self.circuit
        if not self._changing or all(meet == FALSE for meet in meets):
            return castle
        after = Board.open(c, castle.width, castle.height)
        castle.require_same(-c.any_of(*meets), after)
        for i, meet in enumerate(meets):
            last = c.all_of(meet, -meets[i + 1] if i + 1 < len(meets) else TRUE)
            if last != FALSE:
                self.ordeals[i].left.require_same(last, after)
        return after

    # What a solution says.

    def met_by(self, point: int, true: Callable[[int], bool]) -> int:
        """How many of the ordeals are met when a point is over."""
        return sum(true(literal) for literal in self.met[point])
