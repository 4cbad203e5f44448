"""The hand and the plays of a turn, as literals: which cards come and go, what is done to each Monster, what is built, and the board that this makes.

No order of plays is encoded, because nearly all of it is immaterial: hits on a Monster come before what slays it or drives it back, a Wall before its
Fortify token. The two places where the order is more than that are Scavenge and a game won in the middle of the plays; see `_scavenge`.

Hit cards are not aimed at Monsters one by one. What a card can tell apart is the ring and the colour, so cards are counted into such cells and hits out of
them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    EVERY_COLOUR,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    TARRED,
    arc_of,
    colour_of,
    health_of,
    kind_of,
    monster,
    ring_of,
)
from castlewise.models.castle_panic.components import (
    BRICK,
    CARD_EFFECTS,
    DRAW_CARD,
    DRIVE_BACK_CARD,
    FORTIFY_CARD,
    HIT_CARD,
    MISSING_CARD,
    MORTAR,
    NICE_SHOT_CARD,
    SCAVENGE_CARD,
    SLAY_CARD,
    TAR_CARD,
)
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import base_game_only
from castlewise.models.castle_panic.rules.play import reaches, troop_of_colour
from castlewise.models.castle_panic.turn_question import BeyondTurnModel
from castlewise.models.castle_panic.turn_smt_board import Figure, SymbolicBoard
from castlewise.models.castle_panic.turn_smt_words import TurnWords
from castlewise.models.smt_circuit import FALSE, TRUE, Circuit, Reason, Term

Cell = tuple[int, int]  # ring and colour: what a hit card can tell apart


@dataclass
class Target:
    """A Monster as the plays see it."""

    packed: int
    hits: list[int]  # in unary
    nice_shot: int = FALSE
    slay: int = FALSE
    all_for_one: int = FALSE
    drive_back: int = FALSE
    tar: int = FALSE
    slain: int = FALSE

    @property
    def cell(self) -> Cell:
        return ring_of(self.packed), colour_of(arc_of(self.packed))


@dataclass
class Shot:
    """A way to use a hit card: so many (in unary) of a kind in a cell, or towards an All for One! of a colour."""

    card: int
    cell: Cell
    count: list[int]
    all_for_one: bool = False


@dataclass
class Hand:
    """Cards of one kind: what comes and goes before the plays, and what is played."""

    start: int
    spare: list[int] = field(default_factory=list)
    discarded: list[int] = field(default_factory=list)
    given: list[int] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    fetched: int = FALSE
    spent: list[int] = field(default_factory=list)

    def own(self) -> list[Term]:
        """Before the plays."""
        into = [(1, literal) for literal in (*self.spare, *self.taken)]
        return [(self.start, TRUE), *into, *((-1, literal) for literal in (*self.discarded, *self.given))]

    def kept(self) -> list[Term]:
        return [*self.own(), (1, self.fetched), *((-1, literal) for literal in self.spent)]


class TurnPlays:
    def __init__(self, position: Position, *, spare: Mapping[int, int] | None = None, explain: bool = False) -> None:
        """`spare` cards (kind, how many at most) may be added to the hand; with `explain`, rules hold only where their reason's guard is assumed."""
        self.position = position
        self.circuit = Circuit()
        self.reasons: list[Reason] = []
        self.words = TurnWords(position)
        self._explain = explain
        self.state = position.numbers
        self.rules = position.game.rules
        self._amount = [0] * len(CARD_EFFECTS)  # the most cards with an effect that could be played
        self._check()
        cards = range(len(position.rule_set.components.cards))
        mine = self.state.hands[position.player]
        self.hand = [Hand(int(mine[kind])) for kind in cards]
        self._exchange(spare or {})
        self.targets = [Target(int(m), []) for m in self.state.monsters[: self.state.monster_count]]
        self.shots: list[Shot] = []
        self._aim()
        self._structures()
        self.missing_plays = self._uncounted(MISSING_CARD)
        self.draw_plays = self._uncounted(DRAW_CARD)
        self.missing = self.circuit.any_of(TRUE if self.state.missing else FALSE, *self.missing_plays)
        self.scavenge: dict[int, int] = {}
        self._scavenge()
        for kind in cards:
            self.rule(self.hand[kind].kept(), 0, partial(self.words.stock, kind, self.hand[kind].start, self._playable(kind)))
        self.before_move = self._board()
        self.after_move = self.before_move.copy()
        self.after_move.march(EVERY_COLOUR)

    def _check(self) -> None:
        s, r = self.state, self.rules
        base_game_only(self.position.rule_set, "guarantees and reasons do")
        if s.stage not in (stages.DISCARD_PHASE, stages.TRADE_PHASE, stages.PLAY_PHASE):
            raise BeyondTurnModel("the turn is not in its Discard, Trade or Play phase")
        if s.desperate:
            raise BeyondTurnModel("in Desperate Times there is nothing left to plan: the turn's trades and plays are forfeited")
        for effect in range(len(CARD_EFFECTS)):
            if effect != HIT_CARD and list(r.card_effect).count(effect) > 1:
                raise BeyondTurnModel(f'two kinds of card have the effect "{CARD_EFFECTS[effect]}"')
        if any(not 0 <= effect < len(CARD_EFFECTS) for effect in r.card_effect):
            raise BeyondTurnModel("a card has an effect that the model does not know")

    def _kind(self, effect: int) -> int | None:
        """The one kind of card with an effect other than a hit."""
        return next((kind for kind, found in enumerate(self.rules.card_effect) if found == effect), None)

    def rule(self, terms: list[Term], bound: int, sentence: Callable[[], str], *, wanted: bool = False) -> None:
        if not self._explain:
            self.circuit.require_at_least(terms, bound)
            return
        literal = self.circuit.at_least(terms, bound)
        if literal != TRUE:
            guard = self.circuit.variable()
            self.circuit.require_any(-guard, literal)
            self.reasons.append(Reason(sentence(), guard, wanted))

    def _exchange(self, spare: Mapping[int, int]) -> None:
        """Discards and trades. A card that comes by one trade and goes by the next may as well be left out; so no kind is both given and taken."""
        c, s, r = self.circuit, self.state, self.rules
        discards = int(r.discards) if s.stage == stages.DISCARD_PHASE else 0
        trades = {stages.DISCARD_PHASE: int(r.trades), stages.TRADE_PHASE: int(s.trades_left)}.get(int(s.stage), 0)
        if r.master_slayer:
            trades = 0  # the other player may refuse
        partners = [p for p in range(int(r.players)) if p != self.position.player]
        self._trades = trades
        for kind, hand in enumerate(self.hand):
            hand.spare = c.variables(spare.get(kind, 0))
            most = hand.start + len(hand.spare)
            hand.discarded = c.variables(min(discards, most))
            hand.given = c.variables(min(trades, most))
            hand.taken = c.variables(min(trades, sum(int(s.hands[p][kind]) for p in partners)))
            if hand.discarded or hand.given:
                leaving = [(1, literal) for literal in (*hand.discarded, *hand.given)]
                c.require_at_most([*leaving, *((-1, literal) for literal in hand.spare)], hand.start)
            if hand.given and hand.taken:
                c.require_any(-hand.given[0], -hand.taken[0])
        gone = [(1, literal) for hand in self.hand for literal in hand.discarded]
        given = [(1, literal) for hand in self.hand for literal in hand.given]
        taken = [(1, literal) for hand in self.hand for literal in hand.taken]
        self.rule([(-1, literal) for _, literal in gone], -discards, partial(self.words.discards, discards))
        self.rule([(-1, literal) for _, literal in taken], -trades, partial(self.words.trades, trades))
        c.require_at_least([*given, *((-1, literal) for _, literal in taken)], 0)
        c.require_at_least([*taken, *((-1, literal) for _, literal in given)], 0)
        deck = sum(s.deck)
        self._reshuffled = c.at_least(gone, deck + 1)  # in the Discard phase: Scavenge finds nothing that was discarded before

    def _most(self, kind: int) -> int:
        """How many cards of a kind could be in the hand when the plays begin."""
        hand = self.hand[kind]
        return hand.start + len(hand.spare) + len(hand.taken)

    def _playable(self, kind: int | None) -> int:
        """How many cards of a kind could be played, Scavenge included."""
        if kind is None:
            return 0
        scavenge = self._kind(SCAVENGE_CARD)
        fetched = scavenge is not None and scavenge != kind and self._most(scavenge) > 0
        return self._most(kind) + int(fetched and (self._most(kind) > 0 or self.state.discards[kind] > 0))

    def _uncounted(self, effect: int) -> list[int]:
        """Plays that need no target."""
        kind = self._kind(effect)
        plays = self.circuit.variables(self._playable(kind))
        if kind is not None:
            self.hand[kind].spent += plays
        return plays

    def _aim(self) -> None:
        c = self.circuit
        self._aim_singly()
        demand: dict[Cell, list[int]] = defaultdict(list)
        for target in self.targets:
            target.hits = c.variables(health_of(target.packed))
            demand[target.cell] += [*target.hits, target.nice_shot]
            ways = [target.hits[-1], target.nice_shot, target.slay, target.all_for_one]
            if self._explain:
                target.slain = c.variable()
                self.rule([(1, -target.slain), *((1, way) for way in ways)], 1, partial(self.words.health, target.packed))
                for way in ways:
                    c.require_any(-way, target.slain)
            else:
                target.slain = c.any_of(*ways)
            c.require_at_most([(1, literal) for literal in (*ways, target.drive_back)], 1)
            c.require_any(-target.slain, -target.drive_back)
        for cell, needed in demand.items():
            supply = self._shots_in(cell, len(needed))
            used = [(1, literal) for literal in supply]
            asked = [(1, literal) for literal in needed]
            c.require_at_least([*asked, *((-1, literal) for _, literal in used)], 0)
            reaching = {shot.card: self._playable(shot.card) for shot in self.shots if shot.cell == cell and not shot.all_for_one}
            self.rule([*used, *((-1, literal) for _, literal in asked)], 0, partial(self.words.reach, cell, reaching))

    def _shots_in(self, cell: Cell, most: int) -> list[int]:
        ring, colour = cell
        somewhere = monster(0, ring, colour * 2, 1)
        supply: list[int] = []
        for kind in range(len(self.hand)):
            if self.rules.card_effect[kind] == HIT_CARD and reaches(self.rules, kind, somewhere):
                count = self.circuit.variables(min(self._playable(kind), most))
                if count:
                    self.shots.append(Shot(kind, cell, count))
                    self.hand[kind].spent += count
                    supply += count
        return supply

    def _aim_singly(self) -> None:
        """Cards of which each play has one Monster: Nice Shot, Barbarian, Drive Him Back!, Tar, and All for One!."""
        c, r = self.circuit, self.rules
        nice_shot, slay, drive, tar = (self._kind(effect) for effect in (NICE_SHOT_CARD, SLAY_CARD, DRIVE_BACK_CARD, TAR_CARD))
        if self._playable(drive):
            aimed = [kind for kind, effect in enumerate(r.card_effect) if effect in (HIT_CARD, SLAY_CARD, DRIVE_BACK_CARD)]
            if any(r.card_rings[kind] >> FOREST & 1 for kind in aimed):
                raise BeyondTurnModel("cards that reach the Forest could follow a Monster that was driven back")
        for target in self.targets:
            if self._playable(nice_shot):
                target.nice_shot = c.variable()
            if slay is not None and self._playable(slay) and reaches(r, slay, target.packed):
                target.slay = c.variable()
            if drive is not None and self._playable(drive) and reaches(r, drive, target.packed):
                target.drive_back = c.variable()
            if tar is not None and self._playable(tar) and not target.packed & TARRED:
                back = monster(0, FOREST, arc_of(target.packed), 1)
                target.tar = c.variable()
                if not reaches(r, tar, target.packed):
                    c.require_any(-target.tar, target.drive_back if reaches(r, tar, back) else FALSE)
        for effect, literals in (
            (nice_shot, [target.nice_shot for target in self.targets]),
            (slay, [target.slay for target in self.targets]),
            (drive, [target.drive_back for target in self.targets]),
            (tar, [target.tar for target in self.targets]),
        ):
            if effect is not None:
                self.hand[effect].spent += [literal for literal in literals if literal != FALSE]
        if r.all_for_one:
            for colour in sorted({target.cell[1] for target in self.targets}):
                self._all_for_one(colour)

    def _all_for_one(self, colour: int) -> None:
        c, r = self.circuit, self.rules
        field_rings = range(FOREST + 1, CASTLE)
        inside = [target for target in self.targets if target.cell[1] == colour and target.cell[0] in field_rings]
        troops: dict[int, list[Shot]] = {}
        for troop in (ARCHER, KNIGHT, SWORDSMAN):
            kinds = [kind for kind in range(len(self.hand)) if self._playable(kind) and troop_of_colour(r, kind, troop, colour)]
            troops[troop] = [Shot(kind, (troop, colour), [], all_for_one=True) for kind in kinds]
        if not inside or not all(troops.values()):
            return
        for target in inside:
            target.all_for_one = c.variable()
        asked = [(1, target.all_for_one) for target in inside]
        for shots in troops.values():
            for shot in shots:
                shot.count = c.variables(min(self._playable(shot.card), len(inside)))
                self.hand[shot.card].spent += shot.count
            used = [(1, literal) for shot in shots for literal in shot.count]
            c.require_at_least([*asked, *((-1, literal) for _, literal in used)], 0)
            c.require_at_least([*used, *((-1, literal) for _, literal in asked)], 0)
            self.shots += shots

    def _structures(self) -> None:
        c, s, r = self.circuit, self.state, self.rules
        brick, mortar, fortify = (self._kind(effect) for effect in (BRICK, MORTAR, FORTIFY_CARD))
        held = int(s.held_walls[self.position.player])
        buildable = brick is not None and mortar is not None and self._playable(brick) and self._playable(mortar)
        free = [not s.walls[arc] for arc in range(ARCS)]
        self.builds = [c.variable() if buildable and free[arc] else FALSE for arc in range(ARCS)]
        self.placed = [c.variable() if held and free[arc] else FALSE for arc in range(ARCS)]
        self.walls = [c.any_of(FALSE if free[arc] else TRUE, self.builds[arc], self.placed[arc]) for arc in range(ARCS)]
        for arc in range(ARCS):
            c.require_any(-self.builds[arc], -self.placed[arc])
        for kind in (brick, mortar):
            if kind is not None:
                self.hand[kind].spent += [literal for literal in self.builds if literal != FALSE]
        self.rule([(-1, literal) for literal in self.placed], -held, partial(self.words.held_walls, held))
        self.fortified = [FALSE] * ARCS
        if fortify is not None and self._playable(fortify):
            self.fortified = [FALSE if s.fortify[arc] or self.walls[arc] == FALSE else c.variable() for arc in range(ARCS)]
            for arc in range(ARCS):
                c.require_any(-self.fortified[arc], self.walls[arc])
            self.hand[fortify].spent += [literal for literal in self.fortified if literal != FALSE]
            left = max(0, int(r.fortify_tokens) - sum(s.fortify))
            self.rule([(-1, literal) for literal in self.fortified], -left, partial(self.words.fortify_tokens, left))

    def _scavenge(self) -> None:
        """Scavenge takes what lies in the discards when it is played: discarded before this turn or in it, or played before it.

        The card it finds may be one that has just been played, and be played again. It could always be played early enough, except that the play
        which wins the game is the last one, and that Draw 2 Cards may shuffle the discards, itself among them, into the deck.
        """
        c, s = self.circuit, self.state
        scavenge = self._kind(SCAVENGE_CARD)
        if scavenge is None or not self._most(scavenge):
            return
        if self._most(scavenge) + int(s.discards[scavenge]) > 1:
            raise BeyondTurnModel("more than one Scavenge could be played")
        for kind, hand in enumerate(self.hand):
            lying = c.all_of(TRUE if s.discards[kind] else c.any_of(*hand.discarded), -self._reshuffled)
            played = FALSE
            if kind != scavenge:
                played = c.all_of(c.at_least(hand.own(), 1), c.any_of(*hand.spent), self._not_too_late(kind))
            found = c.any_of(lying, played)
            if found != FALSE:
                self.scavenge[kind] = hand.fetched = c.variable()
                c.require_any(-hand.fetched, found)
        fetching = [(-1, literal) for literal in self.scavenge.values()]
        c.require_at_least(fetching, -1)
        c.require_at_least([*self.hand[scavenge].own(), *fetching], 0)  # it cannot fetch itself
        self.hand[scavenge].spent += self.scavenge.values()

    def _not_too_late(self, kind: int) -> int:
        """Whether a card played this turn can lie in the discards while there is still something to play."""
        c, s, r = self.circuit, self.state, self.rules
        if r.card_effect[kind] == DRAW_CARD:
            return self._deck_lasts(int(r.card_amount[kind]))
        damaging = (HIT_CARD, NICE_SHOT_CARD, SLAY_CARD)
        if any(s.pile) or len(self.targets) != 1 or r.card_effect[kind] not in damaging:
            return TRUE
        (target,) = self.targets  # slaying it wins the game, so the card has to have hit it earlier
        hit = c.any_of(*(shot.count[0] for shot in self.shots if shot.card == kind and not shot.all_for_one))
        by_hits = target.hits[-1] if len(target.hits) > 1 else FALSE
        return c.any_of(-target.slain, by_hits, c.all_of(target.hits[0], hit))

    def _deck_lasts(self, amount: int) -> int:
        """Whether so many cards can be drawn in the Play phase without a reshuffle."""
        c, s = self.circuit, self.state
        gone = [(-1, literal) for hand in self.hand for literal in hand.discarded]
        deck = sum(s.deck)
        before = c.at_least([(deck, TRUE), *gone], amount)
        anew: list[Term] = [(deck + sum(s.discards), TRUE)]
        if self.rules.dwindling_resources:
            for kind in (self._kind(BRICK), self._kind(MORTAR)):
                if kind is not None:
                    anew.append((-1, TRUE if s.discards[kind] else c.any_of(*self.hand[kind].discarded)))
        return c.any_of(c.all_of(-self._reshuffled, before), c.all_of(self._reshuffled, c.at_least(anew, amount)))

    def _board(self) -> SymbolicBoard:
        c, s = self.circuit, self.state
        figures = []
        for target in self.targets:
            ring, arc, health = ring_of(target.packed), arc_of(target.packed), health_of(target.packed)
            at = {(ring, arc): c.all_of(-target.slain, -target.drive_back), (FOREST, arc): c.all_of(-target.slain, target.drive_back)}
            if ring == FOREST:
                at = {(FOREST, arc): -target.slain}
            left = tuple(-target.hits[health - least] for least in range(2, health + 1))
            tarred = TRUE if target.packed & TARRED else target.tar
            figures.append(Figure(kind_of(target.packed), {space: here for space, here in at.items() if here != FALSE}, left, tarred))
        held = [(-1, c.all_of(figure.tarred, -target.slain)) for figure, target in zip(figures, self.targets, strict=True)]
        if any(target.tar != FALSE for target in self.targets):
            tokens = int(self.rules.tar_tokens)
            self.rule(held, -tokens, self.words.tar_tokens)
        fortify = [c.any_of(TRUE if s.fortify[arc] else FALSE, self.fortified[arc]) for arc in range(ARCS)]
        towers = [TRUE if s.towers[arc] else FALSE for arc in range(ARCS)]
        return SymbolicBoard(c, figures, list(self.walls), fortify, towers)
