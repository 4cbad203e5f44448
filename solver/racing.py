"""A race of candidates on common luck, from outside the kernel: in rounds, with a clock, and with the statistics that a ranking needs.

Every candidate still in the race has had the same rollouts, so two of them are compared by the differences rollout by rollout, whose spread is far
smaller than that of the values. A candidate leaves when it is behind by so many standard errors of that difference, or when half of the field has to go
because the time is running down.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BEHIND = 4.0  # standard errors at which a candidate leaves
CLEAR = 3.0  # at which the best is clear
LEVEL = 0.0005  # two candidates closer than this for certain are as good as equal
LEAST = 128  # rollouts before anything is concluded
ROUND = 32
ENOUGH = 1_024  # rollouts for the win chance of a candidate without rivals
_DRAWS = 4_000  # of means, to say how likely each is the highest


@dataclass(frozen=True)
class Runner:
    mean: float
    error: float  # standard error
    rollouts: int
    best_probability: float


class Race:
    """`roll(candidate, first, count)` gives the values of rollouts from number `first` on. Those `kept` run to the end, however far behind."""

    def __init__(self, roll: Callable[[int, int, int], Floats], count: int, kept: Collection[int] = ()) -> None:
        self._roll = roll
        self._kept = frozenset(kept)
        self._values: list[list[Floats]] = [[] for _ in range(count)]
        self.alive = list(range(count))
        self.rollouts = 0
        self._done = 0  # rollouts of each candidate alive

    def run(self, *, seconds: float, rollouts: int | None, began: float) -> None:
        """Until the best is clear, the time is up, or so many rollouts are made. An interrupt ends it like the clock does."""
        field = len(self.alive)
        halvings = max(1, (field - 1).bit_length())
        try:
            while True:
                for candidate in self.alive:
                    if rollouts is None and self._done > 0 and time.perf_counter() - began >= seconds:
                        self._forget_round()
                        return
                    self._values[candidate].append(self._roll(candidate, self._done, ROUND))
                    self.rollouts += ROUND
                self._done += ROUND
                used = self.rollouts / rollouts if rollouts is not None else (time.perf_counter() - began) / seconds
                if used >= 1:
                    return
                if self._done < LEAST:
                    continue
                self._drop()
                most = max(1, field >> int(used * halvings))
                if len(self.alive) > max(most, 2):
                    self._keep(max(most, 2))
                if rollouts is None and self._clear():
                    return
        except KeyboardInterrupt:
            if self._done == 0:
                raise
            self._forget_round()

    def _forget_round(self) -> None:
        """A round that not everyone has run does not count."""
        for candidate in self.alive:
            del self._values[candidate][self._done // ROUND :]

    def _drop(self) -> None:
        leader = self.leader
        self.alive = [
            c for c in self.alive if c == leader or c in self._kept or self.lead(leader, c)[0] <= BEHIND * self.lead(leader, c)[1]
        ]

    def _keep(self, most: int) -> None:
        ahead = sorted(self.alive, key=lambda c: -self.mean(c))[:most]
        self.alive = sorted({*ahead, *(self._kept & set(self.alive))})

    def _clear(self) -> bool:
        leader = self.leader
        if len(self.alive) == 1:
            return self._done >= ENOUGH
        for other in self.alive:
            if other != leader:
                lead, error = self.lead(leader, other)
                if lead < CLEAR * error and abs(lead) + CLEAR * error > LEVEL:
                    return False
        return self._done >= ENOUGH

    def values(self, candidate: int) -> Floats:
        return np.concatenate(self._values[candidate])

    def mean(self, candidate: int) -> float:
        return float(self.values(candidate).mean())

    @property
    def leader(self) -> int:
        return max(self.alive, key=self.mean)

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another on common luck, and the standard error of that."""
        a, b = self.values(one), self.values(other)
        n = min(len(a), len(b))
        gap = a[:n] - b[:n]
        return float(gap.mean()), float(gap.std() / np.sqrt(n)) + 1e-9

    def runners(self, seed: int) -> list[Runner]:
        """How each candidate stands, in the order in which they were given."""
        probabilities = self._best_probabilities(seed)
        made = []
        for candidate in range(len(self._values)):
            values = self.values(candidate)
            made.append(Runner(float(values.mean()), standard_error(values), len(values), probabilities.get(candidate, 0.0)))
        return made

    def _best_probabilities(self, seed: int) -> dict[int, float]:
        """Of those left: means drawn with the spread and the correlation that the rollouts have."""
        n = min(len(self.values(c)) for c in self.alive)
        table = np.stack([self.values(c)[:n] for c in self.alive])
        gaps = table - table.mean(0)  # what all have in common does not decide
        spread = np.atleast_2d(np.cov(gaps)) / n
        return dict(zip(self.alive, likely_best(table.mean(1), spread, seed), strict=True))


def standard_error(values: Floats) -> float:
    """Of the mean of rollouts. Two more that were lost and two that were won are thought beside them: that all came to the same is not yet certainty.

    >>> standard_error(np.ones(300)) > standard_error(np.ones(3_000)) > 0
    True
    """
    seen = np.concatenate([values, (0.0, 0.0, 1.0, 1.0)])
    return float(seen.std() / np.sqrt(len(seen)))


def likely_best(means: Floats, spread: Floats, seed: int) -> list[float]:
    """How likely each mean is really the highest, for the covariance that they have."""
    drawn = np.random.default_rng(seed).multivariate_normal(means, spread, _DRAWS, check_valid="ignore")
    highest = drawn >= drawn.max(1, keepdims=True) - 1e-12
    return [float(share) for share in (highest / highest.sum(1, keepdims=True)).mean(0)]
