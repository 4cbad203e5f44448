"""How hard a puzzle is: what was measured of it, the effort that follows, and the level. docs/puzzles.md explains the numbers for those who make puzzles.

The formula was written down before anybody tried a puzzle, and nothing in it is fitted: docs/lab/puzzle-levels.md has it, and what came of it; `effort.py`
measures.
"""

from __future__ import annotations

from bisect import bisect
from dataclasses import dataclass, fields
from math import log2

LEVELS = ("first steps", "apprentice", "archer", "knight", "captain", "castellan")
"""Names of the levels, from 1."""
CUTS = (0.08, 0.11, 0.18, 0.26, 0.34)
"""The effort at which the next level begins: what cuts the 88 puzzles that were bundled when the formula was written into parts as equal as ties allow."""
DEEPEST = 6  # nobody is asked to look farther


@dataclass(frozen=True)
class Rating:
    """The last four are what effort is made of; `ladder` is the player that solves it first (ladder.py)."""

    plays: int  # moves of the solution
    decoys: int  # ends that nearly work
    open_first: int  # first moves that are right
    first: int  # first moves that there are
    ladder: int
    traps: int  # sensible first moves that are wrong
    depth: int  # moves that have to be looked ahead
    quiet: int  # moves of the solution after which the board looks no better
    astray: int  # first moves that look better than every right one

    @property
    def effort(self) -> float:
        """From 0 to 1.

        >>> easy, hard = Rating(2, 0, 2, 2, 1, 0, 1, 0, 0), Rating(5, 9, 1, 30, 4, 99, 6, 9, 9)
        >>> easy.effort, Rating(2, 0, 1, 5, 4, 3, 2, 1, 1).effort, hard.effort
        (0.0, 0.3625, 1.0)
        """
        parts = (log2(1 + self.traps) / 4, (self.depth - 1) / (DEEPEST - 1), self.quiet / 2, self.astray / 4)
        return sum(min(1.0, part) for part in parts) / len(parts)

    @property
    def level(self) -> int:
        return 1 + bisect(CUTS, self.effort)

    @property
    def points(self) -> int:
        """Effort in thousandths."""
        return round(1000 * self.effort)

    @property
    def name(self) -> str:
        return LEVELS[self.level - 1]


FEATURES = tuple(field.name for field in fields(Rating))
