"""Many games of one policy: how often it wins, with the uncertainty of that, and how fast it played.

Compiled games run on threads (the kernel lets go of the interpreter), plain ones in processes. A seed and a number of games give the same counts however the
work is divided.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from importlib import import_module
from itertools import count
from math import sqrt
from threading import current_thread, main_thread
from typing import Any, Self

from castlewise.models.contract import Game
from castlewise.models.randomness import seeded
from castlewise.models.version import castlewise_version
from castlewise.solver.play_out import FINISHED, NODES, STANDING, TALLY, TURNS, WON, play_many
from castlewise.solver.policies import ADVISOR, POLICIES, policy_kernel
from castlewise.solver.workers import workers as processes

MOST_TURNS = 10_000  # a game that lasts longer is counted as unfinished
_ADVISORS = {"castle-panic": "castlewise.solver.castle_panic.advisor", "castellion": "castlewise.solver.castellion.advisor"}
_CHUNK_SECONDS = 0.2
_LOOK_UP_SECONDS = 0.1


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


class _Interrupts:
    """Ctrl-C as a note instead of an exception, which could strike in the middle of starting a worker."""

    came = False

    def __enter__(self) -> Self:
        if current_thread() is main_thread():
            self._before = signal.signal(signal.SIGINT, self._note)
        return self

    def _note(self, number: int, frame: object) -> None:
        self.came = True

    def __exit__(self, *error: object) -> None:
        if current_thread() is main_thread():
            signal.signal(signal.SIGINT, self._before)


_worker: Stretch | None = None


def _start_worker(make_game: Callable[[], Game[Any]], policy: str, seed: int, start: str | None) -> None:
    global _worker
    _worker = batch_for(make_game(), policy, seed, start)


def _work(first: int, games: int) -> list[int]:
    assert _worker is not None
    return _worker(first, games)


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
    batch = batch_for(game, policy, seed, start)
    workers = jobs or os.cpu_count() or 1
    began = time.perf_counter()
    pilot = min(games, 8 if game.kernel.compiled and policy in POLICIES else 1)
    tally = batch(0, pilot)
    pace = (time.perf_counter() - began) / pilot if pilot else 0.0
    chunk = max(1, min(20_000, int(_CHUNK_SECONDS / max(pace, 1e-7)), (games - pilot) // workers + 1))

    def take(result: list[int]) -> None:
        for i, n in enumerate(result):
            tally[i] += n

    with _Interrupts() as interrupts, _executor(game.kernel.compiled, workers, make_game, policy, seed, start) as pool:
        run = batch if game.kernel.compiled else _work
        stretches = _stretches(pilot, games, chunk)
        running: dict[Future[list[int]], int] = {}
        done = pilot
        try:
            progress(done, tally[WON])
            while not interrupts.came:
                while len(running) <= workers and (stretch := next(stretches, None)):
                    running[pool.submit(run, *stretch)] = stretch[1]
                if not running:
                    break
                finished, _ = wait(running, timeout=_LOOK_UP_SECONDS, return_when=FIRST_COMPLETED)
                for future in finished:
                    take(future.result())
                    done += running.pop(future)
                progress(done, tally[WON])
        except KeyboardInterrupt:  # from `progress`, which may want to stop as well
            interrupts.came = True
        for future in running:
            future.cancel()
    seconds = time.perf_counter() - began
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
        interrupted=interrupts.came,
        policy=policy,
        seed=seed,
        rules=game.summary()["rules"],
        version=castlewise_version(),
    )


def _stretches(first: int, end: int, chunk: int) -> Iterator[tuple[int, int]]:
    for start in count(first, chunk):
        if start >= end:
            return
        yield start, min(chunk, end - start)


def _executor(compiled: bool, count: int, make_game: Callable[[], Game[Any]], policy: str, seed: int, start: str | None) -> Executor:
    if compiled:
        return ThreadPoolExecutor(count)
    return processes(count, _start_worker, make_game, policy, seed, start, method="fork" if sys.platform == "linux" else "spawn")
