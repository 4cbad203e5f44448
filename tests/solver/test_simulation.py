"""Many games: the same counts however the work is divided, an honest interval, and what is finished when it is interrupted."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.rule_set import read_rules
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TURNS, WON
from castlewise.solver.simulation import Batch, Simulation, simulate, wilson

TWO = partial(CastlePanic, read_rules("players=2"))
COUNTS = ("games", "wins", "win_rate", "low", "high", "mean_turns", "mean_standing", "unfinished", "nodes_per_game")


def counts(result: Simulation) -> dict[str, Any]:
    return {name: asdict(result)[name] for name in COUNTS}


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 0, 0.0, 1.0),
        (0, 1, 0.0, 0.7935),
        (1, 1, 0.2065, 1.0),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (5, 10, 0.2366, 0.7634),
        (15, 148, 0.0624, 0.1605),
        (50, 100, 0.4038, 0.5962),
        (81, 263, 0.2553, 0.3662),
        (1_000_000, 2_000_000, 0.4993, 0.5007),
    ],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    """15 of 148 and 81 of 263 are the worked examples of Newcombe (Statistics in Medicine 17, 1998)."""
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.compiled
@pytest.mark.parametrize("jobs", [2, 3])
def test_the_number_of_workers_changes_no_count(jobs: int) -> None:
    assert counts(simulate(TWO, "greedy", 5_000, 7, jobs=jobs)) == counts(simulate(TWO, "greedy", 5_000, 7, jobs=1))


@pytest.mark.parametrize("cuts", [(0, 1, 2, 3, 4), (0, 4), (0, 3, 4), (0, 1, 4)])
def test_games_have_their_own_random_numbers_so_any_split_gives_the_same_tally(cuts: tuple[int, ...]) -> None:
    whole = Batch(TWO(), "random", 5)(0, 4)
    parts = [Batch(TWO(), "random", 5)(first, end - first) for first, end in pairwise(cuts)]
    assert [sum(column) for column in zip(*parts, strict=True)] == whole


@pytest.mark.compiled
@pytest.mark.parametrize(("policy", "games"), [("random", 12), ("greedy", 4)])
def test_plain_and_compiled_play_the_same_games(policy: str, games: int) -> None:
    rules = read_rules("players=3,master-slayer,monster-recycling,final-charge")
    fast, plain = (simulate(partial(CastlePanic, rules, compiled=compiled), policy, games, 3, jobs=2) for compiled in (True, False))
    assert counts(fast) == counts(plain)


@pytest.mark.compiled
def test_another_seed_plays_other_games_and_the_same_seed_the_same() -> None:
    first, again, other = (counts(simulate(TWO, "greedy", 400, seed)) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.compiled
def test_the_figures_follow_from_the_tally() -> None:
    games = 300
    tally = Batch(TWO(), "greedy", 11)(0, games)
    result = simulate(TWO, "greedy", games, 11)
    assert 0 < tally[WON] < tally[FINISHED] == games
    assert (result.games, result.wins, result.unfinished, result.interrupted) == (games, tally[WON], 0, False)
    assert result.win_rate == tally[WON] / games
    assert (result.low, result.high) == wilson(tally[WON], games)
    assert result.mean_turns == tally[TURNS] / games
    assert result.mean_standing == tally[STANDING] / tally[WON]
    assert 1 <= result.mean_standing <= 6
    assert result.nodes_per_game == tally[NODES] / games
    assert result.games_per_second == pytest.approx(games / result.seconds)


@pytest.mark.parametrize("games", [1, 2])
def test_one_game_and_two_can_be_simulated(games: int) -> None:
    assert simulate(TWO, "random", games, 1, jobs=2).games == games


def test_progress_counts_up_to_all_games() -> None:
    told: list[tuple[int, int]] = []
    result = simulate(TWO, "random", 12, 1, jobs=1, progress=lambda done, wins: told.append((done, wins)))
    assert told == sorted(told)
    assert told[-1] == (12, result.wins)


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_simulation_reports_the_games_that_are_finished(jobs: int) -> None:
    told: list[tuple[int, int]] = []

    def interrupt(done: int, wins: int) -> None:
        told.append((done, wins))
        if len(told) == 3:
            raise KeyboardInterrupt

    result = simulate(TWO, "random", 1_000_000, 1, jobs=jobs, progress=interrupt)
    assert result.interrupted
    assert (result.games, result.wins) == told[-1]
    assert 0 < result.games < 1_000_000
    assert (result.low, result.high) == wilson(result.wins, result.games)


def test_a_simulation_says_under_what_it_was_played() -> None:
    result = asdict(simulate(partial(CastlePanic, read_rules("players=2,edition=1")), "random", 1, 9, jobs=1))
    assert [result[key] for key in ("policy", "seed", "rules")] == ["random", 9, "players=2,co-op,edition=1"]
    assert result.keys() == {*COUNTS, "seconds", "games_per_second", "interrupted", "policy", "seed", "rules", "version"}
