"""A race of candidates on common luck, from outside the kernel: in rounds, with a clock, and with the statistics that a ranking needs.

Every candidate still in the race has had the same rollouts, so two of them are compared by the differences rollout by rollout, whose spread is far
smaller than that of the values. A candidate leaves when it is behind by so many standard errors of that difference, or when half of the field has to go
because the time is running down.

What a newcomer would get wrong: rounds have to grow with what was rolled out before. Statistics after every few rollouts took twice as long as the rollouts.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from enum import Enum

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

BEHIND = 4.0  # standard errors at which a candidate leaves
CLEAR = 3.0  # at which the best is clear
LEVEL = 0.0005  # two candidates closer than this for certain are as good as equal
LEAST = 128  # rollouts before anything is concluded
ROUND = 32  # the smallest round
GROWTH = 4  # a round is at most this part of what each candidate has had
SHARE = 0.03  # of all time or rollouts, that a round takes at most: one that the clock cuts off does not count
ENOUGH = 1_024  # rollouts for the win chance of a candidate without rivals
_DRAWS = 4_000  # of means, to say how likely each is the highest


class Stopped(Enum):
    """Why a search is over."""

    FORCED = "there is nothing to choose from"
    EXACT = "every move was followed to the end of the game"
    CLEAR = "more rollouts of this kind would find the same best move"
    LEVEL = "more rollouts of this kind would not tell the best moves apart"
    LOOKED_AGAIN = "the second look at the closest moves is over, and there is no third"
    TIME = "the time is up"
    ROLLOUTS = "the rollouts that were asked for are made"
    INTERRUPTED = "interrupted"


@dataclass(frozen=True)
class Runner:
    mean: float
    error: float  # standard error
    rollouts: int


class Race:
    """`roll(candidate, first, count)` gives the values of rollouts from number `first` on. Those `kept` run to the end, however far behind."""

    def __init__(self, roll: Callable[[int, int, int], Floats], count: int, kept: Collection[int] = ()) -> None:
        self._roll = roll
        self._kept = frozenset(kept)
        self._values: list[Floats] = [np.empty(LEAST) for _ in range(count)]  # with room for some more
        self._had = [0] * count  # rollouts of each candidate
        self._sums = [0.0] * count
        self.alive = list(range(count))
        self.rollouts = 0
        self.stopped: Stopped | None = None  # why, once it is over

    def run(self, *, seconds: float, rollouts: int | None, began: float) -> None:
        """Until the best is clear, the time is up, or so many rollouts are made. An interrupt ends it like the clock does."""
        field = len(self.alive)
        halvings = max(1, (field - 1).bit_length())
        pace = 0.0  # seconds a rollout
        try:
            while True:
                if rollouts is not None:
                    most = max(1, min(int(rollouts * SHARE), rollouts - self.rollouts))
                else:
                    most = int(seconds * SHARE / pace) if pace > 0 else 1
                before, began_round = self.rollouts, time.perf_counter()
                if not self._roll_round(most // len(self.alive), began + seconds if rollouts is None else None):
                    self.stopped = Stopped.TIME
                    return
                now = time.perf_counter()
                pace = (now - began_round) / (self.rollouts - before)
                used = self.rollouts / rollouts if rollouts is not None else (now - began) / seconds
                if used >= 1:
                    self.stopped = Stopped.TIME if rollouts is None else Stopped.ROLLOUTS
                    return
                if self._done < LEAST:
                    continue
                self._drop()
                left = max(1, field >> int(used * halvings))
                if len(self.alive) > max(left, 2):
                    self._keep(max(left, 2))
                if rollouts is None and self._done >= ENOUGH and (why := self._decided()) is not None:
                    self.stopped = why
                    return
        except KeyboardInterrupt:
            if self._done == 0:
                raise
            self.stopped = Stopped.INTERRUPTED

    @property
    def _done(self) -> int:
        """Rollouts of each candidate that is left."""
        return self._had[self.alive[0]]

    def _roll_round(self, most: int, deadline: float | None) -> bool:
        """Whether everyone has run it before the deadline; else it does not count. The first round always does."""
        done = self._done
        count = max(ROUND, min(done // GROWTH, most) // ROUND * ROUND)
        rolled: list[Floats] = []
        for candidate in self.alive:
            if deadline is not None and done > 0 and time.perf_counter() >= deadline:
                return False
            rolled.append(self._roll(candidate, done, count))
            self.rollouts += count
        for candidate, values in zip(self.alive, rolled, strict=True):
            room = self._values[candidate]
            if done + count > len(room):
                room = self._values[candidate] = np.concatenate([room, np.empty(max(len(room), count))])
            room[done : done + count] = values
            self._had[candidate] = done + count
            self._sums[candidate] += float(values.sum())
        return True

    def _drop(self) -> None:
        leader = self.leader

        def stays(candidate: int) -> bool:
            lead, error = self.lead(leader, candidate)
            return lead <= BEHIND * error

        self.alive = [c for c in self.alive if c == leader or c in self._kept or stays(c)]

    def _keep(self, most: int) -> None:
        ahead = sorted(self.alive, key=lambda c: -self.mean(c))[:most]
        self.alive = sorted({*ahead, *(self._kept & set(self.alive))})

    def _decided(self) -> Stopped | None:
        """Why nothing is left to be found out."""
        leader, why = self.leader, Stopped.CLEAR
        for other in self.alive:
            if other != leader:
                lead, error = self.lead(leader, other)
                if lead < CLEAR * error:
                    if abs(lead) + CLEAR * error > LEVEL:
                        return None
                    why = Stopped.LEVEL
        return why

    def values(self, candidate: int) -> Floats:
        return self._values[candidate][: self._had[candidate]]

    def mean(self, candidate: int) -> float:
        return self._sums[candidate] / self._had[candidate]

    @property
    def leader(self) -> int:
        return max(self.alive, key=self.mean)

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another on common luck, and the standard error of that."""
        a, b = self.values(one), self.values(other)
        n = min(len(a), len(b))
        gap = a[:n] - b[:n]
        return float(gap.mean()), float(gap.std() / np.sqrt(n)) + 1e-9

    def runners(self) -> list[Runner]:
        """How each candidate stands, in the order in which they were given."""
        return [Runner(self.mean(c), standard_error(self.values(c)), self._had[c]) for c in range(len(self._values))]


def standard_error(values: Floats) -> float:
    """Of the mean of rollouts. Two more that were lost and two that were won are thought beside them: that all came to the same is not yet certainty.

    >>> standard_error(np.ones(300)) > standard_error(np.ones(3_000)) > 0
    True
    """
    seen = np.concatenate([values, (0.0, 0.0, 1.0, 1.0)])
    return float(seen.std() / np.sqrt(len(seen)))


def likely_best(
    chances: Sequence[float], errors: Sequence[float], wrong: Sequence[float], alike: Sequence[Hashable], seed: int
) -> list[float]:
    """How likely each is really the best: `errors` are the standard errors of the distances to the first, `wrong` what each may be systematically wrong by.
    Those that are alike are so by the same.

    >>> [round(share, 1) for share in likely_best([0.5, 0.499, 0.3], [0, 0.0001, 0.001], [0.01] * 3, "abc", 1)]
    [0.5, 0.5, 0.0]
    >>> [round(share, 1) for share in likely_best([0.5, 0.499, 0.3], [0, 0.0001, 0.001], [0.0] * 3, "abc", 1)]
    [1.0, 0.0, 0.0]
    """
    luck = np.random.default_rng(seed)
    places = {kind: place for place, kind in enumerate(dict.fromkeys(alike))}
    common = luck.standard_normal((_DRAWS, len(places)))[:, [places[kind] for kind in alike]]
    drawn = np.asarray(chances) + luck.standard_normal((_DRAWS, len(chances))) * np.asarray(errors) + common * np.asarray(wrong)
    highest = drawn >= drawn.max(1, keepdims=True) - 1e-12
    return [float(share) for share in (highest / highest.sum(1, keepdims=True)).mean(0)]
