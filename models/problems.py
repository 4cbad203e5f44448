"""What is wrong with an input: every reason at once, each with its place.

Three kinds of error, as a caller wants to treat them differently: `InvalidInput` (the text or file describes nothing that can be), `IllegalMove`
(well formed, but not allowed here), `AmbiguousMove` (several legal moves fit the text).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


def printable(text: str) -> str:
    """A text that may quote anything, safe for a terminal.

    >>> printable("a\\x1b[31mb")
    'a\\\\x1b[31mb'
    """
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


@dataclass(frozen=True)
class Problem:
    place: str  # where: a section of a line, a key of a file
    reason: str

    def __str__(self) -> str:
        return printable(f"{self.place}: {self.reason}" if self.place else self.reason)


class InvalidInput(ValueError):
    """An input that was refused, with all the reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(map(str, self.problems)))


class IllegalMove(ValueError):
    """A move that is well formed but not legal in this position."""


class AmbiguousMove(ValueError):
    """A text that fits more than one legal move."""


class Problems(list[Problem]):
    """A list to collect problems in while reading on."""

    def add(self, place: str, reason: str) -> None:
        self.append(Problem(place, reason))

    def raise_if_any(self) -> None:
        if self:
            raise InvalidInput(self)


def nearest(word: str, known: Iterable[str]) -> str:
    """A hint to append to "unknown ...": the closest real name, if one is close.

    >>> nearest("gobln", ["goblin", "orc"])
    ' (did you mean "goblin"?)'
    >>> nearest("xyz", ["goblin", "orc"])
    ''
    """
    close = get_close_matches(word.lower(), list(known), n=1, cutoff=0.5)
    return f' (did you mean "{close[0]}"?)' if close else ""
