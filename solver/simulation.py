"""Many games of one policy: how often it wins, with the uncertainty of that, and how fast it played.

A seed and a number of games give the same counts however the work is divided (stretches.py).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from math import sqrt
from typing import Any

from castlewise.models.contract import Game
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TALLY, TURNS, WON, play_many
from castlewise.solver.policies import ADVISOR, POLICIES, policy_kernel
from castlewise.solver.stretches import play_stretches

MOST_TURNS = 10_000  # a game that lasts longer is counted as unfinished
_ADVISORS = {"castle-panic": "castlewise.solver.castle_panic.advisor", "castellion": "castlewise.solver.castellion.advisor"}


@dataclass(frozen=True)
class Simulation:
    """What came of it. `low` and `high` bound the win rate with 95 % confidence (Wilson's interval)."""

    games: int
    wins: int
    win_rate: float
    low: float
    high: float
    mean_turns: float
    mean_standing: float  # what is left standing (Towers, tiles), over the games won
    unfinished: int
    nodes_per_game: float
    seconds: float
    games_per_second: float
    interrupted: bool
    policy: str
    seed: int
    rules: str
    version: str


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95 % interval of a proportion.

    >>> [round(x, 4) for x in wilson(50, 100)]
    [0.4038, 0.5962]
    >>> wilson(0, 0), wilson(0, 10)[0], wilson(10, 10)[1]
    ((0.0, 1.0), 0.0, 1.0)
    """
    if games == 0:
        return 0.0, 1.0
    z = 1.959964
    rate = wins / games
    centre = rate + z * z / (2 * games)
    spread = z * sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (centre - spread) / scale if wins else 0.0, (centre + spread) / scale if wins < games else 1.0


class Batch:
    """Plays stretches of a simulation's games; each worker has its own."""

    def __init__(self, game: Game[Any], policy: str, seed: int, start: str | None = None) -> None:
        self.game = game
        self.play = policy_kernel(game, policy)(play_many)
        self.start = game.start() if start is None else game.read(start)
        self.seed = seeded(seed)

    def __call__(self, first: int, games: int) -> list[int]:
        game = self.game
        tally = game.buffer(TALLY)
        scratch = game.copy(self.start.state)
        source = game.source(0).buffer
        self.play(game.rules, self.start.state, scratch, self.seed, first, games, source, *game.lists(), tally, MOST_TURNS)
        return [int(n) for n in tally]


Stretch = Callable[[int, int], list[int]]
"""Plays games from a number on, so many of them, and returns their tally."""


def batch_for(game: Game[Any], policy: str, seed: int, start: str | None) -> Stretch:
    if policy.partition(":")[0] == ADVISOR:
        advisor = import_module(_ADVISORS[game.name])
        made: Stretch = advisor.AdvisedBatch(game, policy, seed, start, MOST_TURNS)
        return made
    return Batch(game, policy, seed, start)


def batch_of(policy: str, seed: int, start: str | None, game: Game[Any]) -> Stretch:
    """`batch_for` with the game last: what `play_stretches` makes one of for each worker."""
    return batch_for(game, policy, seed, start)


def pilot_games(game: Game[Any], *policies: str) -> int:
    """How many games tell how long one takes."""
    return 8 if game.kernel.compiled and all(policy in POLICIES for policy in policies) else 1


def simulate(
    make_game: Callable[[], Game[Any]],
    policy: str,
    games: int,
    seed: int,
    *,
    start: str | None = None,
    jobs: int | None = None,
    progress: Callable[[int, int], None] = lambda done, wins: None,
) -> Simulation:
    """Play games and count, from the setup or from a position given as a line of notation.

    `progress` is told games done and won as they come in; interrupted, it reports what was finished.
    """
    game = make_game()
    tally = [0] * TALLY
    done = 0

    def take(first: int, count: int, result: list[int]) -> None:
        nonlocal done
        for i, n in enumerate(result):
            tally[i] += n
        done += count
        progress(done, tally[WON])

    began = time.perf_counter()
    interrupted = play_stretches(make_game, partial(batch_of, policy, seed, start), games, take, pilot=pilot_games(game, policy), jobs=jobs)
    return counted(game, policy, seed, done, tally, seconds=time.perf_counter() - began, interrupted=interrupted)


def counted(game: Game[Any], policy: str, seed: int, done: int, tally: list[int], *, seconds: float, interrupted: bool) -> Simulation:
    """What a tally of so many games says."""
    low, high = wilson(tally[WON], done)
    return Simulation(
        games=done,
        wins=tally[WON],
        win_rate=tally[WON] / done if done else 0.0,
        low=low,
        high=high,
        mean_turns=tally[TURNS] / done if done else 0.0,
        mean_standing=tally[STANDING] / tally[WON] if tally[WON] else 0.0,
        unfinished=done - tally[FINISHED],
        nodes_per_game=tally[NODES] / done if done else 0.0,
        seconds=seconds,
        games_per_second=done / seconds if seconds else 0.0,
        interrupted=interrupted,
        policy=policy,
        seed=seed,
        rules=game.summary()["rules"],
        version=castlewise_version(),
    )
