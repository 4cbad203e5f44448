"""Puzzles on demand: candidates are tried one seed after the other, on as many cores as one likes, until enough were accepted.

Which puzzles come out depends on the seed and not on the number of cores: of those found, the ones with the lowest seeds are handed over, and none is left out
below them. Everything is written to the store as it comes (store.py), so whatever ends a run, the next one goes on.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field

from castlewise.puzzles.kind import Rejected
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.proving import attempted
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.store import ACCEPTED, OTHER_LEVEL, Store
from castlewise.solver.workers import workers

CANDIDATES = 1_000_000  # that one seed has room for
AHEAD = 3  # candidates that each core is given beforehand


@dataclass
class Order:
    """What is wanted."""

    kind: str
    level: int | None = None
    count: int = 1
    seed: int = 1
    rules: str = ""

    @property
    def first(self) -> int:
        return max(1, self.seed * CANDIDATES)  # 0 is for puzzles that are made by hand


@dataclass
class Harvest:
    """What came of it; `reasons` counts every candidate of this order, those of earlier runs included."""

    puzzles: list[Puzzle] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    tried: int = 0  # in this run


def try_candidate(kind: str, seed: int, rules: str, level: int | None) -> tuple[int, str, Puzzle | None]:
    """One candidate, in whichever process."""
    try:
        return seed, ACCEPTED, attempted(kind_named(kind), seed, rules, level)
    except Rejected as reason:
        return seed, str(reason), None


def generate(order: Order, store: Store, *, jobs: int | None = None, told: Callable[[Harvest], None] = lambda harvest: None) -> Harvest:
    """So many puzzles of a kind and level. `told` hears of every candidate."""
    harvest = Harvest()
    known = store.outcomes(order.kind, order.rules, order.first, order.first + CANDIDATES - 1)
    for puzzle in store.puzzles(order.kind, order.level, order.rules):
        if known.get(puzzle.seed) == ACCEPTED:
            harvest.puzzles.append(puzzle)
    harvest.reasons.update(known.values())

    def enough() -> bool:
        return len(harvest.puzzles) >= order.count

    def take(seed: int, outcome: str, puzzle: Puzzle | None) -> None:
        outcome = store.note(order.kind, order.rules, seed, outcome, puzzle)
        if seed in known:
            harvest.reasons[known[seed]] -= 1
        harvest.reasons[outcome] += 1
        harvest.tried += 1
        if outcome == ACCEPTED and puzzle is not None:
            harvest.puzzles.append(puzzle)
        told(harvest)

    told(harvest)
    jobs = jobs or os.cpu_count() or 1
    seeds = _untried(order, known)
    if jobs == 1:
        while not enough() and (seed := next(seeds, None)) is not None:
            take(*try_candidate(order.kind, seed, order.rules, order.level))
    elif not enough():
        _on_all_cores(order, seeds, jobs, enough, take)
    harvest.puzzles.sort(key=lambda puzzle: puzzle.seed)
    del harvest.puzzles[order.count :]
    return harvest


def _untried(order: Order, known: dict[int, str]) -> Iterator[int]:
    """Seeds whose outcome is not known. One that was found to be of the level asked for, by somebody who wanted another, is looked at again."""
    again = f"{OTHER_LEVEL}{order.level}"
    for seed in range(order.first, order.first + CANDIDATES):
        outcome = known.get(seed)
        if outcome is None or outcome == again or (order.level is None and outcome.startswith(OTHER_LEVEL)):
            yield seed


def _on_all_cores(
    order: Order, seeds: Iterator[int], jobs: int, enough: Callable[[], bool], take: Callable[[int, str, Puzzle | None], None]
) -> None:
    with workers(jobs) as pool:
        waiting: set[Future[tuple[int, str, Puzzle | None]]] = set()
        try:
            while True:
                while not enough() and len(waiting) < AHEAD * jobs and (seed := next(seeds, None)) is not None:
                    waiting.add(pool.submit(try_candidate, order.kind, seed, order.rules, order.level))
                if not waiting:
                    return
                done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                for future in sorted(done, key=lambda future: future.result()[0]):
                    take(*future.result())
        except KeyboardInterrupt:
            for future in waiting:  # what is being looked at is soon done, and would be lost
                if not future.cancel():
                    take(*future.result())
            raise
