"""What a solver says: solved, with moves that were replayed through the rules; impossible, with who confirmed it; or unknown, with the reason."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, StrEnum


class Outcome(Enum):
    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"  # never a "no": the time ran out, or the question is beyond the model


class Solvers(StrEnum):
    """Who is asked; with both, one confirms the other."""

    cpsat = "cpsat"
    z3 = "z3"
    both = "both"


@dataclass(frozen=True)
class Verdict:
    outcome: Outcome
    solver: str
    version: str
    preset: str
    seconds: float
    moves: tuple[int, ...] = ()
    value: int | None = None
    reason: str = ""
    optimal: bool = False  # no better value exists
    confirmed_by: tuple[str, ...] = ()


class ReplayFailed(AssertionError):
    """A solver's answer that the rules do not bear out: a bug, never something to show."""
