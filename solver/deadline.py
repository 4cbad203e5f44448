"""A time limit that several questions share."""

from __future__ import annotations

import time


class Deadline:
    """Seconds that several questions share."""

    def __init__(self, seconds: float) -> None:
        self.started = time.perf_counter()
        self.seconds = seconds

    @property
    def spent(self) -> float:
        return time.perf_counter() - self.started

    @property
    def left(self) -> float:
        return max(0.0, self.seconds - self.spent)

    @property
    def unanswered(self) -> str:
        """Why there is no answer: the time ran out, or somebody stopped it before that."""
        if self.spent >= 0.95 * self.seconds:
            return f"no answer within {self.seconds:g} seconds"
        return f"stopped after {self.spent:.1f} seconds, with no answer yet"
