"""How much an advisor is to think, as the name of a policy says it: "advisor", "advisor:2000" for rollouts a decision, "advisor:50ms".

Milliseconds are turned into rollouts at a fixed rate, that of one core of the machine the strength figures were measured on: a clock would make every game
different.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from typing import Any

from castlewise.models.problems import InvalidInput, Problem
from castlewise.models.reading import shown

MOST_ROLLOUTS, MOST_MS = 1_000_000, 60_000


def rollouts_said(policy: str, usual: int, per_ms: int) -> int:
    """How many rollouts a decision a policy's name asks for.

    >>> rollouts_said("advisor", 400, 80), rollouts_said("advisor:2000", 400, 80), rollouts_said("advisor:50ms", 400, 80)
    (400, 2000, 4000)
    """
    _, _, said = policy.partition(":")
    if not said:
        return usual
    number, most = (said[:-2], MOST_MS) if said.endswith("ms") else (said, MOST_ROLLOUTS)
    if not (number.isascii() and number.isdigit() and len(number) < 8 and 1 <= int(number) <= most):
        raise InvalidInput(
            [
                Problem(
                    "policy",
                    f"{shown(policy)}: expected advisor, advisor:2000 (rollouts a decision, 1 to {MOST_ROLLOUTS:,}) "
                    f"or advisor:50ms (a turn, 1 to {MOST_MS:,})",
                )
            ]
        )
    return int(number) * per_ms if most == MOST_MS else int(number)


class AdvisedBatch(ABC):
    """Plays stretches of a simulation's games with an advisor; any number of threads may call it, each with a desk of its own to work at."""

    def __init__(self, game: Any, policy: str, seed: int, start: str | None, most_turns: int) -> None:
        self.game = game
        self.effort = self.read_effort(policy)
        self.start = game.start() if start is None else game.read(start)
        self.seed = seed
        self.most_turns = most_turns
        self._desks = threading.local()

    def __call__(self, first: int, games: int) -> list[int]:
        if not hasattr(self._desks, "mine"):
            self._desks.mine = self.desk()
        return self.play(self._desks.mine, first, games)

    @abstractmethod
    def read_effort(self, policy: str) -> Any: ...

    @abstractmethod
    def desk(self) -> Any: ...

    @abstractmethod
    def play(self, desk: Any, first: int, games: int) -> list[int]: ...
