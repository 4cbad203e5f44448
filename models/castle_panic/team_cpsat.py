"""The coming turns of a whole team as one CP-SAT problem: known hands, Monsters marching a ring a turn, nothing drawn but what is known to come.

What is chosen: who trades what with whom, who plays what on which Monster and when, who is hurt by a structure. What is wanted: the fewest structures
lost, then the most Monsters slain, then the fewest cards spent. New tokens and cards would only make it worse or better by chance, so the plan is a
schedule for people and a bound that is optimistic about tokens and pessimistic about cards.

Unlike in the model of one turn (turn_cpsat.py) the places of Monsters and structures are variables here: those after one turn are those before the next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

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
from castlewise.models.castle_panic.turn_question import Play
from castlewise.models.literals import Literal, Logic, is_constant, negated
from castlewise.models.problems import Problems

MOST_TURNS = 6
Space = tuple[int, int]  # ring and arc

# What is worth more than all that follows: a structure, a Monster, a card.
STRUCTURE, MONSTER, CARD = 1_000_000, 1_000, 1


@dataclass
class TurnOfTeam:
    """One player's turn: plays by Monster, trades, structures."""

    player: int
    trades: list[dict[tuple[int, int, int], Any]] = field(default_factory=list)
    hits: dict[tuple[int, int], Any] = field(default_factory=dict)  # (kind of card, Monster): how many
    nice_shots: dict[tuple[int, int], Any] = field(default_factory=dict)
    slayers: dict[int, Any] = field(default_factory=dict)
    together: dict[tuple[int, int, int, int], Any] = field(default_factory=dict)
    tar: dict[int, Any] = field(default_factory=dict)
    back: dict[int, Any] = field(default_factory=dict)
    built: dict[int, Any] = field(default_factory=dict)
    placed: dict[int, Any] = field(default_factory=dict)
    fortified: dict[int, Any] = field(default_factory=dict)
    hurt: dict[int, Any] = field(default_factory=dict)


@dataclass
class MonsterNow:
    """A Monster between two turns: where it may be, and how much health it may have; neither once it is gone."""

    where: dict[Space, Literal]
    health: dict[int, Literal]


class TeamModel:
    """The next turns, from the Discard, Trade or Play phase of the player whose turn it is.

    `arrivals` are Monsters, packed, that are known to come: those of its first entry at the end of the first turn, and so on.
    """

    def __init__(self, position: Position, turns: int, arrivals: Sequence[Sequence[int]] = ()) -> None:
        base_game_only(position.rule_set, "the team's model does")
        _refuse_what_is_left_out(position, turns)
        self.position = position
        self.state = position.numbers
        self.rules = position.game.as_plain().rules
        self.cards = position.rule_set.components.cards
        self.kinds = range(len(self.cards))
        self.effects = {effect: [k for k in self.kinds if self.cards[k].effect == effect] for effect in CARD_EFFECTS}
        self.model = cp_model.CpModel()
        self.logic = Logic(self.model)
        s = self.state
        self.packed = [int(m) for m in s.monsters[: s.monster_count]]
        self.hands: list[dict[int, Any]] = [{k: int(s.hands[p][k]) for k in self.kinds} for p in range(self.rules.players)]
        self.held_walls: list[Any] = [int(n) for n in s.held_walls]
        self.monsters = [MonsterNow({(ring_of(m), arc_of(m)): 1}, {health_of(m): 1}) for m in self.packed]
        self.walls: list[Literal] = [int(x) for x in s.walls]
        self.forts: list[Literal] = [int(x) for x in s.fortify]
        self.towers: list[Literal] = [int(x) for x in s.towers]
        self.slain: list[Literal] = []
        self.spent: list[Any] = []
        self.lost: list[Literal] = []  # structures
        self.over: Literal = 0  # the last Tower has fallen
        self.turns: list[TurnOfTeam] = []
        self.after: list[list[MonsterNow]] = []  # the Monsters when each turn is over
        for player in self._players(turns):
            self.turns.append(TurnOfTeam(player))
            self._trade()
            self._build()
            gone = self._play()
            self._march(gone)
            self._arrive(arrivals[len(self.turns) - 1] if len(self.turns) <= len(arrivals) else ())
            self.after.append([MonsterNow(dict(m.where), dict(m.health)) for m in self.monsters])
        self._hint_at_doing_nothing()
        self.model.minimize(STRUCTURE * sum(self.lost) - MONSTER * sum(self.slain) + CARD * sum(self.spent))

    def _arrive(self, newcomers: Sequence[int]) -> None:
        for m in newcomers:
            self.packed.append(m)
            self.monsters.append(MonsterNow({(ring_of(m), arc_of(m)): 1}, {health_of(m): 1}))

    def _hint_at_doing_nothing(self) -> None:
        """A first solution that is always there, so that a search cut short has something to show."""
        for turn in self.turns:
            chosen: list[dict[Any, Any]] = [
                turn.hits,
                turn.nice_shots,
                turn.slayers,
                turn.together,
                turn.tar,
                turn.back,
                turn.built,
                turn.placed,
                turn.fortified,
            ]
            for decisions in (*turn.trades, *chosen):
                for x in decisions.values():
                    self.model.add_hint(x, 0)

    def _players(self, turns: int) -> list[int]:
        """Whose turns they are: clockwise, without those who are out."""
        s, players = self.state, self.rules.players
        order = [(s.player + step) % players for step in range(players)]
        order = [p for p in order if not s.out[p]]
        return [order[number % len(order)] for number in range(turns)]

    @property
    def _now(self) -> TurnOfTeam:
        return self.turns[-1]

    # Trades.

    def _trade(self) -> None:
        s = self.state
        slots = int(self.rules.trades)
        if len(self.turns) == 1:
            slots = {TRADE_PHASE: int(s.trades_left), PLAY_PHASE: 0}.get(int(s.stage), slots)
        if self.rules.master_slayer:  # needs a consent that nobody can plan for
            slots = 0
        for _ in range(slots):
            self._trade_once()

    def _trade_once(self) -> None:
        me = self._now.player
        mine = [k for k in self.kinds if not is_constant(self.hands[me][k], 0)]
        made: dict[tuple[int, int, int], Any] = {}
        for partner in range(self.rules.players):
            if partner != me and not self.state.out[partner]:
                for wanted in self.kinds:
                    if not is_constant(self.hands[partner][wanted], 0):
                        made.update({(given, partner, wanted): self.logic.variable() for given in mine if given != wanted})
        self.model.add_at_most_one(made.values())
        if self._now.trades:
            self.model.add(sum(made.values()) <= sum(self._now.trades[-1].values()))
        self._now.trades.append(made)
        before = [dict(hand) for hand in self.hands]
        for (given, partner, wanted), x in made.items():
            self.hands[me][given] = self.hands[me][given] - x
            self.hands[me][wanted] = self.hands[me][wanted] + x
            self.hands[partner][wanted] = self.hands[partner][wanted] - x
            self.hands[partner][given] = self.hands[partner][given] + x
        for k in self.kinds:
            given_away = [x for (given, _, _), x in made.items() if given == k]
            if given_away and not isinstance(before[me][k], int):
                self.model.add(sum(given_away) <= before[me][k])
            for partner in {p for _, p, _ in made}:
                taken = [x for (_, p, wanted), x in made.items() if (p, wanted) == (partner, k)]
                if taken and not isinstance(before[partner][k], int):
                    self.model.add(sum(taken) <= before[partner][k])

    # Plays.

    def _use(self, k: int, number: Any) -> None:
        """Cards of a kind leave the hand."""
        me = self._now.player
        self.hands[me][k] = self.hands[me][k] - number
        self.spent.append(number)

    def _never_below_zero(self) -> None:
        for left in self.hands[self._now.player].values():
            if not isinstance(left, int):
                self.model.add(left >= 0)

    def _held(self, k: int) -> bool:
        return not is_constant(self.hands[self._now.player][k], 0)

    def _build(self) -> None:
        turn, logic, model = self._now, self.logic, self.model
        (brick,), (mortar,), (fortify,) = self.effects["brick"], self.effects["mortar"], self.effects["fortify"]
        before = list(self.walls)
        for arc in range(ARCS):
            if is_constant(before[arc], 1):
                continue
            new: list[Literal] = []
            if self._held(brick) and self._held(mortar):
                turn.built[arc] = logic.variable()
                new.append(turn.built[arc])
            if not is_constant(self.held_walls[turn.player], 0):
                turn.placed[arc] = logic.variable()
                new.append(turn.placed[arc])
            if new:
                model.add(sum(new) + before[arc] <= 1)
                self.walls[arc] = logic.any_of([before[arc], *new])
        for k in (brick, mortar):
            if turn.built:
                self._use(k, sum(turn.built.values()))
        if turn.placed:
            self.held_walls[turn.player] = self.held_walls[turn.player] - sum(turn.placed.values())
            model.add(self.held_walls[turn.player] >= 0)
        if self._held(fortify):
            for arc in range(ARCS):
                if not is_constant(self.walls[arc], 0) and not is_constant(self.forts[arc], 1):
                    x = logic.variable()
                    turn.fortified[arc] = x
                    model.add(x <= self.walls[arc])
                    model.add(x + self.forts[arc] <= 1)
                    self.forts[arc] = logic.any_of([self.forts[arc], x])
            if turn.fortified:
                model.add(sum(self.forts) <= int(self.rules.fortify_tokens))
                self._use(fortify, sum(turn.fortified.values()))

    def _reached(self, k: int, m: MonsterNow) -> Literal:
        """Whether a Monster stands where a card can be aimed at it."""
        rings, colours = self.rules.card_rings[k], self.rules.card_colours[k]
        return self.logic.any_of(x for (ring, arc), x in m.where.items() if rings >> ring & colours >> colour_of(arc) & 1)

    def _play(self) -> list[Literal]:
        """Every play on a Monster. Returns for each whether it is gone before the Move phase; its health is then what the hits left."""
        turn, model = self._now, self.model
        (tar,), (back,) = self.effects["tar"], self.effects["drive-back"]
        gone: list[Literal] = []
        for j, m in enumerate(self.monsters):
            hits, special = self._attacks(j, m)
            before = sum(h * x for h, x in m.health.items())
            dead: Literal = self.logic.any_of([m.health.get(0, 0)])
            if hits or special:
                model.add(sum(hits) + sum(special) <= before)
                left = {h: self.logic.variable() for h in range(max(m.health) + 1)}
                model.add_exactly_one(left.values())
                model.add(sum(h * x for h, x in left.items()) == before - sum(hits))
                dead_now = self.logic.any_of([left[0], *special])
                slain = self.logic.all_of(dead_now, negated(dead), negated(self.over))
                self.slain.append(slain)
                m.health, dead = left, dead_now
            gone.append(dead)
            for k, verb in ((tar, turn.tar), (back, turn.back)):
                reached = self._reached(k, m) if self._held(k) else 0
                if not is_constant(reached, 0):
                    verb[j] = self.logic.variable()
                    model.add(verb[j] <= reached)
                    if not is_constant(dead, 0):
                        model.add(verb[j] + dead <= 1)
        for k, verb in ((tar, turn.tar), (back, turn.back)):
            if verb:
                self._use(k, sum(verb.values()))
        tarred = sum(1 for packed in self.packed if packed & TARRED) if len(self.turns) == 1 else 0
        if turn.tar:
            model.add(sum(turn.tar.values()) + tarred <= int(self.rules.tar_tokens))
        self._never_below_zero()
        return gone

    def _attacks(self, j: int, m: MonsterNow) -> tuple[list[Any], list[Any]]:
        """Plain hits on a Monster, and plays that slay it."""
        turn, model = self._now, self.model
        (nice,), (slayer,) = self.effects["nice-shot"], self.effects["slay"]
        hits, special = [], []
        for k in self.effects["hit"]:
            reached = self._reached(k, m) if self._held(k) else 0
            if is_constant(reached, 0):
                continue
            most = max(m.health)
            x = model.new_int_var(0, most, "")
            model.add(x <= most * reached)
            turn.hits[k, j] = x
            hits.append(x)
            self._use(k, x)
            if self._held(nice):
                shot = self.logic.variable()
                model.add(shot <= reached)
                turn.nice_shots[k, j] = shot
                special.append(shot)
                self._use(k, shot)
                self._use(nice, shot)
        reached = self._reached(slayer, m) if self._held(slayer) else 0
        if not is_constant(reached, 0):
            turn.slayers[j] = self.logic.variable()
            model.add(turn.slayers[j] <= reached)
            special.append(turn.slayers[j])
            self._use(slayer, turn.slayers[j])
        if self.rules.all_for_one:
            special += self._all_for_one(j, m)
        return hits, special

    def _all_for_one(self, j: int, m: MonsterNow) -> list[Any]:
        turn, made = self._now, []
        for colour in range(3):
            here = self.logic.any_of(x for (ring, arc), x in m.where.items() if ring not in (FOREST, CASTLE) and colour_of(arc) == colour)
            if is_constant(here, 0):
                continue
            troops = [
                [k for k in self.kinds if self.rules.card_troop[k] == ring and self.rules.card_colours[k] >> colour & 1 and self._held(k)]
                for ring in (ARCHER, KNIGHT, SWORDSMAN)
            ]
            for cards in product(*troops):
                key = (*cards, j)
                if key in turn.together:  # three Any Color cards, which another colour has made already
                    continue
                x = self.logic.variable()
                self.model.add(x <= here)
                turn.together[key] = x  # type: ignore[index]
                made.append(x)
                for k in cards:
                    self._use(k, x)
        return made

    # The Move phase.

    def _march(self, gone: list[Literal]) -> None:
        turn, logic = self._now, self.logic
        at_wall: list[list[tuple[int, Literal]]] = [[] for _ in range(ARCS)]
        entering: list[list[tuple[int, Literal]]] = [[] for _ in range(ARCS)]
        places: list[dict[Space, list[Literal]]] = []
        for j, m in enumerate(self.monsters):
            held: Literal = turn.tar.get(j, 0)
            if len(self.turns) == 1 and self.packed[j] & TARRED:
                held = 1
            back = turn.back.get(j, 0)
            now: dict[Space, list[Literal]] = {}
            for (ring, arc), x in m.where.items():
                here = logic.all_of(x, negated(gone[j]))
                sent = logic.all_of(here, back)
                _put(now, (FOREST, arc), logic.all_of(sent, held))
                _put(now, (ARCHER, arc), logic.all_of(sent, negated(held)))
                _put(now, (ring, arc), logic.all_of(here, held, negated(back)))
                free = logic.all_of(here, negated(held), negated(back))
                if ring < SWORDSMAN:
                    _put(now, (ring + 1, arc), free)
                elif ring == SWORDSMAN:
                    attacks, enters = logic.all_of(free, self.walls[arc]), logic.all_of(free, negated(self.walls[arc]))
                    at_wall[arc].append((j, attacks))
                    entering[arc].append((j, enters))
                    _put(now, (SWORDSMAN, arc), attacks)
                    _put(now, (CASTLE, arc), enters)
                else:
                    entering[clockwise(arc, 1)].append((j, free))
                    _put(now, (CASTLE, clockwise(arc, 1)), free)
            places.append(now)
        hurt: list[list[Any]] = [[] for _ in self.monsters]
        falling = [logic.all_of(self.towers[arc], logic.any_of(x for _, x in entering[arc])) for arc in range(ARCS)]
        kept = logic.any_of(logic.all_of(self.towers[arc], negated(falling[arc])) for arc in range(ARCS))
        # Once every standing Tower is entered the game is over, and nothing else is resolved.
        self.over = logic.any_of([self.over, negated(kept)])
        for arc in range(ARCS):
            fallen = falling[arc]
            struck = logic.all_of(logic.any_of(x for _, x in at_wall[arc]), negated(self.over))
            self._hurt_one(at_wall[arc], struck, hurt)
            self._hurt_one(entering[arc], logic.all_of(fallen, negated(self.over)), hurt)
            self.lost += [x for x in (struck, fallen) if not is_constant(x, 0)]
            self.walls[arc] = logic.all_of(self.walls[arc], negated(logic.all_of(struck, negated(self.forts[arc]))))
            self.forts[arc] = logic.all_of(self.forts[arc], negated(struck))
            self.towers[arc] = logic.all_of(self.towers[arc], negated(fallen))
        for j, m in enumerate(self.monsters):
            m.where = {space: logic.any_of(found) for space, found in places[j].items()}
            m.where = {space: x for space, x in m.where.items() if not is_constant(x, 0)}
            self._health_after(j, m, gone[j], hurt[j])

    def _hurt_one(self, attackers: list[tuple[int, Literal]], struck: Literal, hurt: list[list[Any]]) -> None:
        """A structure that goes hurts exactly one of those that went against it."""
        attackers = [(j, x) for j, x in attackers if not is_constant(x, 0)]
        if is_constant(struck, 0):
            return
        chosen = []
        for j, x in attackers:
            one = self.logic.variable()
            self.model.add(one <= x)
            chosen.append(one)
            hurt[j].append(one)
        self.model.add(sum(chosen) == struck)

    def _health_after(self, j: int, m: MonsterNow, gone: Literal, hurt: list[Any]) -> None:
        """Health after the move; a Monster whose last point a structure took is nowhere any more."""
        turn = self._now
        if hurt:
            turn.hurt[j] = sum(hurt)
        if not hurt and is_constant(gone, 0):
            return
        after = {h: self.logic.variable() for h in range(max(m.health) + 1)}
        self.model.add_exactly_one(after.values())
        total = sum(h * x for h, x in m.health.items()) - sum(hurt)
        if is_constant(gone, 0):
            self.model.add(sum(h * x for h, x in after.items()) == total)
        elif is_constant(gone, 1):
            self.model.add(after[0] == 1)
        else:
            self.model.add(sum(h * x for h, x in after.items()) == total).only_enforce_if(negated(gone))
            self.model.add_implication(gone, after[0])
        alive = negated(after[0])
        m.where = {space: self.logic.all_of(x, alive) for space, x in m.where.items()}
        m.health = after

    # Solutions.

    def plays(self, number: int, value: Any) -> list[Play]:
        """The plays of one turn of a solution, in an order that suits the rules: structures first, then Monsters, Tar at the end."""
        turn = self.turns[number]

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        found = [Play("trade", (given, wanted), partner=p) for slot in turn.trades for (given, p, wanted), x in slot.items() if of(x)]
        found += [Play("held-wall", arc=arc) for arc, x in turn.placed.items() if of(x)]
        wall = (self.effects["brick"][0], self.effects["mortar"][0])
        found += [Play("brick", wall, arc=arc) for arc, x in turn.built.items() if of(x)]
        found += [Play("fortify", (self.effects["fortify"][0],), arc=arc) for arc, x in turn.fortified.items() if of(x)]
        found += [Play("hit", (k,), j) for (k, j), x in turn.hits.items() for _ in range(of(x))]
        found += [Play("nice-shot", (k,), j) for (k, j), x in turn.nice_shots.items() if of(x)]
        found += [Play("slay", (self.effects["slay"][0],), j) for j, x in turn.slayers.items() if of(x)]
        found += [Play("all-for-one", (a, k, s), j) for (a, k, s, j), x in turn.together.items() if of(x)]
        found += [Play("drive-back", (self.effects["drive-back"][0],), j) for j, x in turn.back.items() if of(x)]
        return found + [Play("tar", (self.effects["tar"][0],), j) for j, x in turn.tar.items() if of(x)]

    def monsters_after(self, number: int, value: Any) -> list[int]:
        """The Monsters, packed, when a turn of a solution is over; 0 for one that is gone."""

        def of(x: Any) -> int:
            return x if isinstance(x, int) else int(value(x))

        found = []
        for packed, m in zip(self.packed, self.after[number], strict=False):  # those who come later are not there yet
            spaces = [space for space, x in m.where.items() if of(x)]
            health = next(h for h, x in m.health.items() if of(x))
            found.append(monster(kind_of(packed), *spaces[0], health) if spaces else 0)
        return found

    def hurt(self, number: int, value: Any) -> list[int]:
        """Which Monsters are hurt by structures in a turn of a solution."""
        return [j for j, x in self.turns[number].hurt.items() if int(value(x))]


def _put(places: dict[Space, list[Literal]], space: Space, here: Literal) -> None:
    if not is_constant(here, 0):
        places.setdefault(space, []).append(here)


def _refuse_what_is_left_out(position: Position, turns: int) -> None:
    problems = Problems()
    if not 1 <= turns <= MOST_TURNS:
        problems.add("turns", f"{turns}: a team plan looks 1 to {MOST_TURNS} turns ahead")
    if position.state.stage not in (DISCARD_PHASE, TRADE_PHASE, PLAY_PHASE):
        problems.add("position", "a plan begins in the Discard, Trade or Play phase")
    if position.rule_set.my_home:
        problems.add("rules", "My Home Is My Castle is beyond the team plan: who is out changes whose turn it is")
    problems.raise_if_any()
