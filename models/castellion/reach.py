"""What a castle may still become by the time its next ordeal is met: the most that the rules allow, in numbers.

A `Reach` leaves out when things happen and in which order, so that more fits it than can be played: every tile that is left may come, powers may be used
one into the other, a payment may take any tiles. What does not even fit a `Reach` is impossible; what fits it has still to be played. reach_cpsat.py and
reach_smt.py ask independently of each other whether anything fits.

What a newcomer would get wrong: a tile that stands need not stay. A Traitor's price and a Pyro destroy tiles and let others slide, so that shapes meet; a
Pyro carries one away; a Juggler exchanges two. But each of these is paid for with a tile that is discarded or a Traitor that comes, and those are counted.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castellion import stages
from castlewise.models.castellion.castle_question import Castle
from castlewise.models.castellion.ordeals import Ordeal
from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import EXPERT, INTRODUCTORY
from castlewise.models.castellion.rules.appendices import PRISON_TILES
from castlewise.models.castellion.rules.traitors import TILES_FOR_A_TRAITOR
from castlewise.models.castellion.tiles import BLACK_TRAITOR, CHAMELEON, DEFENDERS, PANTRY, PYRO, SEER, STONES, TRAITOR, counted


@dataclass(frozen=True)
class Reach:
    """One castle, and all that can still be done to it. Tiles are counted by kind below STONES.

    `left` may come, `discards` may be recovered by Chameleons. `traitors` may be paid for, each with `price` tiles or, if `cheaper`, fewer; without a bound
    on what is destroyed, `free_to_destroy`. `exchanges`, `moves`, `destroyed` and `recovered` (by shape) are under way or owed beside what tiles do.
    `powers`: how many may be used, None for no limit, 0 also where there are none. `elsewhere`: tiles of those left that must go somewhere else.
    """

    ordeal: Ordeal
    width: int
    height: int
    castle: Castle
    left: tuple[int, ...]
    discards: tuple[int, ...] = (0,) * STONES
    traitors: int = 0
    price: int = TILES_FOR_A_TRAITOR
    cheaper: bool = False
    free_to_destroy: bool = False
    powers: int | None = None
    exchanges: int = 0
    moves: int = 0
    destroyed: int = 0
    recovered: tuple[int, ...] = (0, 0, 0)
    spares: bool = False
    pantry: int | None = None
    haunted: int | None = None
    elsewhere: int = 0

    @property
    def stands(self) -> list[int]:
        return counted(kind for column in self.castle for kind in column)[:STONES]

    @property
    def with_pantry(self) -> bool:
        return any(count for counts in (self.left, self.discards, self.stands) for count in counts[PANTRY:])

    @property
    def offsets(self) -> list[int]:
        """Where the first column of the castle that stands may be when the ordeal is met: columns vanish at one end and others begin at the other."""
        if not self.castle:
            return [0]
        return [offset for offset in range(1 - len(self.castle), self.width) if self.beyond(offset) <= self.most_gone]

    def beyond(self, offset: int) -> int:
        """How many tiles stand where the castle that meets the ordeal has no column."""
        return sum(len(column) for number, column in enumerate(self.castle, offset) if not 0 <= number < self.width)

    @property
    def most_gone(self) -> int:
        """No more tiles than this can be destroyed or carried away, roughly."""
        if self.free_to_destroy:
            return sum(map(len, self.castle)) + sum(self.left)
        fires = 0 if self.powers == 0 else sum(self.left[CHAMELEON * 3 : CHAMELEON * 3 + 3]) + sum(self.left[PYRO * 3 : PYRO * 3 + 3])
        if self.powers is not None:
            fires = min(fires, self.powers)
        return 2 * fires + self.traitors * self.price + self.destroyed + self.moves + sum(self.recovered) * 2

    @property
    def unchanged(self) -> bool:
        """Whether all that can be done to this castle is to build on it."""
        owed = self.exchanges or self.moves or self.destroyed or any(self.recovered)
        return self.powers == 0 and not (self.traitors or self.free_to_destroy or owed)


def reaches(position: Position, ordeal: Ordeal, *, number: int | None = None, powers: int | None = None) -> list[Reach]:
    """The castles of a position that may meet an ordeal, the next one or one after it; one player has one.

    None if the ordeal's own effect is under way: nobody builds for it any more.
    """
    rules, s = position.rule_set, position.numbers
    number = position.met if number is None else number
    later = number > position.met
    introductory = rules.level == INTRODUCTORY
    if not later and s.stage == stages.DESTROY_TILES and s.purpose == stages.PENALTY:
        return []
    left = left_of(position, for_next=not later)
    known = position.haunted
    found = []
    for player in range(rules.players):
        castle = tuple(tuple(column) for column in position.columns(player))
        others = [counted(kind for column in position.columns(p) for kind in column) for p in range(rules.players) if p != player]
        discards = [int(s.discards[kind]) + sum(other[kind] for other in others) for kind in range(STONES)]
        mine = s.stage == stages.DESTROY_TILES and s.owner == player
        fire = mine and s.purpose == stages.FIRE
        elsewhere = 0
        if rules.appendix == "prison" and number == len(rules.ordeals) - 1:
            elsewhere += PRISON_TILES - sum(int(n) for n in s.prison)
        if rules.players == 2 and number == 0:
            elsewhere += max(0, rules.width - sum(map(len, position.columns(1 - player))))
        haunted = None
        if known is not None and known[0] == player:
            haunted = castle[known[1] - 1][known[2] - 1]
        found.append(
            Reach(
                ordeal,
                rules.width,
                rules.height,
                castle,
                tuple(left),
                (0,) * STONES if introductory else tuple(discards),
                traitors=0 if introductory else _traitors(position),
                cheaper=rules.level == EXPERT,
                free_to_destroy=later or rules.players == 2,
                powers=0 if introductory else powers,
                exchanges=int(s.stage == stages.JUGGLE),
                moves=int(s.stage == stages.SHIFT or fire),
                destroyed=int(s.due) if mine else 0,
                recovered=tuple(int(s.stage == stages.RECOVER and s.recovering == shape + 1) for shape in range(3)),
                spares=rules.level == EXPERT,
                pantry=2 * (number + 1) if rules.pantry and rules.players == 1 else None,
                haunted=haunted,
                elsewhere=elsewhere,
            )
        )
    return found


def left_of(position: Position, *, for_next: bool = False) -> list[int]:
    """Every tile that may still come: from the piles, face up, from the hand, the Vigil and the Pantry; or (`for_next`) those that may come before the next
    ordeal is met."""
    s = position.numbers
    if for_next and _brings_ordeal(position) and s.hand - 1 == BLACK_TRAITOR:
        return [0] * STONES
    piles = not (for_next and _piles_locked(position))
    left = [(int(a) + int(b)) * piles + int(c) for a, b, c in zip(s.safe, s.standard, s.revealed, strict=True)]
    for kind in (int(s.hand) - 1, int(s.vigil) - 1):
        if kind >= 0:
            left[kind] += 1
    for shape in range(STONES - PANTRY):
        left[PANTRY + shape] += int(s.pantry[shape])
    return left[:STONES]


def _traitors(position: Position) -> int:
    """Traitors without a black border that may still be drawn and paid for."""
    s = position.numbers
    face_up = int(s.revealed[TRAITOR]) + int(s.hand == TRAITOR + 1)
    return face_up if _piles_locked(position) else face_up + int(s.standard[TRAITOR]) + int(s.safe[TRAITOR])


def _brings_ordeal(position: Position) -> bool:
    """Whether one more Traitor beside the next ordeal has it met."""
    s = position.numbers
    needed = position.rule_set.ordeals[position.met].traitors - (s.prophet == s.met + 1)
    return bool(s.traitors + s.black_traitors + 1 >= needed)


def _piles_locked(position: Position) -> bool:
    """Whether no tile can be drawn any more before the next ordeal: a black-bordered Traitor lies face up that will bring it on, and nothing at hand reveals
    further tiles, nor brings back what could."""
    s = position.numbers
    coming = s.stage in (stages.REVEAL_FROM, stages.RECOVER) or s.stage >= stages.FIRST_CHANCE
    if coming or not s.revealed[BLACK_TRAITOR] or not _brings_ordeal(position):
        return False
    at_hand = [kind for kind in range(DEFENDERS) if s.revealed[kind] or kind in (s.hand - 1, s.vigil - 1)]
    return not any(kind // 3 in (SEER, CHAMELEON) for kind in at_hand)
