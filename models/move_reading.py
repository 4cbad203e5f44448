"""Finding the legal move that somebody told: by its short form, by its sentence, or in words of their own ("barbarian kills the troll in 4").

A game says of each of its moves how it may be told (`Saying`): what has to be said, what may be said, and the words around. A text means a move if every word
of it has its place in that. So nothing is guessed from a word here and there, and a text that could mean several moves is refused with those it could mean.

Several moves in a line are line_reading.py's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from typing import Any

from castlewise.models.component_names import spelled
from castlewise.models.problems import AmbiguousMove, IllegalMove, InvalidInput, Problem
from castlewise.models.reading import shown

MOST_WORDS = 30  # of one move
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

ARTICLES = frozenset({"a", "an", "the"})
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
    return tuple(word for word in spelled(_DROPPED.sub(" ", text)).split() if word not in ARTICLES)


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
        if not 0 < len(words) <= MOST_WORDS:
            return []
        return self.named(text) or [move for move, saying in self._sayings if saying.fits(words)]

    def meant_loosely(self, text: str, known: frozenset[str]) -> list[int]:
        """What a text can mean without the words that nobody knows: "the blue hero whacks the orc". Words that mean something elsewhere in the game, that say
        no or ask, and that look like a slip of the pen, are never passed over."""
        words = words_in(text)
        if "?" in text or not 0 < len(words) <= MOST_WORDS or not _MEANT_OTHERWISE.isdisjoint(words):
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
