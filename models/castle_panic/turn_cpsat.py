"""A turn of Castle Panic as a CP-SAT problem: discard, trades, plays and the Move phase chosen together.

The order of plays is left out: what a set of plays does to a board does not depend on it, but for a few facts that are constraints here (a Monster is
hit before it is slain or driven back, Scavenge fetches what lies in the discards by then). `TurnModel.plays` gives the plays of a solution, to be put
in an order and replayed by the rules. docs/models.md explains the variables one by one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ortools.sat.python import cp_model

from castlewise.models.castle_panic.board import (
    ARCHER,
    ARCS,
    CASTLE,
    FOREST,
    KNIGHT,
    SWORDSMAN,
    TARRED,
    arc_of,
    clockwise,
    colour_of,
    health_of,
    kind_of,
    monster,
    ring_of,
)
from castlewise.models.castle_panic.components import CARD_EFFECTS
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import base_game_only
from castlewise.models.castle_panic.stages import DISCARD_PHASE, PLAY_PHASE, TRADE_PHASE
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Play, Worth
from castlewise.models.literals import Literal, Logic, is_constant, negated
from castlewise.models.problems import InvalidInput, Problem

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic
    from castlewise.models.castle_panic.state import Rules

Expression = Any


@dataclass
class MonsterVariables:
    """What happens to one Monster."""

    packed: int
    hits: dict[int, Any] = field(default_factory=dict)  # by kind of card: how many plain hits
    nice_shots: dict[int, Any] = field(default_factory=dict)
    slayers: dict[int, Any] = field(default_factory=dict)  # Barbarians
    together: dict[tuple[int, int, int], Any] = field(default_factory=dict)  # All for One!
    tar: Literal = 0
    back: Literal = 0
    slain: Literal = 0
    hurt: Literal = 0
    places: dict[tuple[int, int], Literal] = field(default_factory=dict)  # ring and arc after the Move phase, for one that was not slain
    after: dict[tuple[int, int, int], Literal] = field(default_factory=dict)  # ring, arc and health after it

    @property
    def health(self) -> int:
        return health_of(self.packed)


class _LeanModel(cp_model.CpModel):
    """A CpModel without the old spellings of its methods, which each new one is otherwise given at the cost of a quarter of a turn's model."""

    def _add_pre_pep8_methods(self) -> None:
        pass


@lru_cache(maxsize=16)
def _plain_rules(game: CastlePanic) -> Rules:
    """The rules in plain integers; the same for all turns of a game."""
    return game.as_plain().rules  # type: ignore[no-any-return]


class TurnModel:
    """The model of a turn that is about to be decided, from the Discard, Trade or Play phase on."""

    knows_wizards_tower = False

    def __init__(self, position: Position) -> None:
        if not self.knows_wizards_tower:
            base_game_only(position.rule_set, "the base game's turn models do")
        if position.state.stage not in (DISCARD_PHASE, TRADE_PHASE, PLAY_PHASE):
            raise InvalidInput([Problem("position", "a turn is planned from its Discard, Trade or Play phase on")])
        self.position = position
        self.state = position.numbers
        self.rules = _plain_rules(position.game)
        self.cards = position.rule_set.components.cards
        self.kinds = range(len(self.cards))
        self.model = _LeanModel()
        self.logic = Logic(self.model)
        self.by_effect = {effect: [k for k in self.kinds if self.cards[k].effect == effect] for effect in CARD_EFFECTS}
        self.uses: dict[int, list[Expression]] = {k: [] for k in self.kinds}
        self.others: dict[tuple[int, int, int], Literal] = {}  # of `forbid`
        self._decide_hand()
        self._decide_scavenge()
        self._decide_structures()
        self._decide_monsters()
        self._keep_cards()
        self._march()
        self._end()

    # Discard and trades.

    def _decide_hand(self) -> None:
        """The hand that is played with: what is held, less what is discarded or given, plus what is received."""
        s, model = self.state, self.model
        player = s.player
        self.discarded: dict[int, Any] = {}
        self.trades: list[dict[tuple[int, int, int], Any]] = []
        hand: dict[int, Expression] = {k: s.hands[player][k] for k in self.kinds}
        if s.stage == DISCARD_PHASE:
            most = self._discards_allowed()
            for k in self.kinds:
                if s.hands[player][k]:
                    self.discarded[k] = model.new_int_var(0, min(s.hands[player][k], most), f"discard {self.cards[k].code}")
                    hand[k] = hand[k] - self.discarded[k]
            model.add(sum(self.discarded.values()) <= most)
        trades = {DISCARD_PHASE: self.rules.trades, TRADE_PHASE: s.trades_left}.get(s.stage, 0)
        if s.desperate or self.rules.master_slayer:  # a trade with a rival needs a consent that nobody can plan for
            trades = 0
        partners = [p for p in range(self.rules.players) if p != player and not s.out[p] and not s.refused >> p & 1]
        theirs: dict[int, dict[int, Expression]] = {p: {k: s.hands[p][k] for k in self.kinds} for p in partners}
        for _ in range(trades):
            hand, theirs = self._decide_trade(hand, theirs)
        self.hand = hand
        self.theirs = theirs

    def _discards_allowed(self) -> int:
        return int(self.rules.discards)

    def _decide_trade(
        self, hand: dict[int, Expression], theirs: dict[int, dict[int, Expression]]
    ) -> tuple[dict[int, Expression], dict[int, dict[int, Expression]]]:
        """One trade or none; hands after it."""
        mine = [k for k in self.kinds if not is_constant(hand[k], 0)]
        made: dict[tuple[int, int, int], Any] = {}
        for p, held in theirs.items():
            for wanted in self.kinds:
                if is_constant(held[wanted], 0):
                    continue
                for given in mine:
                    if given != wanted:
                        made[given, p, wanted] = self.logic.variable(f"trade {self.cards[given].code} p{p + 1} {self.cards[wanted].code}")
        self.model.add_at_most_one(made.values())
        if self.trades:
            self.model.add(sum(made.values()) <= sum(self.trades[-1].values()))
        self.trades.append(made)
        gives = {k: [x for (given, _, _), x in made.items() if given == k] for k in self.kinds}
        gets = {k: [x for (_, _, wanted), x in made.items() if wanted == k] for k in self.kinds}
        new_theirs: dict[int, dict[int, Expression]] = {}
        for k in self.kinds:
            if gives[k] and not isinstance(hand[k], int):
                self.model.add(sum(gives[k]) <= hand[k])
        for p, held in theirs.items():
            new_theirs[p] = dict(held)
            for k in self.kinds:
                lost = [x for (_, q, wanted), x in made.items() if q == p and wanted == k]
                got = [x for (given, q, _), x in made.items() if q == p and given == k]
                if lost and not isinstance(held[k], int):
                    self.model.add(sum(lost) <= held[k])
                if lost or got:
                    new_theirs[p][k] = held[k] - sum(lost) + sum(got)
        new_hand = {k: hand[k] - sum(gives[k]) + sum(gets[k]) if gives[k] or gets[k] else hand[k] for k in self.kinds}
        return new_hand, new_theirs

    def _most(self, k: int) -> int:
        """An upper bound of how many cards of a kind can be played."""
        received = sum(1 for slot in self.trades if any(wanted == k for _, _, wanted in slot))
        fetched = 1 if k in self.fetched else 0
        return int(self.state.hands[self.state.player][k]) + received + fetched

    def _lies_in_discards(self, k: int) -> bool:
        """Whether a card goes to the discards that Scavenge looks through once it is played."""
        return True

    def _decide_scavenge(self) -> None:
        """Which discarded card each Scavenge fetches. A card that is played this turn lies there, too."""
        s = self.state
        (scavenge,) = self.by_effect["scavenge"]
        self.fetched: dict[int, Any] = {}
        self.fetched_after_play: list[Any] = []  # the card was played this turn and lies there because of it
        can_hold = not is_constant(self.hand[scavenge], 0)
        if not can_hold:
            return
        if sum(held[scavenge] for held in s.hands) + s.deck[scavenge] + s.discards[scavenge] > 1:
            raise InvalidInput([Problem("position", "turns with more than one Scavenge are left to enumeration")])
        for k in self.kinds:
            if k == scavenge or not self._lies_in_discards(k):
                continue
            discarded = self.discarded.get(k, 0)
            playable = not is_constant(self.hand[k], 0)
            if s.discards[k] or playable or not is_constant(discarded, 0):
                self.fetched[k] = self.logic.variable(f"fetch {self.cards[k].code}")
        self.uses[scavenge].append(sum(self.fetched.values()))

    # Plays.

    def _decide_structures(self) -> None:
        s, model = self.state, self.model
        (brick,), (mortar,), (fortify,) = self.by_effect["brick"], self.by_effect["mortar"], self.by_effect["fortify"]
        self.built: dict[int, Any] = {}
        self.placed: dict[int, Any] = {}
        self.fortified: dict[int, Any] = {}
        self.wall: list[Literal] = [int(s.walls[arc]) for arc in range(ARCS)]
        self.fort: list[Literal] = [int(s.fortify[arc]) for arc in range(ARCS)]
        for arc in range(ARCS):
            if s.walls[arc]:
                continue
            if self._most(brick) and self._most(mortar):
                self.built[arc] = self.logic.variable(f"build {arc + 1}")
            if s.held_walls[s.player]:
                self.placed[arc] = self.logic.variable(f"held wall {arc + 1}")
            if arc in self.built and arc in self.placed:
                model.add_at_most_one(self.built[arc], self.placed[arc])
            self.wall[arc] = self.logic.any_of([self.built.get(arc, 0), self.placed.get(arc, 0)])
        model.add(sum(self.placed.values()) <= int(s.held_walls[s.player]))
        left = int(self.rules.fortify_tokens) - sum(s.fortify)
        if self._most(fortify) and left > 0:
            for arc in range(ARCS):
                if not s.fortify[arc] and not is_constant(self.wall[arc], 0):
                    self.fortified[arc] = self.logic.variable(f"fortify {arc + 1}")
                    if not is_constant(self.wall[arc], 1):
                        model.add_implication(self.fortified[arc], self.wall[arc])
                    self.fort[arc] = self.fortified[arc]
            model.add(sum(self.fortified.values()) <= left)
        for k in (brick, mortar):
            self.uses[k].append(sum(self.built.values()))
        self.uses[fortify].append(sum(self.fortified.values()))
        (missing,), (draw,) = self.by_effect["missing"], self.by_effect["draw"]
        self.missing: Expression = int(s.missing)
        self.missing_played: Expression = 0
        self.draw_played: Expression = 0
        if self._most(missing):
            self.missing_played = self.model.new_int_var(0, self._most(missing), "missing")
            self.uses[missing].append(self.missing_played)
            if not s.missing:
                self.missing = self.logic.variable()
                self.model.add(self.missing_played >= 1).only_enforce_if(self.missing)
                self.model.add(self.missing_played == 0).only_enforce_if(self.missing.negated())
        if self._most(draw):
            self.draw_played = self.model.new_int_var(0, self._most(draw), "draw")
            self.uses[draw].append(self.draw_played)

    def _reaches(self, k: int, m: int) -> bool:
        return bool(self.rules.card_rings[k] >> ring_of(m) & self.rules.card_colours[k] >> colour_of(arc_of(m)) & 1)

    def _decide_monsters(self) -> None:
        s, model = self.state, self.model
        (nice,), (slayer,), (tar,), (back,) = (self.by_effect[e] for e in ("nice-shot", "slay", "tar", "drive-back"))
        self.monsters = [MonsterVariables(int(m)) for m in s.monsters[: s.monster_count]]
        tarred: list[Literal] = []
        for i, v in enumerate(self.monsters):
            for k in self.by_effect["hit"]:
                if not self._most(k) or not self._reaches(k, v.packed):
                    continue
                v.hits[k] = model.new_int_var(0, min(v.health, self._most(k)), f"{self.cards[k].code} hits {i}")
                self.uses[k].append(v.hits[k])
                if self._most(nice):
                    v.nice_shots[k] = self.logic.variable(f"nice shot {self.cards[k].code} {i}")
                    self.uses[k].append(v.nice_shots[k])
                    self.uses[nice].append(v.nice_shots[k])
            if self._most(slayer) and self._reaches(slayer, v.packed):
                v.slayers[slayer] = self.logic.variable(f"slayer {i}")
                self.uses[slayer].append(v.slayers[slayer])
            if self.rules.all_for_one and ring_of(v.packed) not in (FOREST, CASTLE):
                self._decide_all_for_one(v)
            special = [*v.nice_shots.values(), *v.slayers.values(), *v.together.values()]
            hits = list(v.hits.values())
            if special:
                model.add_at_most_one(special)
            if hits or special:
                # A Monster that a special play slays was alive until then.
                model.add(sum(hits) + sum(special) <= v.health)
                v.slain = self.logic.variable(f"slain {i}")
                by_hits: Literal = 0
                if hits:
                    by_hits = self.logic.variable()
                    model.add(sum(hits) == v.health).only_enforce_if(by_hits)
                    model.add(sum(hits) <= v.health - 1).only_enforce_if(by_hits.negated())
                model.add(sum(special) + by_hits == v.slain)
            if self._most(tar) and self._reaches(tar, v.packed) and not v.packed & TARRED:
                v.tar = self.logic.variable(f"tar {i}")
                self.uses[tar].append(v.tar)
            if v.packed & TARRED or not is_constant(v.tar, 0):
                tarred.append(self.logic.all_of(1 if v.packed & TARRED else v.tar, negated(v.slain)))
            if self._most(back) and self._reaches(back, v.packed):
                v.back = self.logic.variable(f"back {i}")
                self.uses[back].append(v.back)
                if not is_constant(v.slain, 0):
                    model.add_at_most_one(v.back, v.slain)  # nothing reaches it in the Forest
        tarred = [x for x in tarred if not is_constant(x, 0)]
        if len(tarred) > self.rules.tar_tokens:
            model.add(sum(tarred) <= int(self.rules.tar_tokens))
        self._order_equal_monsters()

    def _decide_all_for_one(self, v: MonsterVariables) -> None:
        colour = colour_of(arc_of(v.packed))
        troops = [
            [k for k in self.kinds if self.rules.card_troop[k] == ring and self.rules.card_colours[k] >> colour & 1 and self._most(k)]
            for ring in (ARCHER, KNIGHT, SWORDSMAN)
        ]
        for archer in troops[0]:
            for knight in troops[1]:
                for swordsman in troops[2]:
                    x = self.logic.variable()
                    v.together[archer, knight, swordsman] = x
                    for k in (archer, knight, swordsman):
                        self.uses[k].append(x)

    def _order_equal_monsters(self) -> None:
        """Of two equal Monsters the first is never better off: one of many solutions that only swap them."""
        for one, other in zip(self.monsters, self.monsters[1:], strict=False):
            if one.packed == other.packed and one.hits:
                self.model.add(sum(one.hits.values()) + one.health * one.slain >= sum(other.hits.values()) + other.health * other.slain)

    def _keep_cards(self) -> None:
        """Nothing is played that is not held; Scavenge fetches only what lies in the discards by then."""
        model = self.model
        self.kept: dict[int, Expression] = {}
        for k in self.kinds:
            used = sum(self.uses[k])
            fetched = self.fetched.get(k, 0)
            self.kept[k] = self.hand[k] + fetched - used
            if self.uses[k]:
                model.add(used <= self.hand[k] + fetched)
            if k in self.fetched:
                self._fetchable(k, used)
        self.replacements = sum(self.discarded.values())

    @property
    def draw_reshuffles(self) -> bool:
        """Whether a card that draws cards empties the deck, so that nothing is left in the discards for Scavenge: it is then played last."""
        (draw,) = self.by_effect["draw"]
        return bool(sum(self.state.deck) < self.cards[draw].amount)

    def _fetchable(self, k: int, used: Expression) -> None:
        """It lies in the discards already, is discarded this turn, or was played from the hand before."""
        s, model = self.state, self.model
        deck = sum(s.deck)
        discarded = self.discarded.get(k, 0)
        ways: list[Literal] = []
        if s.discards[k]:
            stays: Literal = 1
            if self.discarded and deck < self.rules.discards:  # drawing for a discard may turn the discards into the new deck
                stays = self.logic.variable()
                model.add(sum(self.discarded.values()) <= deck).only_enforce_if(stays)
            ways.append(stays)
        if not is_constant(discarded, 0) and deck >= self.rules.discards:
            way = self.logic.variable()
            model.add(discarded >= 1).only_enforce_if(way)
            ways.append(way)
        if self.uses[k] and not is_constant(self.hand[k], 0) and not (self.draw_reshuffles and self.cards[k].effect == "draw"):
            way = self.logic.variable()
            model.add(used >= 1).only_enforce_if(way)
            model.add(self.hand[k] >= 1).only_enforce_if(way)
            ways.append(way)
            self.fetched_after_play.append(way)
        if not any(is_constant(way, 1) for way in ways):
            model.add_bool_or([*ways, self.fetched[k].negated()])

    # The Move phase.

    def _march(self) -> None:
        s = self.state
        at_wall: list[list[tuple[MonsterVariables, Literal]]] = [[] for _ in range(ARCS)]
        entering: list[list[tuple[MonsterVariables, Literal]]] = [[] for _ in range(ARCS)]
        for v in self.monsters:
            ring, arc = ring_of(v.packed), arc_of(v.packed)
            held: Literal = 1 if v.packed & TARRED else v.tar
            free = self.logic.all_of(negated(v.slain), negated(held), negated(v.back))
            stays = self.logic.all_of(negated(v.slain), held, negated(v.back))
            if not is_constant(v.back, 0):
                v.places[FOREST, arc] = self.logic.all_of(v.back, held, negated(v.slain))
                v.places[ARCHER, arc] = self.logic.all_of(v.back, negated(held), negated(v.slain))
            self._add_place(v, (ring, arc), stays)
            if ring < SWORDSMAN:
                self._add_place(v, (ring + 1, arc), free)
            elif ring == SWORDSMAN:
                attacks, enters = self.logic.all_of(free, self.wall[arc]), self.logic.all_of(free, negated(self.wall[arc]))
                at_wall[arc].append((v, attacks))
                entering[arc].append((v, enters))
                self._add_place(v, (SWORDSMAN, arc), attacks)
                self._add_place(v, (CASTLE, arc), enters)
            else:
                entering[clockwise(arc, 1)].append((v, free))
                self._add_place(v, (CASTLE, clockwise(arc, 1)), free)
        standing = [arc for arc in range(ARCS) if s.towers[arc]]
        falls = {arc: self.logic.any_of([x for _, x in entering[arc]]) for arc in standing}
        self.lost: Literal = self.logic.all_of(*falls.values()) if standing else 1
        self.tower_falls = falls
        self.wall_hit = [self.logic.all_of(self.logic.any_of([x for _, x in at_wall[arc]]), negated(self.lost)) for arc in range(ARCS)]
        for arc in range(ARCS):
            self._hurt_one(at_wall[arc], self.wall_hit[arc])
            if arc in falls:
                self._hurt_one(entering[arc], self.logic.all_of(falls[arc], negated(self.lost)))
        for v in self.monsters:
            self._health_after(v)

    def _add_place(self, v: MonsterVariables, place: tuple[int, int], here: Literal) -> None:
        if not is_constant(here, 0):
            v.places[place] = self.logic.any_of([v.places.get(place, 0), here])

    def _hurt_one(self, attackers: list[tuple[MonsterVariables, Literal]], struck: Literal) -> None:
        """A structure that goes hurts exactly one of those that went against it."""
        attackers = [(v, x) for v, x in attackers if not is_constant(x, 0)]
        if not attackers or is_constant(struck, 0):
            return
        hurts = []
        for v, x in attackers:
            hurt = self.logic.variable("hurt")
            if not is_constant(x, 1):
                self.model.add_implication(hurt, x)
            hurts.append(hurt)
            v.hurt = v.hurt + hurt
        self.model.add(sum(hurts) == struck)

    def _health_after(self, v: MonsterVariables) -> None:
        """One literal for each place and health a Monster may have after the Move phase."""
        places = {place: x for place, x in v.places.items() if not is_constant(x, 0)}
        lost = sum(v.hits.values()) + v.hurt
        if is_constant(lost, 0):
            v.after = {(*place, v.health): x for place, x in places.items()}
            return
        left = {h: self.logic.variable() for h in range(v.health + 1)}
        self.model.add_exactly_one(left.values())
        self.model.add(sum(h * x for h, x in left.items()) == v.health - lost)
        for place, x in places.items():
            for h in range(1, v.health + 1):
                v.after[(*place, h)] = self.logic.all_of(x, left[h])

    def _end(self) -> None:
        """Won: no token is left in the pile and no Monster on the board."""
        self.won: Literal = 0
        if not any(self.state.pile):
            self.won = self.logic.all_of(negated(self._anyone_left()), negated(self.lost))
            if self.draw_reshuffles and not isinstance(self.draw_played, int) and not is_constant(self.won, 0):
                # A game that is won leaves no time to draw at the end; drawing before leaves nothing to fetch.
                for way in self.fetched_after_play:
                    self.model.add(self.draw_played == 0).only_enforce_if(way, self.won)
        s = self.state
        self.wall_after: list[Expression] = []
        self.fort_after: list[Expression] = []
        for arc in range(ARCS):
            hit = self.wall_hit[arc]
            self.fort_after.append(self.logic.all_of(self.fort[arc], negated(hit)))
            self.wall_after.append(self.logic.all_of(self.wall[arc], negated(self.logic.all_of(hit, negated(self.fort[arc])))))
        self.tower_after = [self.logic.all_of(int(s.towers[arc]), negated(self.tower_falls.get(arc, 0))) for arc in range(ARCS)]

    def _anyone_left(self) -> Literal:
        """Whether a Monster is on the board when the Move phase is over."""
        return self.logic.any_of([x for v in self.monsters for x in v.after.values()])

    # Questions.

    def maximise(self, worth: Worth) -> None:
        terms: list[Expression] = []
        for v in self.monsters:
            terms += [worth.monster[ring][arc][h] * x for (ring, arc, h), x in v.after.items()]
        for arc in range(ARCS):
            terms += [
                worth.wall[arc] * self.wall_after[arc],
                worth.fortify[arc] * self.fort_after[arc],
                worth.tower[arc] * self.tower_after[arc],
            ]
        if worth.card:
            terms += [worth.card[k] * self.kept[k] for k in self.kinds]
        if worth.partner_card:
            terms += [worth.partner_card[k] * held[k] for held in self.theirs.values() for k in self.kinds]
        terms += [worth.missing * self.missing, worth.draw * self.draw_played, worth.replacement * self.replacements]
        terms += [worth.won * self.won, worth.lost * self.lost]
        self.value = sum(terms)
        self.model.maximize(self.value)

    def require(self, goal: Goal) -> None:
        model = self.model
        if goal.slay_all:
            for v in self.monsters:
                self.logic.must(v.slain)
        wanted = list(goal.slay)
        for packed in sorted(set(wanted)):
            equal = [v.slain for v in self.monsters if v.packed == packed]
            model.add(sum(equal) >= wanted.count(packed))
        for v in self.monsters:
            if ring_of(v.packed) in goal.clear:
                self.logic.must(self.logic.any_of([v.slain, v.back]))
            if FOREST in goal.clear:
                self.logic.must(negated(v.back))
        if goal.no_tower_falls or goal.no_structure_falls:
            for x in self.tower_falls.values():
                self.logic.must(negated(x))
        if goal.no_structure_falls:
            for x in self.wall_hit:
                self.logic.must(negated(x))
        for k, count in goal.keep:
            model.add(self.kept[k] >= count)

    def forbid(self, outlook: Outlook) -> None:
        """No further solution may lead to this board."""
        differs: list[Literal] = []
        for arc in range(ARCS):
            for after, was in ((self.wall_after, outlook.walls), (self.fort_after, outlook.fortify), (self.tower_after, outlook.towers)):
                x = after[arc]
                differs.append(negated(x) if was[arc] else x)
        spots: dict[int, list[Literal]] = {}
        for v in self.monsters:
            for (ring, arc, h), x in v.after.items():
                spots.setdefault(monster(kind_of(v.packed), ring, arc, h), []).append(x)
        there = [m & ~TARRED for m in outlook.monsters]
        for spot, literals in spots.items():
            count = there.count(spot)
            if count == 0:
                differs += literals
            elif count == len(literals):
                differs += [negated(x) for x in literals]
            else:
                differs += [self._more_or_fewer(spot, sum(literals), count, sign) for sign in (1, -1)]
        self.model.add_bool_or([x for x in differs if not is_constant(x, 0)])

    def _more_or_fewer(self, spot: int, there: Expression, count: int, sign: int) -> Literal:
        """True only if there are more (1) or fewer (-1) Monsters of a kind at a place than so many; made once for all boards that are forbidden."""
        if (spot, count, sign) not in self.others:
            self.others[spot, count, sign] = self.logic.variable()
            self.model.add(sign * (there - count) >= 1).only_enforce_if(self.others[spot, count, sign])
        return self.others[spot, count, sign]

    # Solutions.

    def plays(self, value: Any) -> list[Play]:
        """The plays of a solution; `value` gives a variable's value in it."""

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        found: list[Play] = []
        found += [Play("discard", (k,)) for k, x in self.discarded.items() for _ in range(of(x))]
        for slot in self.trades:
            found += [Play("trade", (given, wanted), partner=p) for (given, p, wanted), x in slot.items() if of(x)]
        found += [Play("scavenge", (self.by_effect["scavenge"][0], k)) for k, x in self.fetched.items() if of(x)]
        # Slaying the last Monster may end the game, so whatever else is played comes before.
        found += [Play("held-wall", arc=arc) for arc, x in self.placed.items() if of(x)]
        found += [
            Play("brick", (self.by_effect["brick"][0], self.by_effect["mortar"][0]), arc=arc) for arc, x in self.built.items() if of(x)
        ]
        found += [Play("fortify", (self.by_effect["fortify"][0],), arc=arc) for arc, x in self.fortified.items() if of(x)]
        found += [Play("missing", (self.by_effect["missing"][0],)) for _ in range(of(self.missing_played))]
        draws = [Play("draw", (self.by_effect["draw"][0],)) for _ in range(of(self.draw_played))]
        drawn_last = self.draw_reshuffles and not of(self.won)
        if not drawn_last:
            found += draws
        for i, v in enumerate(self.monsters):
            if of(v.tar) and of(v.slain):
                found.append(Play("tar", (self.by_effect["tar"][0],), i))
            found += [Play("hit", (k,), i) for k, x in v.hits.items() for _ in range(of(x))]
            found += [Play("nice-shot", (k,), i) for k, x in v.nice_shots.items() if of(x)]
            found += [Play("slay", (k,), i) for k, x in v.slayers.items() if of(x)]
            found += [Play("all-for-one", cards, i) for cards, x in v.together.items() if of(x)]
            if of(v.back):
                found.append(Play("drive-back", (self.by_effect["drive-back"][0],), i))
        for i, v in enumerate(self.monsters):
            if of(v.tar) and not of(v.slain):
                found.append(Play("tar", (self.by_effect["tar"][0],), i))
        return found + draws if drawn_last else found

    def outlook(self, value: Any) -> Outlook:
        """The board that a solution leads to."""

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        monsters = sorted(monster(kind_of(v.packed), ring, arc, h) for v in self.monsters for (ring, arc, h), x in v.after.items() if of(x))
        boards = (tuple(of(x) for x in after) for after in (self.wall_after, self.fort_after, self.tower_after))
        return Outlook(tuple(monsters), *boards)

    def hurt(self, value: Any) -> list[int]:
        """Which Monsters, by their place in the list, are hurt by structures in a solution."""
        return [i for i, v in enumerate(self.monsters) if not isinstance(v.hurt, int) and int(value(v.hurt))]
