"""Finding the legal move that somebody told: by its short form, by its sentence, or in words of their own ("barbarian kills the troll in 4").

A game says of each of its moves how it may be told (`Saying`): what has to be said, what may be said, and the words around. A text means a move if every word
of it has its place in that. So nothing is guessed from a word here and there, and a text that could mean several moves is refused with those it could mean.

`read_moves` reads several in a row, as one tells them: "drew brick, 2 red archers", "troll 4", "red archer hits the orc, then done".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from castlewise.models.component_names import spelled
from castlewise.models.contract import Game
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem
from castlewise.models.reading import shown

LONGEST_TOLD = 2_000  # characters of a line
_MOST_WORDS = 30  # of one move
_TIMES = {"both": 2, "twice": 2} | {form: count for count in range(2, 7) for form in (f"x{count}", f"{count}x")}  # behind a name, too
_COUNTS = _TIMES | {
    form: count for count, word in enumerate(("one", "two", "three", "four", "five", "six"), 1) for form in (word, f"{count}")
}
_MOST_JOINED = 3  # phrases, for one move
_MOST_TRIES = 2_000  # at taking a line apart
_A_HINT = 0.6  # likewise, if one is to be named as what was meant
_A_CODE = 3  # letters at most: too few for a hint
_MOST_STRANGE = 3  # words of a move that nobody knows
_A_SLIP = 0.75  # how much alike two words are, if one is to be the other misspelt
_MOST_ALIKE = 8  # moves named that a text could mean
_MOST_NAMED = 4  # moves named as possible, where what was told is not

_MEANT_OTHERWISE = frozenset({
    "not", "dont", "do", "didnt", "wont", "never", "without", "cant", "cannot", "instead", "except", "but", "if", "or", "unless", "maybe", "perhaps",
    "why", "how", "what", "who", "where", "when", "which", "undo", "help", "quit", "exit", "back", "try", "show", "suggest", "moves", "line", "svg",
    "aim", "roll", "board", "wait",
})  # fmt: skip
"""Words that turn what is told into something else, or into a command."""

_ARTICLES = frozenset({"a", "an", "the"})
FILLERS = frozenset({
    "his", "her", "their", "he", "she", "they", "him", "time", "turn", "well", "oh", "next", "another", "first", "second", "third",
    "lets", "let", "us", "me", "want", "wants", "would", "like", "will", "ill", "going", "can", "could", "just", "there", "here", "so", "ok", "okay",
    "with", "on", "at", "in", "to", "of", "from", "by", "against", "onto", "into", "for", "i", "we", "you", "my", "mine", "your", "our", "it", "its",
    "this", "that", "them", "then", "and", "now", "also", "please", "is", "are", "s", "play", "plays", "played", "playing", "use", "uses", "using",
    "used", "card", "cards", "token", "tokens", "tile", "tiles", "monster", "monsters", "ring",
})  # fmt: skip
"""Words that are said around anything."""

_DROPPED = re.compile(r"[:?\"()+&=<>/#“”…]|(?<!\w)[.*@~]|[.*@~](?!\w)")


def words_in(text: str) -> tuple[str, ...]:
    """The words of a text as they are compared: small letters, no articles, no punctuation but that of a short form.

    >>> words_in("The Red Archer hits a Goblin, at 3!"), words_in("player 2's Mortar: ra@a1g1")
    (('red', 'archer', 'hits', 'goblin', 'at', '3'), ('player', '2s', 'mortar', 'ra@a1g1'))
    """
    return tuple(word for word in spelled(_DROPPED.sub(" ", text)).split() if word not in _ARTICLES)


def ways(*told: str) -> frozenset[tuple[str, ...]]:
    """Different words for one thing."""
    return frozenset(words_in(one) for one in told)


Part = frozenset[tuple[str, ...]]


class Saying:
    """How a move may be told."""

    def __init__(
        self, needs: Sequence[Part] = (), may: Sequence[Part] = (), around: Collection[str] = (), *, in_order: bool = False
    ) -> None:
        """`needs` has what must be said, each in one of its ways, `may` what can be, `around` the words that go with this kind of move. In a text there has to
        be something besides FILLERS. `in_order`: what must be said comes in this order."""
        self.parts = (*needs, *may)
        self.needs = len(needs)
        self.in_order = in_order
        self.around = frozenset(around)
        self.vocabulary = FILLERS | self.around | {word for part in self.parts for way in part for word in way}

    def fits(self, words: Sequence[str]) -> bool:
        if not self.vocabulary.issuperset(words) or (not self.needs and FILLERS.issuperset(words)):
            return False
        return self._told(words, 0, 0, set())

    def _told(self, words: Sequence[str], at: int, said: int, failed: set[tuple[int, int]]) -> bool:
        """Whether the words from here on can be what has not been said."""
        if at == len(words):
            return said & ((1 << self.needs) - 1) == (1 << self.needs) - 1
        if (at, said) in failed:
            return False
        for number, part in enumerate(self.parts):
            if said >> number & 1 or (self.in_order and number < self.needs and said & ((1 << number) - 1) != (1 << number) - 1):
                continue
            for way in part:
                if tuple(words[at : at + len(way)]) == way and way and self._told(words, at + len(way), said | 1 << number, failed):
                    return True
        if (words[at] in FILLERS or words[at] in self.around) and self._told(words, at + 1, said, failed):
            return True
        failed.add((at, said))
        return False


class Legal:
    """The moves of a position and all that they go by, gathered once for all attempts to read one."""

    def __init__(self, game: Any, position: Any, saying: Callable[[int], Saying | None], shortened: Callable[[str], str]) -> None:
        self.game, self.position, self._saying, self._shortened = game, position, saying, shortened
        self.moves: list[int] = game.moves(position)

    @cached_property
    def forms(self) -> dict[int, str]:
        return {move: self.game.short(self.position, move) for move in self.moves}

    @cached_property
    def _by_form(self) -> dict[str, int]:
        return {form.lower(): move for move, form in reversed(self.forms.items())}

    @cached_property
    def sentences(self) -> dict[int, str]:
        return {move: self.game.describe(self.position, move) for move in self.moves}

    @cached_property
    def _by_sentence(self) -> dict[tuple[str, ...], int]:
        return {words_in(sentence): move for move, sentence in reversed(self.sentences.items())}

    @cached_property
    def _loose(self) -> dict[str, list[int]]:
        loose: dict[str, list[int]] = {}
        for move, form in self.forms.items():
            loose.setdefault(self._shortened(form.lower()), []).append(move)
        return loose

    @cached_property
    def _sayings(self) -> list[tuple[int, Saying]]:
        told = ((move, self._saying(move)) for move in self.moves)
        return [(move, saying) for move, saying in told if saying is not None]

    def named(self, text: str) -> list[int]:
        """The moves that a text names, by their short form or their sentence."""
        form = " ".join(text.lower().split()).rstrip(".")
        if form in self._by_form:
            return [self._by_form[form]]
        if form in self._loose:
            return self._loose[form]
        words = words_in(text)
        for told in (words, words[1:] if words[:1] in (("i",), ("we",)) else words):
            if told in self._by_sentence:
                return [self._by_sentence[told]]
        return []

    def meant(self, text: str) -> list[int]:
        """The moves that a text can mean: none, one, or several between which it does not tell."""
        words = words_in(text)
        if not 0 < len(words) <= _MOST_WORDS:
            return []
        return self.named(text) or [move for move, saying in self._sayings if saying.fits(words)]

    def meant_loosely(self, text: str, known: frozenset[str]) -> list[int]:
        """What a text can mean without the words that nobody knows: "the blue hero whacks the orc". Words that mean something elsewhere in the game, that say
        no or ask, and that look like a slip of the pen, are never passed over."""
        words = words_in(text)
        if "?" in text or not 0 < len(words) <= _MOST_WORDS or not _MEANT_OTHERWISE.isdisjoint(words):
            return []
        here: set[str] = set()
        for _, saying in self._sayings:
            here |= saying.vocabulary
        strange = [word for word in words if word not in here]
        if not 0 < len(strange) <= _MOST_STRANGE or any(word in known or not word.isalpha() for word in strange):
            return []
        if any(get_close_matches(word, known, n=1, cutoff=_A_SLIP) for word in strange):
            return []
        rest = tuple(word for word in words if word in here)
        return [move for move, saying in self._sayings if saying.fits(rest)]

    def names(self) -> list[str]:
        """All that a move of this position goes by as a whole, for a hint."""
        alone = [saying.parts[0] for _, saying in self._sayings if saying.needs == 1]
        return [
            *self.forms.values(),
            *self.sentences.values(),
            *sorted({" ".join(way) for part in alone for way in part if len("".join(way)) > _A_CODE}),
        ]

    def nearest(self, text: str) -> list[int]:
        """Some moves, those first of which the text has the most words."""
        words = set(words_in(text)) - FILLERS
        return sorted(self.moves, key=lambda move: -len(words.intersection(words_in(self.sentences[move]))))[:_MOST_NAMED]

    def alike(self, moves: Iterable[int]) -> str:
        """Several moves as a question names them."""
        named = [f"{self.forms[move]} ({self.sentences[move]})" for move in moves]
        more = f" and {len(named) - _MOST_ALIKE} more" if len(named) > _MOST_ALIKE else ""
        return ", ".join(named[:_MOST_ALIKE]) + more


@dataclass(frozen=True)
class Reader:
    """What a game says about the reading of its moves."""

    legal: Callable[[Any], Legal]
    well_formed: Callable[[Any, str], bool]
    """Whether a text has the form of a move, legal or not."""
    refusal: Callable[[Any, str], str]
    """Why a text is no move here; empty where no reason is found."""
    moment: Callable[[Any], str]
    """What is being decided, or what chance does, in a few words."""
    passing: Callable[[Any], int | None]
    """The move that passes an optional phase of which one need not speak."""
    rephrased: Callable[[str], str] = str
    """A line in the order of the rules, where people have another."""
    vocabulary: frozenset[str] = frozenset()
    """All words that mean something in this game, whatever the position."""

    def read(self, position: Any, text: str) -> int:
        """The legal move that a text means."""
        legal = self.legal(position)
        meant = legal.meant(text)
        if len(meant) == 1:
            return meant[0]
        raise self.refused(position, text)

    def refused(self, position: Any, text: str, reason: str = "") -> InvalidInput | IllegalMove | AmbiguousMove:
        """Why a text is no move, and what would be one."""
        legal = self.legal(position)
        if len(meant := legal.meant(text)) > 1:
            return AmbiguousMove(f"{shown(text)} fits several moves: {legal.alike(meant)}")
        reason = reason or self.refusal(position, text)
        possible = self.possible(position, text)
        if self.well_formed(position, " ".join(text.lower().split())):
            return IllegalMove(f"{shown(text)} is not possible here{f': {reason}' if reason else ''}{possible}")
        if reason:
            return InvalidInput([Problem("move", f"{shown(text)}: {reason}{possible}")])
        close = get_close_matches(text[:60].lower(), legal.names(), n=1, cutoff=_A_HINT)
        hint = f' (did you mean "{close[0]}"?)' if close else ""
        return InvalidInput([Problem("move", f"{shown(text)} is not a move here{hint}{possible}")])

    def possible(self, position: Any, text: str) -> str:
        """What can be done or can happen here, to be added to a refusal."""
        legal, now = self.legal(position), self.moment(position)
        here = f"; here {now}" if now else ""
        if position.is_chance or not legal.moves:
            return here
        named = legal.nearest(text)
        more = f" ({len(legal.moves)} in all)" if len(legal.moves) > len(named) else ""
        return f"{here}{': ' if here else '; possible here: '}{', '.join(f'{legal.forms[m]} ({legal.sentences[m]})' for m in named)}{more}"


# Several in a line

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


def read_each(start: Any, text: str, *, read: Callable[[Any, str], int], after: Callable[[Any, int], Any]) -> list[int]:
    """Several moves in a line where there is only something that reads one, or raises the reason why it is none: a puzzle's table."""

    def find(here: Any, told: str) -> list[int]:
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
    find: Callable[[Any, str], list[int]],
    after: Callable[[Any, int], Any],
    refused: Callable[[list[tuple[Any, str]]], Exception],
    passing: Callable[[Any], int | None] = lambda here: None,
) -> list[int]:
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
class _Reading:
    """A line that is taken apart, the longest text that is a move first; where that leads nowhere, a shorter one."""

    phrases: list[list[str]]
    find: Callable[[Any, str], list[int]]
    after: Callable[[Any, int], Any]
    passing: Callable[[Any], int | None]
    starts: dict[int, Any] = field(default_factory=dict)  # where the phrases began that were come to
    furthest: tuple[Any, int, int] | None = None
    tries: int = 0

    def stuck(self) -> list[tuple[Any, str]]:
        """What could not be read: the phrase, and what is left of it, each with where it was told."""
        assert self.furthest is not None
        here, phrase, at = self.furthest
        words = self.phrases[phrase]
        return [(self.starts[phrase], " ".join(words)), *([(here, " ".join(words[at:]))] if at else [])]

    def rest(self, here: Any, phrase: int, at: int) -> list[int] | None:
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
        if FILLERS.union(_ARTICLES, ("drew", "draw", "i")).issuperset(word.lower() for word in words[at:]):
            return self.rest(here, phrase + 1, 0)  # "and", "then": nothing was said
        if words[at].lower() in FILLERS or words[at].lower() in _ARTICLES:
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

    def _readings(self, here: Any, words: list[str], at: int) -> Iterable[tuple[list[int], int]]:
        """What the next words of a phrase can mean, and where they end."""
        for end in range(min(len(words), at + _MOST_WORDS), at, -1):
            meant = self.find(here, " ".join(words[at:end]))
            if len(meant) == 1:
                yield meant, end
            elif not meant:
                yield from self._several_of_a_kind(here, words, at, end)

    def _several_of_a_kind(self, here: Any, words: list[str], at: int, end: int) -> Iterable[tuple[list[int], int]]:
        """ "2 red archers", "drew 2 bricks": a move made so often."""
        number = next((i for i in range(at, end) if words[i].lower() in (_COUNTS if i < min(at + 3, end - 1) else _TIMES)), None)
        if number is None:
            return
        count = _COUNTS[words[number].lower()]
        told = " ".join(words[at:number] + words[number + 1 : end])
        moves: list[int] = []
        for _ in range(count):
            meant = self.find(here, told)
            if len(meant) != 1:
                return
            moves += meant
            here = self.after(here, meant[0])
        yield moves, end
