"""Several moves told in a line: "drew brick, 2 red archers", "troll 4", "red archer hits the orc, then done". What one of them can mean is move_reading.py's.

A line is taken apart wherever that gives moves that follow each other, the longest text that is a move first; commas and "then" are where people think it
should be. All of a line is understood, or none of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from castlewise.models.contract import Game
from castlewise.models.move_reading import ARTICLES, FILLERS, MOST_WORDS, Reader
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem
from castlewise.models.reading import shown

M = TypeVar("M")

LONGEST_TOLD = 2_000  # characters of a line
_TIMES = {"both": 2, "twice": 2} | {form: count for count in range(2, 7) for form in (f"x{count}", f"{count}x")}  # behind a name, too
_COUNTS = _TIMES | {
    form: count for count, word in enumerate(("one", "two", "three", "four", "five", "six"), 1) for form in (word, f"{count}")
}
_MOST_JOINED = 3  # phrases, for one move
_MOST_TRIES = 2_000  # at taking a line apart

_BREAK = re.compile(r"\s*(?:[,;]|\bthen\b)\s*", re.IGNORECASE)
_NUMBERS_APART = re.compile(r"(?<=\d),(?=\d)")
_COLUMN_AND_ROW = re.compile(r"(column \d),\s*(?=row \d)", re.IGNORECASE)


def read_moves(game: Game[Any], position: Any, text: str) -> list[int]:
    """Moves told one after the other, with or without commas between them, each legal where those before it lead. All of them are understood, or none is.

    A phase that is optional and of which nothing is said is passed.
    """
    reader: Reader = game.reader
    named = reader.legal(position).named(text) if len(text) <= LONGEST_TOLD else []  # a sentence may have commas
    if len(named) == 1:
        return named

    def refused(stuck: list[tuple[Any, str]]) -> Exception:
        reasons = ((here, told, reader.refusal(here, told)) for here, told in stuck)
        here, told, reason = next((found for found in reasons if found[2]), (*stuck[0], ""))
        return reader.refused(here, told, reason)

    def strictly(here: Any, told: str) -> list[int]:
        return reader.legal(here).meant(told)

    def loosely(here: Any, told: str) -> list[int]:
        return strictly(here, told) or reader.legal(here).meant_loosely(told, reader.vocabulary)

    first: Exception | None = None
    for told, find in ((text, strictly), (reader.rephrased(text), strictly), (text, loosely)):
        if first is not None and find is strictly and told == text:
            continue
        try:
            return read_line(told, position, find=find, after=game.apply, refused=refused, passing=reader.passing)
        except (InvalidInput, IllegalMove, AmbiguousMove) as error:
            first = first or error
    assert first is not None
    raise first


def read_each(start: Any, text: str, *, read: Callable[[Any, str], M], after: Callable[[Any, M], Any]) -> list[M]:
    """Several moves in a line where there is only something that reads one, or raises the reason why it is none: a puzzle's table."""

    def find(here: Any, told: str) -> list[M]:
        try:
            return [read(here, told)]
        except (InvalidInput, IllegalMove, AmbiguousMove):
            return []

    def refused(stuck: list[tuple[Any, str]]) -> Exception:
        try:
            read(*stuck[0])
        except (InvalidInput, IllegalMove, AmbiguousMove) as error:
            return error
        return InvalidInput([Problem("move", f"{shown(text)} is not understood")])

    if whole := find(start, text):
        return whole
    return read_line(text, start, find=find, after=after, refused=refused)


def read_line(
    text: str,
    start: Any,
    *,
    find: Callable[[Any, str], list[M]],
    after: Callable[[Any, M], Any],
    refused: Callable[[list[tuple[Any, str]]], Exception],
    passing: Callable[[Any], M | None] = lambda here: None,
) -> list[M]:
    """Several moves in a line, for anything that has moves: `find` says what a text can mean; `refused` makes an error of what could not be read, the whole
    phrase first, then what is left of it."""
    if len(text) > LONGEST_TOLD:
        raise InvalidInput([Problem("line", f"too long: {len(text):,} characters, at most {LONGEST_TOLD:,}")])
    apart = _COLUMN_AND_ROW.sub(r"\1 ", _NUMBERS_APART.sub(" ", text))
    phrases = [words for words in (phrase.split() for phrase in _BREAK.split(apart)) if words]
    if not phrases:
        raise InvalidInput([Problem("move", f"{shown(text)} says nothing")])
    reading = _Reading(phrases, find, after, passing)
    found = reading.rest(start, 0, 0)
    if found:
        return found
    raise refused([(start, text)] if found is not None else reading.stuck())


@dataclass
class _Reading(Generic[M]):
    """A line that is taken apart, the longest text that is a move first; where that leads nowhere, a shorter one."""

    phrases: list[list[str]]
    find: Callable[[Any, str], list[M]]
    after: Callable[[Any, M], Any]
    passing: Callable[[Any], M | None]
    starts: dict[int, Any] = field(default_factory=dict)  # where the phrases began that were come to
    furthest: tuple[Any, int, int] | None = None
    tries: int = 0

    def stuck(self) -> list[tuple[Any, str]]:
        """What could not be read: the phrase, and what is left of it, each with where it was told."""
        assert self.furthest is not None
        here, phrase, at = self.furthest
        words = self.phrases[phrase]
        return [(self.starts[phrase], " ".join(words)), *([(here, " ".join(words[at:]))] if at else [])]

    def rest(self, here: Any, phrase: int, at: int) -> list[M] | None:
        """The moves of what follows a word of a phrase."""
        if phrase == len(self.phrases):
            return []
        words = self.phrases[phrase]
        if at == len(words):
            return self.rest(here, phrase + 1, 0)
        if at == 0:
            self.starts.setdefault(phrase, here)
        if self.furthest is None or (phrase, at) > self.furthest[1:]:
            self.furthest = (here, phrase, at)
        self.tries += 1
        if self.tries > _MOST_TRIES:
            return None
        for moves, end in self._readings(here, words, at):
            there = here
            for move in moves:
                there = self.after(there, move)
            following = self.rest(there, phrase, end)
            if following is not None:
                return [*moves, *following]
        if FILLERS.union(ARTICLES, ("drew", "draw", "i")).issuperset(word.lower() for word in words[at:]):
            return self.rest(here, phrase + 1, 0)  # "and", "then": nothing was said
        if words[at].lower() in FILLERS or words[at].lower() in ARTICLES:
            following = self.rest(here, phrase, at + 1)
            if following is not None:
                return following
        for end in range(phrase + 2, min(phrase + 1 + _MOST_JOINED, len(self.phrases)) + 1) if at == 0 else ():
            meant = self.find(
                here, " ".join(word for words in self.phrases[phrase:end] for word in words)
            )  # "red archer, nice shot on the troll"
            following = self.rest(self.after(here, meant[0]), end, 0) if len(meant) == 1 else None
            if following is not None:
                return [*meant, *following]
        passed = self.passing(here)
        if passed is not None:
            following = self.rest(self.after(here, passed), phrase, at)
            if following is not None:
                return [passed, *following]
        return None

    def _readings(self, here: Any, words: list[str], at: int) -> Iterable[tuple[list[M], int]]:
        """What the next words of a phrase can mean, and where they end."""
        for end in range(min(len(words), at + MOST_WORDS), at, -1):
            meant = self.find(here, " ".join(words[at:end]))
            if len(meant) == 1:
                yield meant, end
            elif not meant:
                yield from self._several_of_a_kind(here, words, at, end)

    def _several_of_a_kind(self, here: Any, words: list[str], at: int, end: int) -> Iterable[tuple[list[M], int]]:
        """ "2 red archers", "drew 2 bricks": a move made so often."""
        number = next((i for i in range(at, end) if words[i].lower() in (_COUNTS if i < min(at + 3, end - 1) else _TIMES)), None)
        if number is None:
            return
        count = _COUNTS[words[number].lower()]
        told = " ".join(words[at:number] + words[number + 1 : end])
        moves: list[M] = []
        for _ in range(count):
            meant = self.find(here, told)
            if len(meant) != 1:
                return
            moves += meant
            here = self.after(here, meant[0])
        yield moves, end
