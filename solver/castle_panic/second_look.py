"""A second look at candidates that a race of rollouts leaves close together, by rollouts whose first turns the advisor itself plays.

Ordinary rollouts are thousands, so their spread is soon gone; what is left is what all of them get wrong, because the greedy player plays on from every
candidate alike. Advised rollouts (advised_rollouts.py) cost hundreds of times as much and go wrong otherwise. There are only some dozens of them, so the first
look is not forgotten: it counts as so many advised rollouts as FIRST_LOOK_COUNTS says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import erfc, exp, pi, sqrt

import numpy as np

from castlewise.solver.racing import Floats, Stopped

FINALISTS = 3  # at most
CLOSE = 0.015  # a finalist is no further behind the best of the first look
FIRST_LOOK_COUNTS = 32
ROUND = 8
LEAST = 16  # rollouts before anybody is let go
NO_LOSS = 0.0007  # a finalist is let go if that is all that is lost by it, to be expected: where little is at stake few rollouts do


def expected_loss(lead: float, error: float) -> float:
    """What is lost on average by letting one go that is behind by `lead`, give or take a standard error.

    >>> expected_loss(0.0, 0.01) > expected_loss(0.01, 0.01) > expected_loss(0.03, 0.01), expected_loss(0.01, 0.0)
    (True, 0.0)
    """
    if error == 0:
        return max(0.0, -lead)
    errors = lead / error
    return error * (exp(-errors * errors / 2) / sqrt(2 * pi)) - lead * erfc(errors / sqrt(2)) / 2


class SecondLook:
    """Finalists, with what the first look had each of them come to.

    `roll(finalist, first, count)` gives the values of advised rollouts from number `first` on.
    """

    def __init__(self, first_look: Sequence[float], roll: Callable[[int, int, int], Floats]) -> None:
        self._first_look = first_look
        self._roll = roll
        self._values: list[Floats] = [np.empty(0)] * len(first_look)
        self.alive = list(range(len(first_look)))
        self.rollouts = 0
        self.stopped: Stopped | None = None  # why, once it is over

    def run(self, rollouts: int, out_of_time: Callable[[], bool] = lambda: False) -> None:
        """Until one is left, so many rollouts are made in all, or the time is up: half of the field has to go for each equal share of the rollouts.

        An interrupt ends it like the clock does; a round that not everyone has run does not count.
        """
        field = len(self.alive)
        halvings = max(1, (field - 1).bit_length())
        self.stopped = Stopped.LOOKED_AGAIN
        while len(self.alive) > 1 and self.rollouts < rollouts:
            if out_of_time():
                self.stopped = Stopped.TIME
                return
            done = len(self._values[self.alive[0]])
            try:
                rolled = [self._roll(finalist, done, ROUND) for finalist in self.alive]
            except KeyboardInterrupt:
                self.stopped = Stopped.INTERRUPTED
                return
            for finalist, values in zip(self.alive, rolled, strict=True):
                self._values[finalist] = np.concatenate([self._values[finalist], values])
            self.rollouts += ROUND * len(self.alive)
            if done + ROUND >= LEAST:
                most = max(2, field >> (self.rollouts * halvings // rollouts))
                leader = self.leader
                near = sorted(self.alive, key=lambda finalist: self.lead(leader, finalist)[0])[:most]
                self.alive = [c for c in near if c == leader or expected_loss(*self.lead(leader, c)) > NO_LOSS]

    @property
    def leader(self) -> int:
        """The best of those left: all of them have had the same rollouts."""
        return max(self.alive, key=lambda finalist: FIRST_LOOK_COUNTS * self._first_look[finalist] + self._values[finalist].sum())

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """By how much one is ahead of another by both looks together, on common luck, and the standard error of that."""
        n = min(len(self._values[one]), len(self._values[other]))
        gap = self._values[one][:n] - self._values[other][:n]
        first = self._first_look[one] - self._first_look[other]
        error = float(gap.std(ddof=1)) * sqrt(n) if n > 1 else 0.0
        return (FIRST_LOOK_COUNTS * first + float(gap.sum())) / (FIRST_LOOK_COUNTS + n), error / (FIRST_LOOK_COUNTS + n)
