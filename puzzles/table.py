"""A puzzle laid out: what can be done in it, and what every end comes to. Players, proofs and hints are written once against this.

The game's own rules make the moves; a table adds where the puzzle ends, what an end is worth, and when two ends are one and the same solution.

What a newcomer would get wrong: a solution is no sequence of moves. Plays commute, and somebody who does more than is needed has solved the puzzle, too. So
`agreed` looks at all the ends that are worth the most and names the one that all of them contain, if there is one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from fractions import Fraction
from typing import Any, Generic, TypeVar

S = TypeVar("S", bound=Hashable)

MOST = 6_000  # states that anybody is willing to look at


class TooMany(Exception):
    """More states than one is willing to look at."""


class Table(ABC, Generic[S]):
    start: S

    @abstractmethod
    def moves(self, state: S) -> list[int]:
        """What can be done; nothing where the puzzle is over."""

    @abstractmethod
    def after(self, state: S, move: int) -> S: ...

    @abstractmethod
    def worth(self, end: S) -> Fraction:
        """What an end is worth: 1 or 0 for a goal, a chance where odds are asked for, tiles to spare."""

    @abstractmethod
    def agreed(self, ends: Sequence[S]) -> S | None:
        """Of the ends that are worth the most, the one that all others contain: the solution, if there is only one."""

    @abstractmethod
    def shortfall(self, end: S) -> int:
        """By how much an end misses the goal; an end with 1 nearly works."""

    @abstractmethod
    def failing(self, end: S) -> str:
        """What an end that misses the goal lacks, or what goes wrong after it: the rest of a sentence that begins with "then"."""

    @abstractmethod
    def promise(self, state: S) -> int:
        """How good a state looks to somebody who does not look ahead."""

    @abstractmethod
    def short(self, state: S, move: int) -> str: ...

    @abstractmethod
    def describe(self, state: S, move: int) -> str: ...

    @abstractmethod
    def read(self, state: S, text: str) -> int:
        """A move that was typed. Raises IllegalMove, AmbiguousMove or InvalidInput."""

    @abstractmethod
    def picture(self, state: S) -> Any:
        """For a terminal."""

    def right_moves(self, lines: Lines[S], state: S) -> list[int]:
        """Every move that is as good as the best."""
        return lines.keeping(state)

    def reachable(self, lines: Lines[S], state: S) -> Fraction:
        """The most that can still be reached."""
        return lines.value(state)

    def is_a_play(self, move: int) -> bool:
        """Whether a move does something, rather than say that it is enough."""
        return True

    def decides(self, move: int) -> bool:
        """Whether a move is a decision, rather than what the rules make one do."""
        return True

    def next_draw(self, state: S) -> int | None:
        """What the rules make one do before there is anything to decide."""
        return None

    def goes_without_saying(self, text: str) -> bool:
        """Whether a text tells such a move."""
        return False

    def deed(self, state: S, move: int) -> Hashable:
        """What a move does, whichever of several like moves does it."""
        return (state, move)

    def easiest(self, state: S, right: Sequence[int]) -> int:
        """The right move to give help with: one that does something."""
        return next(filter(self.is_a_play, right), right[0])

    def first_tries(self, state: S) -> list[int]:
        """What a person thinks of; all moves, where those are not put into an order."""
        return self.moves(state)

    def greedy(self, state: S) -> int:
        """The move of the game's greedy player; where there is none, what looks best at once."""
        moves = self.moves(state)
        return max(moves, key=lambda move: (self.promise(self.after(state, move)), -moves.index(move)))


class Lines(Generic[S]):
    """Everything that can be done from the start of a table to all its ends, each state once."""

    def __init__(self, table: Table[S], most: int = MOST) -> None:
        self.table = table
        self.steps: dict[S, list[tuple[int, S]]] = {}
        self._parents: dict[S, tuple[S, int]] = {}
        todo = [table.start]
        found = {table.start}
        while todo:
            here = todo.pop()
            self.steps[here] = []
            for move in table.moves(here):
                there = table.after(here, move)
                self.steps[here].append((move, there))
                if there not in found:
                    found.add(there)
                    self._parents[there] = (here, move)
                    todo.append(there)
            if len(found) > most:
                raise TooMany(f"more than {most:,} states")
        self._values: dict[S, Fraction] = {}

    @property
    def ends(self) -> list[S]:
        return [state for state, steps in self.steps.items() if not steps]

    def value(self, state: S) -> Fraction:
        """The most that can still be reached."""
        todo = [state]
        while todo:
            here = todo[-1]
            steps = self.steps[here]
            open_ones = [there for _, there in steps if there not in self._values]
            if here in self._values or not open_ones:
                if here not in self._values:
                    self._values[here] = max(self._values[there] for _, there in steps) if steps else self.table.worth(here)
                todo.pop()
            else:
                todo += open_ones
        return self._values[state]

    def best(self) -> Fraction:
        return self.value(self.table.start)

    def second(self) -> Fraction | None:
        """The highest worth of an end below the best; None if all are worth the same."""
        best = self.best()
        return max((worth for worth in (self.value(end) for end in self.ends) if worth < best), default=None)

    def best_ends(self) -> list[S]:
        best = self.best()
        return [end for end in self.ends if self.value(end) == best]

    def keeping(self, state: S) -> list[int]:
        """The moves after which as much can be reached as before: every one of them is right."""
        value = self.value(state)
        return [move for move, there in self.steps[state] if self.value(there) == value]

    def way_to(self, end: S) -> list[int]:
        """Moves that lead to a state."""
        moves = []
        while end in self._parents:
            end, move = self._parents[end]
            moves.append(move)
        return moves[::-1]

    def without(self, state: S, deed: Hashable) -> S | None:
        """The best end that can be reached without ever doing this, of several the one that comes nearest to the goal; None if there is no such end."""
        todo, seen, ends = [state], {state}, []
        while todo:
            here = todo.pop()
            if not self.steps[here]:
                ends.append(here)
            for move, there in self.steps[here]:
                if there not in seen and self.table.deed(here, move) != deed:
                    seen.add(there)
                    todo.append(there)
        return max(ends, key=lambda end: (self.value(end), -self.table.shortfall(end)), default=None)

    def near_misses(self) -> int:
        """Ends that nearly work."""
        best = self.best()
        return sum(self.table.shortfall(end) == 1 for end in self.ends if self.value(end) < best)
