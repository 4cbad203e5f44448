"""The advisor as a player: decides by the search of turn_search.py, with an effort that is counted in rollouts and not in seconds, so that the same seed
gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.rules.towers import towers_standing
from castlewise.models.castle_panic.stages import TRADE_PHASE
from castlewise.models.castle_panic.stages import WON as WON_GAME
from castlewise.models.castle_panic.state import CHOICES
from castlewise.models.contract import A_CHANCE, GAME_OVER
from castlewise.models.kernel import Ints, Kernel, Layout
from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.randomness import scramble, seeded
from castlewise.solver import efforts
from castlewise.solver.castle_panic.advised_games import advised_games, dice_of
from castlewise.solver.castle_panic.advised_rollouts import roll_advised
from castlewise.solver.castle_panic.closed_hands import closed
from castlewise.solver.castle_panic.enumeration import records
from castlewise.solver.castle_panic.enumeration_rules import Step
from castlewise.solver.castle_panic.features import features, occasion, pile_is_empty
from castlewise.solver.castle_panic.greedy import greedy
from castlewise.solver.castle_panic.second_look import CLOSE, FINALISTS, SecondLook
from castlewise.solver.castle_panic.turn_search import (
    DRAWS,
    HORIZON,
    MOST_STATES,
    OPENING,
    OPENINGS,
    ROLLOUTS,
    SETTINGS,
    WIDTH,
    advise,
    first_look,
    write_decision,
)
from castlewise.solver.castle_panic.value_sets import ValueSet, value_set_for
from castlewise.solver.game_rules import bound_kernel, decide
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TALLY, TURNS, WON
from castlewise.solver.racing import Floats
from castlewise.solver.rollouts import KINDS_OF_CHANCE, Race, end_is_near, kind_of_chance
from castlewise.solver.value import MILLION, write_features

if TYPE_CHECKING:
    from castlewise.models.castle_panic.game import CastlePanic

MOST_CANDIDATES = 512
MOST_BATCHES = 1_024
ROLLOUTS_PER_MS = 80  # a decision, for a millisecond a turn
WIZARDS_ROLLOUTS_PER_MS = 24  # with the Wizard's Tower


@dataclass(frozen=True)
class Effort:
    """How much the advisor thinks. Without rollouts the value functions alone decide."""

    rollouts: int = 400  # a decision
    width: int = 16  # candidates of a race
    horizon: int = 2  # turns of a rollout
    most_states: int = 500  # ways to play one hand that are listed
    openings: int = 8  # trades whose plays are looked at
    draws: int = 16  # replacements sampled to value a discard
    advised: int = 0  # rollouts of a second look (second_look.py), a decision

    def settings(self, game: CastlePanic) -> Ints:
        made = game.buffer(SETTINGS)
        made[ROLLOUTS], made[WIDTH], made[HORIZON] = self.rollouts, self.width, self.horizon
        made[MOST_STATES], made[OPENINGS], made[DRAWS] = self.most_states, self.openings, self.draws
        return made


WIDE = Effort(width=32, openings=24, most_states=2_000, draws=32)
"""Where there is time for it: what `suggest` looks at, and the player from so many rollouts on as WIDE_FROM says."""
WIDE_FROM = 8_000
AT_STAKE = 0.75  # with a better chance to win than this there is no second look
MOST_ROLLOUTS = 20_000  # more of them bring nothing: what goes beyond is for a second look
ROLLOUTS_PER_ADVISED = 500
ON_THE_WAY = Effort(rollouts=64, width=8, openings=4, most_states=200, draws=8)
"""How the advisor plays in the advised rollouts of a second look."""
ADVISED_TURNS = 2
_ROLLOUTS_THEN = 32  # from where the advised turns of a rollout lead

_kernels: dict[Kernel, Kernel] = {}


def advisor_kernel(game: CastlePanic) -> Kernel:
    if game.kernel not in _kernels:
        sizes = {"candidates": MOST_CANDIDATES, "batches": MOST_BATCHES, "occasions": KINDS_OF_CHANCE}
        bindings: dict[Callable[..., Any], Sequence[Callable[..., Any]]] = {
            decide: [greedy],
            write_features: [features],
            kind_of_chance: [occasion],
            end_is_near: [pile_is_empty],
        }
        step: type = Step
        if game.rule_set.wizards_tower:
            from castlewise.solver.castle_panic import wizards_tower_features, wizards_tower_greedy, wizards_tower_search

            step = wizards_tower_search.Step
            for taught in (wizards_tower_greedy, wizards_tower_features, wizards_tower_search):
                bindings.update(taught.BINDINGS)
        layouts = {"Race": Layout(Race, sizes), "Step": Layout(step, sizes)}
        _kernels[game.kernel] = bound_kernel(game, f"{game.kernel.name} advisor", bindings, layouts, entries=_entries())
    return _kernels[game.kernel]


def _entries() -> Sequence[Callable[..., Any]]:
    """What Python calls: to suggest, to play, to learn."""
    from castlewise.solver.castle_panic.game_luck_rules import luck_of_games
    from castlewise.solver.castle_panic.sampled_losses import play_rest_of_turn
    from castlewise.solver.castle_panic.turn_search import best_trade, end_and_settle, list_candidates, list_plays, write_plays
    from castlewise.solver.castle_panic.value_rows import make_rows
    from castlewise.solver.rollouts import roll

    suggesting = (list_candidates, list_plays, write_plays, best_trade, end_and_settle, roll, play_rest_of_turn)
    return (*suggesting, advise, first_look, write_decision, roll_advised, advised_games, luck_of_games, make_rows)


def looks_for(rollouts: int) -> tuple[int, int]:
    """How many rollouts a race has, and how many advised ones a second look, if so many rollouts are asked for in all.

    >>> looks_for(4_000), looks_for(80_000)
    ((4000, 0), (20000, 120))
    """
    return min(rollouts, MOST_ROLLOUTS), max(0, rollouts - MOST_ROLLOUTS) // ROLLOUTS_PER_ADVISED


def read_effort(policy: str, rule_set: RuleSet | None = None) -> Effort:
    """The effort that a policy's name asks for (see castlewise.solver.efforts). A rollout takes longer with the Wizard's Tower.

    >>> read_effort("advisor:2000").rollouts, read_effort("advisor:10ms").rollouts < read_effort("advisor:50ms").rollouts
    (2000, True)
    """
    if rule_set is not None and closed(rule_set):
        reason = f"{policy} plays with open hands; with friends-close `suggest` keeps to what a player may see"
        raise InvalidInput([Problem("policy", reason)])
    wizards_tower = rule_set is not None and rule_set.wizards_tower
    said = efforts.rollouts_said(policy, Effort.rollouts, WIZARDS_ROLLOUTS_PER_MS if wizards_tower else ROLLOUTS_PER_MS)
    rollouts, advised = (said, 0) if wizards_tower else looks_for(said)
    return replace(WIDE if rollouts >= WIDE_FROM else Effort(), rollouts=rollouts, advised=advised)


class Desk:
    """The memory that a search works in. One thread at a time."""

    def __init__(self, game: CastlePanic, values: ValueSet | None = None, *, most_states: int = Effort.most_states) -> None:
        self.game = game
        self.kernel = kernel = advisor_kernel(game)
        values = values or value_set_for(game.rule_set)
        self.chance = values.on_the_whole
        numbers = [number for net in values.nets for number in net.numbers()]
        self.values = game.buffer(len(numbers))
        for i, number in enumerate(numbers):
            self.values[i] = number
        state = game.kernel.layouts["State"]
        places = most_states + 2
        self.states = records(kernel, state, places)
        self.steps = records(kernel, kernel.layouts["Step"], places)
        self.slots = game.buffer(1 << (2 * places).bit_length())
        self.candidates = records(kernel, state, MOST_CANDIDATES)
        self.race = kernel.blank("Race")
        self.here, self.probe = state.blank(compiled=kernel.compiled), state.blank(compiled=kernel.compiled)
        self.out, self.weights = game.buffer(CHOICES), game.buffer(CHOICES)
        self.plan = game.buffer(CHOICES + 1)
        self.source, self.dice = game.buffer(1), game.buffer(1)

    @property
    def _memory(self) -> tuple[Ints, Any, Any, Ints, Any, Any, Any]:
        """What a search works in, in the order in which the rules want it."""
        return self.values, self.states, self.steps, self.slots, self.probe, self.race, self.candidates

    def search(self, position: Position, effort: Effort, luck: int) -> list[int]:
        """The moves that the advisor makes at a choice: one, or all that is left of a Play phase."""
        if effort.advised == 0:
            self._look(advise, position, effort, luck)
            return self._planned()
        leader = self._look(first_look, position, effort, luck)
        if leader < 0:
            return self._planned()
        finalists = [(leader, 0.0)]
        if self.at_stake(position, leader):
            finalists = self._finalists(leader, by_opening=position.state.stage == TRADE_PHASE)
        return self._second_look(position, finalists, effort.advised, luck)

    def at_stake(self, position: Position, leader: int) -> bool:
        """Whether a decision is worth more than the look that was taken at it, which found this candidate best."""
        if self.race.games[leader] == 0:
            return False  # there was nothing to choose from
        return self.chance(int(self.race.total[leader]) // int(self.race.games[leader]) / MILLION) <= AT_STAKE

    def _look(self, look: Callable[..., int], position: Position, effort: Effort, luck: int) -> int:
        found = self.kernel(look)(
            self.game.rules, position.state, *self._memory, luck, effort.settings(self.game), self.source, self.out, self.weights, self.plan
        )  # fmt: skip
        return int(found)

    def _planned(self) -> list[int]:
        return [int(self.plan[i]) for i in range(1, self.plan[0] + 1)]

    def _second_look(self, position: Position, finalists: Sequence[tuple[int, float]], rollouts: int, luck: int) -> list[int]:
        """The moves of the best of the candidates that a race left close together; the legal moves are planned."""
        legal = self._planned()
        moves, states = [], []
        for number, _ in finalists:
            for i, m in enumerate((len(legal), *legal)):
                self.plan[i] = m
            self.kernel(write_decision)(position.state, self.states, self.steps, self.race, number, self.plan)
            moves.append(self._planned())
            states.append((self.game.copy(self.candidates[number]), int(self.race.turns[number])))

        def roll(finalist: int, first: int, count: int) -> Floats:
            return self.roll_advised(*states[finalist], luck, first, count)

        look = SecondLook([-behind for _, behind in finalists], roll)
        look.run(rollouts)
        return moves[look.leader]

    def _finalists(self, leader: int, *, by_opening: bool) -> list[tuple[int, float]]:
        """The candidates that the race left close to the best, and how far each was behind it on the luck that they had in common.

        What was level with another in every batch is the same in other words; and trades are told apart by the trade, whatever is played after it.
        """
        race = self.race
        found: dict[Any, tuple[int, float]] = {}
        for number in (n for n in range(race.entered) if race.games[n] > 0):
            batches = int(race.games[number]) // int(race.batch_size)
            own = [int(race.batch[number][i]) for i in range(batches)]
            behind = sum(int(race.batch[leader][i]) for i in range(batches)) - sum(own)
            distance = behind / (MILLION * int(race.games[number]))
            same = int(race.origin[number]) // OPENING if by_opening else tuple(own)
            if distance <= CLOSE and (same not in found or distance < found[same][1]):
                found[same] = number, distance
        return sorted(found.values(), key=lambda finalist: finalist[1])[:FINALISTS]

    def roll_advised(self, state: Any, turns: int, luck: int, first: int, count: int, *, played: int = ADVISED_TURNS) -> Floats:
        """The values of advised rollouts from a state; `turns` have ended since the decision, and when so many were played ordinary rollouts judge."""
        values, seen = self.game.buffer(count), self.game.buffer(KINDS_OF_CHANCE)
        self.kernel(roll_advised)(
            self.game.rules, state, self.here, *self._memory, luck, turns, first, count, played, _ROLLOUTS_THEN,
            ON_THE_WAY.settings(self.game), self.source, self.out, self.weights, self.plan, seen, values,
        )  # fmt: skip
        return np.array(values[:count], float) / MILLION

    def play_games(self, start: Position, effort: Effort, seed: int, first: int, count: int, most_turns: int, decided: Ints) -> list[int]:
        """Whole games, as a tally (play_out.py). `decided` takes down the moves that were chosen, as far as there is room."""
        tally = self.game.buffer(TALLY)
        if effort.advised > 0:
            for number in range(first, first + count):
                self._play_game(start, effort, seeded(seed), number, most_turns, tally, decided)
            return [int(n) for n in tally]
        self.kernel(advised_games)(
            self.game.rules, start.state, self.here, *self._memory, seeded(seed), first, count, effort.settings(self.game), self.dice,
            self.source, self.out, self.weights, self.plan, tally, decided, most_turns,
        )  # fmt: skip
        return [int(n) for n in tally]

    def _play_game(self, start: Position, effort: Effort, seed: int, number: int, most_turns: int, tally: Ints, decided: Ints) -> None:
        """A game with second looks, which take so long that nothing is lost by playing it outside the kernel. Luck and dice are those of advised_games."""
        game = self.game
        apply, sample, node = (game.kernel(game.kernel_rules[name]) for name in ("apply", "sample", "node"))
        here = Position(game, game.copy(start.state))
        s = here.state
        self.dice[0] = dice_of(seed, number)
        luck = scramble(int(self.dice[0]) ^ seed)
        turns = 0
        while (kind := node(game.rules, s)) != GAME_OVER and turns < most_turns:
            tally[NODES] += 1
            if kind == A_CHANCE:
                moves = [int(sample(game.rules, s, self.dice, self.out, self.weights))]
            else:
                luck = scramble(luck + 1)
                moves = self.search(here, effort, luck)
                for m in moves:
                    decided[0] += 1
                    if decided[0] < len(decided):
                        decided[decided[0]] = m
            for m in moves:
                turns += int(apply(game.rules, s, m))
        tally[FINISHED] += kind == GAME_OVER
        if s.outcome == WON_GAME:
            tally[WON] += 1
            tally[STANDING] += towers_standing(s)
        tally[TURNS] += turns


class AdvisedBatch(efforts.AdvisedBatch):
    """Stretches of a simulation's games with the advisor."""

    def read_effort(self, policy: str) -> Effort:
        return read_effort(policy, self.game.rule_set)

    def desk(self) -> Desk:
        return Desk(self.game, most_states=self.effort.most_states)

    def play(self, desk: Desk, first: int, games: int) -> list[int]:
        return desk.play_games(self.start, self.effort, self.seed, first, games, self.most_turns, self.game.buffer(1))
