"""Castellion's advisor as a player: it decides by the race of move_race.py, with an effort that is counted in rollouts and not in seconds, so that the same
seed gives the same game on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from castlewise.models.castellion.position import Position
from castlewise.models.castellion.rule_set import BASE, EXPERT, INTRODUCTORY, RuleSet, read_rules
from castlewise.models.castellion.state import CHOICES
from castlewise.models.kernel import Ints, Kernel, Layout
from castlewise.models.randomness import seeded
from castlewise.solver import efforts
from castlewise.solver.castellion.advised_games import advised_games
from castlewise.solver.castellion.blueprint_pool import EMPTY
from castlewise.solver.castellion.castle_value import NOTES
from castlewise.solver.castellion.follower import MIND, ROLLS, ROOT_MET
from castlewise.solver.castellion.move_race import (
    AFTER_BOTH,
    AFTER_FIRST,
    AFTER_SECOND,
    ATTEMPTS,
    BLUEPRINTS,
    BY_GREEDY,
    BY_VALUE,
    GENERATIONS,
    LARGEST_BATCH,
    LITTLE_HOPE,
    MOST_MOVES,
    MOST_PAIRS,
    OTHERS,
    PAIRS,
    PER_MOVE,
    PRIOR,
    ROLLOUTS,
    SETTINGS,
    STREAMS,
    TILES_AHEAD,
    WIDTH,
    Field,
    decider,
    follow_games,
    generation,
    open_race,
    roll_pair,
)
from castlewise.solver.castellion.value_player import SCRATCH
from castlewise.solver.castellion.value_search import MOST_BATCHES, open_value_race, roll_move
from castlewise.solver.castellion.value_sets import CastleValues, castle_values_for
from castlewise.solver.game_rules import bound_kernel
from castlewise.solver.play_out import TALLY
from castlewise.solver.rollouts import KINDS_OF_CHANCE, Race
from castlewise.solver.value import MILLION

if TYPE_CHECKING:
    from castlewise.models.castellion.game import Castellion

ROLLOUTS_PER_MS = {INTRODUCTORY: 50, BASE: 25, EXPERT: 50}  # by level, a decision: so that no more time is taken on average
VALUED_ROLLOUTS_PER_MS = {INTRODUCTORY: 100, BASE: 10, EXPERT: 10}  # where there is a value function
# At the introductory level that many rollouts use so many tiles each: looking further is then worth more than more looks.
FAR_FROM, FAR_AHEAD = 4_000, 16
COUNTS_FOR_GREEDY = 24  # rollouts that a game by the greedy player takes the time of
EXPERT_CREDITS = (200, 300, 300)  # of 60 games 46 overcame the first Assault, 29 the second, and 9 were won
LARGEST_ROUND = max(LARGEST_BATCH, 32)


@dataclass(frozen=True)
class Effort:
    """How much the advisor thinks. Without rollouts it takes the move with the cheapest blueprint."""

    rollouts: int = 1_000  # a decision
    generations: int = 1  # of blueprints, a decision: each is bred from the last and gets its share of the rollouts
    per_move: int = 1  # blueprints that a move is tried with which the follower would not make by them
    pairs: int = 96  # of moves and blueprints at most, in a race
    share: int = 20  # rollouts that there have to be for each pair
    blueprints: int = 48  # in the pool
    attempts: int = 120  # at new blueprints, a generation
    others: int = 8  # blueprints, the best of the pool, that a rollout may change to for a tile
    prior: int = 16  # rollouts of the last decision that count along with those of this one
    # What a rollout counts, in thousandths, that is lost, but with some ordeals overcome that were still to come: the first, the first two, the second.
    after_first: int = 700
    after_both: int = 700
    after_second: int = 0
    # With a value function (value_search.py): tiles that a rollout uses, and moves that are raced.
    tiles_ahead: int = 8
    width: int = 8

    def settings(self, game: Castellion, *, valued: bool = False) -> Ints:
        """As the kernel reads them; `valued`: with a value function, which blueprints are only asked instead of."""
        made = game.buffer(SETTINGS)
        made[ROLLOUTS], made[PER_MOVE] = self.rollouts, self.per_move
        made[PAIRS] = max(1, min(self.pairs, self.rollouts // self.share))
        made[BLUEPRINTS], made[ATTEMPTS], made[PRIOR], made[GENERATIONS] = self.blueprints, self.attempts, self.prior, self.generations
        made[OTHERS] = self.others
        made[AFTER_FIRST], made[AFTER_BOTH], made[AFTER_SECOND] = self.credits(game.rule_set)
        if game.rules.formation_powers == 1 and not valued:
            made[BY_GREEDY], made[ROLLOUTS] = 1, self.rollouts // COUNTS_FOR_GREEDY
        made[BY_VALUE] = int(valued)
        made[TILES_AHEAD], made[WIDTH] = self.tiles_ahead, self.width
        made[LITTLE_HOPE] = round(MILLION * little_hope(game.rule_set))
        return made

    def credits(self, rule_set: RuleSet) -> tuple[int, int, int]:
        return EXPERT_CREDITS if rule_set.level == EXPERT else (self.after_first, self.after_both, self.after_second)


def little_hope(rule_set: RuleSet) -> float:
    """The chance below which blueprints are asked instead of the value function: it knows castles of its own making best, and of one that somebody built in
    quite another way it may see nothing at all. At the expert level blueprints know no better."""
    return 0.0 if rule_set.level == EXPERT else 0.02


def read_effort(policy: str, rule_set: RuleSet | None = None) -> Effort:
    """The effort that a policy's name asks for (see castlewise.solver.efforts) under some rules, or else those of the introductory level.

    >>> [read_effort("advisor:10ms", read_rules(rules)).rollouts for rules in ("introductory", "base", "base,two-player")]
    [1000, 100, 250]
    """
    rule_set = rule_set or read_rules(INTRODUCTORY)
    if castle_values_for(rule_set) is None:
        return Effort(rollouts=efforts.rollouts_said(policy, Effort.rollouts, ROLLOUTS_PER_MS[rule_set.level]))
    rollouts = efforts.rollouts_said(policy, Effort.rollouts, VALUED_ROLLOUTS_PER_MS[rule_set.level])
    return Effort(rollouts=rollouts, tiles_ahead=tiles_ahead(rule_set, rollouts))


def tiles_ahead(rule_set: RuleSet, rollouts: int) -> int:
    """Tiles that each of so many rollouts by a value function uses."""
    return FAR_AHEAD if rule_set.level == INTRODUCTORY and rollouts >= FAR_FROM else Effort.tiles_ahead


_kernels: dict[Kernel, Kernel] = {}


def advisor_kernel(game: Castellion) -> Kernel:
    if game.kernel not in _kernels:
        sizes = {"pairs": MOST_PAIRS, "candidates": MOST_MOVES, "batches": MOST_BATCHES, "occasions": KINDS_OF_CHANCE}
        layouts = {"Field": Layout(Field, sizes), "Race": Layout(Race, sizes)}
        _kernels[game.kernel] = bound_kernel(game, f"{game.kernel.name} advisor", {}, layouts, entries=_entries())
    return _kernels[game.kernel]


def _entries() -> Sequence[Callable[..., Any]]:
    """What Python calls: to suggest, to play, to learn."""
    from castlewise.solver.castellion.castle_value import castle_chance
    from castlewise.solver.castellion.value_games import value_games
    from castlewise.solver.castellion.value_player import decide_by_value

    racing = (generation, open_race, roll_pair, open_value_race, roll_move, follow_games)
    return (*racing, advised_games, value_games, castle_chance, decide_by_value)


class Desk:
    """The memory that a race works in: the pool, what the follower has in mind, the field. One thread at a time."""

    def __init__(self, game: Castellion) -> None:
        self.game = game
        self.kernel = kernel = advisor_kernel(game)
        state = game.kernel.layouts["State"]
        self.states = state.many(MOST_MOVES, compiled=kernel.compiled)
        self.field = kernel.blank("Field")
        self.here, self.scratch, self.probe = (state.blank(compiled=kernel.compiled) for _ in range(3))
        self.rolls, self.mind, self.counts = game.buffer(ROLLS), game.buffer(MIND), game.buffer(2)
        self.out, self.weights = game.lists()
        self.legal = game.buffer(CHOICES)
        self.source, self.dealt, self.values = game.buffer(1), game.buffer(STREAMS), game.buffer(LARGEST_ROUND)
        self.race, self.listed = kernel.blank("Race"), game.buffer(NOTES)
        self.tried = state.many(SCRATCH, compiled=kernel.compiled)
        self.use_values(castle_values_for(game.rule_set))
        self.forget()

    def use_values(self, values: CastleValues | None) -> None:
        """Value castles by a function, if there is one for these rules."""
        self.valued = values is not None
        self.castle_values = cast(Ints, values.net.numbers() if values else np.zeros(1, np.int64))  # an array also for plain rules

    def forget(self) -> None:
        """Give the pool up: the next decision makes a new one."""
        self.mind[ROOT_MET] = EMPTY

    def open_race(self, position: Position, moves: Sequence[int], effort: Effort, luck: int) -> int:
        """Choose the pairs of a decision; how many there are."""
        for i, m in enumerate([len(moves), *moves]):
            self.legal[i] = m
        self.settings = effort.settings(self.game)
        return int(
            self.kernel(open_race)(
                self.game.rules, position.state, self.states, self.field, self.probe, luck, self.settings, self.counts, self.rolls, self.mind,
                self.source, self.legal, self.out,
            )
        )  # fmt: skip

    def breed(self, position: Position, moves: Sequence[int], effort: Effort, luck: int) -> None:
        """Make the pool better: a race of its blueprints, by which the best stay and others are made of them."""
        for i, m in enumerate([len(moves), *moves]):
            self.legal[i] = m
        self.kernel(generation)(
            self.game.rules, position.state, self.states, self.field, self.scratch, self.probe, luck, effort.settings(self.game), self.counts,
            self.rolls, self.mind, self.source, self.out, self.weights, self.legal, self.values,
        )  # fmt: skip

    def roll(self, position: Position, pair: int, luck: int, first: int, count: int) -> list[int]:
        """Rollouts of a pair from a number on: in thousandths of a game won."""
        player, values = decider(position.numbers), self._room_for(count)
        self.kernel(roll_pair)(
            self.game.rules, self.states, self.field, pair, player, self.scratch, self.probe, luck, first, count,
            self.rolls, self.mind, self.source, self.out, self.weights, values,
        )  # fmt: skip
        return [int(values[i]) for i in range(count)]

    def _room_for(self, rollouts: int) -> Ints:
        """Where the values of so many rollouts go: the kernel writes them unasked whether there is room."""
        if rollouts > len(self.values):
            self.values = self.game.buffer(rollouts)
        return self.values

    def open_value_race(self, position: Position, moves: Sequence[int]) -> None:
        """Make the moves, so that they can be rolled out by the value function."""
        for i, m in enumerate([len(moves), *moves]):
            self.legal[i] = m
        self.kernel(open_value_race)(
            self.game.rules, position.state, self.states, self.tried, self.castle_values, self.race, len(moves), self.listed, self.legal
        )

    def roll_move(self, move: int, tiles: int, luck: int, first: int, count: int) -> list[int]:
        """Rollouts of a move from a number on, each of so many tiles, in millionths of a game won."""
        values = self._room_for(count)
        self.kernel(roll_move)(
            self.game.rules, self.states, move, self.castle_values, self.scratch, self.tried, luck, first, count, tiles,
            self.listed, self.mind, self.source, self.out, self.weights, values,
        )  # fmt: skip
        return [int(values[i]) for i in range(count)]

    def follow_games(self, start: Position, effort: Effort, luck: int, count: int) -> int:
        """Games by the follower alone; how many are won."""
        return int(
            self.kernel(follow_games)(
                self.game.rules, start.state, self.scratch, self.probe, luck, count, effort.settings(self.game), self.counts, self.rolls,
                self.mind, self.source, self.out, self.weights,
            )
        )  # fmt: skip

    def play_games(self, start: Position, effort: Effort, seed: int, first: int, count: int, most_turns: int) -> list[int]:
        """Whole games, as a tally (play_out.py)."""
        tally = self.game.buffer(TALLY)
        settings = effort.settings(self.game, valued=self.valued)
        self.kernel(advised_games)(
            self.game.rules, start.state, self.here, self.states, self.field, self.scratch, self.probe, seeded(seed), first, count,
            settings, self.counts, self.rolls, self.mind, self.dealt, self.source, self.out, self.weights, self.legal,
            self.values, tally, most_turns, self.castle_values, self.race, self.listed, self.tried,
        )  # fmt: skip
        return [int(n) for n in tally]


class AdvisedBatch(efforts.AdvisedBatch):
    """Stretches of a simulation's games with the advisor."""

    def read_effort(self, policy: str) -> Effort:
        return read_effort(policy, self.game.rule_set)

    def desk(self) -> Desk:
        return Desk(self.game)

    def play(self, desk: Desk, first: int, games: int) -> list[int]:
        return desk.play_games(self.start, self.effort, self.seed, first, games, self.most_turns)
