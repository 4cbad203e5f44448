"""What every kind of puzzle has to say for itself. `kinds.py` has the list; making, proving, rating and playing are written once against this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

from castlewise.puzzles.puzzle import Prover, Puzzle
from castlewise.puzzles.sheet import Sheet
from castlewise.puzzles.table import Lines, Table

CASTLE_PANIC, CASTELLION = "castle-panic", "castellion"

Rung = Callable[[], bool]
"""Whether a player of the ladder solves the puzzle."""


class Rejected(Exception):
    """A candidate that makes no puzzle, with the reason under which it is counted."""


class NotShown(Exception):
    """A solver does not bear out that a puzzle has one solution; says why."""


class Kind(ABC):
    name: str
    title: str
    game: str
    margin = Fraction(1)  # by which the best has to beat everything else
    most_plays = 8
    fewest_plays = 2

    @abstractmethod
    def candidate(self, seed: int, rules: str) -> Puzzle:
        """A puzzle that may turn out to be none. Raises Rejected where not even that comes out."""

    @abstractmethod
    def table(self, puzzle: Puzzle) -> Table[Any]: ...

    @abstractmethod
    def show(self, puzzle: Puzzle, lines: Lines[Any], solution: Any) -> list[Prover]:
        """Solvers other than the enumeration that show the solution to be the only one. Raises NotShown."""

    @abstractmethod
    def rungs(self, table: Table[Any], lines: Lines[Any]) -> list[Rung]:
        """The six players of the ladder, weakest first (ladder.py)."""

    @abstractmethod
    def question(self, puzzle: Puzzle) -> str:
        """What is asked, in a sentence or two."""

    def hopeless(self, puzzle: Puzzle) -> bool:
        """Whether it is clear at little cost that a candidate has no solution."""
        return False

    def unfit(self, lines: Lines[Any], solution: Any) -> str:
        """Why a candidate with one solution is no puzzle of this kind all the same; empty if it is."""
        return ""

    def repairs(self, puzzle: Puzzle) -> Iterator[Puzzle]:
        """Neighbours of a candidate that narrowly failed, most promising first."""
        return iter(())

    @abstractmethod
    def sheet(self, puzzle: Puzzle) -> Sheet:
        """Everything that the puzzle needs, in words."""

    @abstractmethod
    def drawing(self, puzzle: Puzzle) -> str:
        """The board or castle alone."""

    @abstractmethod
    def svg(self, puzzle: Puzzle) -> str:
        """The puzzle drawn, with the words of its sheet."""

    @abstractmethod
    def solution_drawings(self, puzzle: Puzzle) -> list[str]:
        """The solution in pictures: what is played at whom, or the castle in the end."""
