"""Rollouts and their race: without bias against exact chances, candidates let go only when they are beaten, and no more rollouts than needed."""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from types import SimpleNamespace

import numpy as np
import pytest

from castlewise.models.castle_panic.position import Position
from castlewise.models.contract import Node
from castlewise.models.randomness import seeded
from castlewise.solver.castle_panic.advisor import Desk, Effort
from castlewise.solver.castle_panic.turn_search import advise
from castlewise.solver.policies import policy_kernel, policy_rule
from castlewise.solver.rollouts import LEAST_BATCHES, PER_MILLE, SURE, in_reach, roll
from castlewise.solver.value import MILLION
from solver.naive_expectimax import TooMany
from solver.sure_moves import SURE as SURE_MOVES
from solver.test_endgame import few_cards, small_endgames

ROLLOUTS = 2_000


@lru_cache
def greedy_rule(game: object) -> object:
    return policy_kernel(game, "greedy")(policy_rule(game, "greedy"))  # type: ignore[arg-type]


def greedy_chance(position: Position, most: int = 200) -> float:
    """How likely the greedy player wins: every draw followed, with its weight, to the end of the game, which has to come within so many moves."""
    if most == 0:
        raise TooMany
    game = position.game
    kind = game.node(position)
    if kind is Node.OVER:
        result = game.result(position)
        return float(result is not None and result.won)
    if kind is Node.CHOICE:
        out, _ = game.lists()
        return greedy_chance(game.apply(position, int(greedy_rule(game)(game.rules, position.state, game.buffer(1), out))), most - 1)  # type: ignore[operator]
    outcomes = game.outcomes(position)
    total = sum(weight for _, weight in outcomes)
    return sum(weight / total * greedy_chance(game.apply(position, outcome), most - 1) for outcome, weight in outcomes)


@pytest.mark.compiled
def test_rollouts_come_out_as_often_as_they_should() -> None:
    """A z-test on fixed seeds: over endgames of all sorts, the mean of the rollouts against the exact chance of the player that they follow."""
    scores = []
    uncertain = 0
    for number in range(300):
        position = few_cards(number)
        try:
            exact = greedy_chance(position)
        except TooMany:
            continue
        desk = Desk(position.game, most_states=1)
        desk.candidates[0] = position.state
        desk.race.turns[0] = 0
        values = position.game.buffer(ROLLOUTS)
        desk.kernel(roll)(
            position.game.rules, desk.values, desk.candidates, 0, desk.race, desk.probe, seeded(number), 0, ROLLOUTS, 30,
            desk.source, desk.out, desk.weights, values,
        )  # fmt: skip
        mean = float(np.mean(values)) / MILLION
        spread = sqrt(exact * (1 - exact) / ROLLOUTS)
        if spread < 1e-6:
            assert mean == pytest.approx(exact, abs=1e-9)
            continue
        uncertain += 1
        scores.append((mean - exact) / spread)
    assert uncertain > 25
    assert max(map(abs, scores)) < 4
    assert abs(sum(scores)) / sqrt(len(scores)) < 3
    assert 0.4 < np.mean(np.square(scores)) < 2  # neither too far off nor suspiciously near


def test_following_the_greedy_player_is_never_better_than_the_best_play() -> None:
    for position, best in small_endgames():
        assert greedy_chance(position) <= best + 1e-12


def test_a_candidate_is_out_of_reach_by_its_distance_in_standard_errors() -> None:
    random = np.random.default_rng(4)
    verdicts = []
    for _ in range(300):
        batches = int(random.integers(LEAST_BATCHES, 60))
        lead = np.array([[random.uniform(0, 60)], [0]])
        table = (random.normal(random.uniform(0, 40), 60, (2, batches)) + lead).astype(int) * PER_MILLE
        race = SimpleNamespace(batch=table.tolist())
        gap = (table[0] - table[1]) / PER_MILLE
        error = gap.std(ddof=1) / sqrt(batches)
        slack = int(random.integers(0, 4))
        verdicts.append(in_reach(race, 0, 1, batches, slack))  # type: ignore[arg-type]
        ahead = gap.mean() + slack
        if abs(ahead - SURE * error) > 1e-6:
            assert verdicts[-1] == int(ahead <= SURE * error)
    assert 30 < sum(verdicts) < 270  # both verdicts were tried often


def test_one_that_is_level_in_every_batch_is_the_same_in_other_words() -> None:
    race = SimpleNamespace(batch=[[5 * PER_MILLE] * 9, [5 * PER_MILLE] * 9])
    assert in_reach(race, 0, 1, 9, 0) == 0  # type: ignore[arg-type]


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["the Barbarian saves the last Tower", "a Wall where the Troll stands"])
def test_a_clear_race_is_over_soon(name: str) -> None:
    position = SURE_MOVES[name].position()
    desk = Desk(position.game)
    effort = Effort(rollouts=50_000)
    found = desk.search(position, effort, seeded(1))
    assert {position.game.short(position, m) for m in found} >= set(SURE_MOVES[name].moves)
    assert sum(desk.race.games[i] for i in range(len(desk.race.games))) < effort.rollouts // 4
    assert desk.kernel(advise) is not None
