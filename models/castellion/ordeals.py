"""The Ordeal cards as data, and their short text: `3T2B`, `earthworm 2`, `5L else 42`.

T is a tower, B a bastion, L a line of defence. A number after "else" is how many tiles are destroyed if the formations are missing; without it
the game is lost. "earthworm n" destroys the bottom n rows (Exam II is one of these). Whatever the card, the foundation must be complete in the end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from castlewise.models.problems import Problems
from castlewise.models.provenance import Certainty
from castlewise.models.reading import shown

MOST_IN_POOL = 6  # cards that may lie face down for one number
MOST_FORMATIONS = 9  # no castle of six by six holds more
MOST_ROWS = 6
MOST_PENALTY = 99
MOST_TRAITORS = 40
NUMERALS = ("I", "II", "III")

_FORMATIONS = re.compile(r"(?:\d{1,3}[TBL]){1,3}", re.ASCII)


@dataclass(frozen=True)
class Ordeal:
    """A card. `penalty` None: missing formations lose the game. `rows` above 0: the Earthworm, or Exam II."""

    towers: int = 0
    bastions: int = 0
    lines: int = 0
    penalty: int | None = None
    rows: int = 0
    name: str = ""
    certainty: Certainty = Certainty.REPLACED
    name_certainty: Certainty = field(default=Certainty.CERTAIN, repr=False)

    @property
    def text(self) -> str:
        """The short text, as a line of notation has it.

        >>> Ordeal(3, 2).text, Ordeal(rows=2).text, Ordeal(lines=5, penalty=42).text
        ('3T2B', 'earthworm-2', '5L-else-42')
        """
        if self.rows:
            return f"earthworm-{self.rows}"
        named = ((self.towers, "T"), (self.bastions, "B"), (self.lines, "L"))
        formations = "".join(f"{count}{letter}" for count, letter in named if count) or "0T"
        return formations if self.penalty is None else f"{formations}-else-{self.penalty}"

    @property
    def same_effect(self) -> tuple[int, int, int, int | None, int]:
        return (self.towers, self.bastions, self.lines, self.penalty, self.rows)

    def __str__(self) -> str:
        """For people: what it asks for, and a mark if that is only assumed.

        >>> print(Ordeal(2, 2, name="Simulation II", certainty=Certainty.ASSUMED))
        2T2B (Simulation II, assumed)
        """
        remarks = [self.name] if self.name else []
        if self.certainty is Certainty.ASSUMED:
            remarks.append("assumed")
        return self.text.replace("-", " ") + (f" ({', '.join(remarks)})" if remarks else "")


@dataclass(frozen=True)
class Number:
    """What may lie at one of the three places: one of these cards, each as likely, met after so many Traitors."""

    cards: tuple[Ordeal, ...]
    traitors: int
    traitors_certainty: Certainty = field(default=Certainty.REPLACED, compare=False)

    @property
    def text(self) -> str:
        return ".".join(card.text for card in self.cards) + f":{self.traitors}"


def _turned(name: str, first: int, second: int, certainty: Certainty, certain_first: bool = False) -> tuple[Ordeal, ...]:
    """The three cards that ask for `first` of one formation and `second` of another: T and B, B and L, L and T."""
    sure = Certainty.CERTAIN if certain_first else certainty
    return (
        Ordeal(first, second, 0, name=name, certainty=sure),
        Ordeal(0, first, second, name=name, certainty=certainty),
        Ordeal(second, 0, first, name=name, certainty=certainty),
    )


def _assault(number: int, formations: int, penalty: int) -> tuple[Ordeal, ...]:
    name, sure, likely = NUMERALS[number - 1], Certainty.CERTAIN, Certainty.LIKELY
    return (
        Ordeal(towers=formations, penalty=penalty, name=f"Harpy {name}", certainty=sure),
        Ordeal(bastions=formations, penalty=penalty, name=f"Behemoth {name}", certainty=sure, name_certainty=likely),
        Ordeal(lines=formations, penalty=penalty, name=f"Horde {name}", certainty=sure, name_certainty=likely),
        Ordeal(rows=number, name=f"Earthworm {name}", certainty=sure),
    )


def _printed(*cards: Ordeal, traitors: int) -> Number:
    """The cards of a place in the rulebook, which says for each level how many Traitors they take."""
    return Number(cards, traitors, Certainty.CERTAIN)


EXAMS = (
    _printed(Ordeal(1, 1, 1, name="Exam I", certainty=Certainty.CERTAIN), traitors=5),
    _printed(Ordeal(rows=1, name="Exam II", certainty=Certainty.CERTAIN), traitors=2),
    _printed(*_turned("Exam III", 3, 2, Certainty.LIKELY, certain_first=True), traitors=5),
)
SIMULATIONS = (
    _printed(Ordeal(1, 1, 1, name="Simulation I", certainty=Certainty.ASSUMED), traitors=3),
    _printed(*_turned("Simulation II", 2, 2, Certainty.ASSUMED), traitors=3),
    _printed(*_turned("Simulation III", 3, 2, Certainty.ASSUMED), traitors=3),
)
ASSAULTS = tuple(_printed(*_assault(*numbers), traitors=2) for numbers in ((1, 2, 16), (2, 3, 32), (3, 5, 42)))


def read_ordeal(text: str, place: str, problems: Problems) -> Ordeal | None:
    """A card from its short text; a space and a hyphen between words are the same.

    >>> read_ordeal("5L else 42", "", Problems())
    Ordeal(towers=0, bastions=0, lines=5, penalty=42, rows=0, name='', certainty=<Certainty.REPLACED: 'replaced'>)
    """
    words = re.sub(r"(?<=\w)-(?=\w)", " ", text, flags=re.ASCII).split()
    before = len(problems)
    if len(words) == 2 and words[0].lower() == "earthworm" and _is_number(words[1]):
        rows = int(words[1])
        if not 1 <= rows <= MOST_ROWS:
            problems.add(place, f"{rows} rows in {shown(text)}: expected 1 to {MOST_ROWS}")
        return Ordeal(rows=rows) if len(problems) == before else None
    formations = words[0].upper() if words else ""
    with_penalty = len(words) == 3 and words[1].lower() == "else" and _is_number(words[2])
    if not _FORMATIONS.fullmatch(formations) or not (len(words) == 1 or with_penalty):
        problems.add(place, f'{shown(text)} is not an ordeal; one looks like "3T2B", "5L else 42" or "earthworm 2"')
        return None
    counts = {"T": 0, "B": 0, "L": 0}
    for count, letter in re.findall(r"(\d+)([TBL])", formations):
        if counts[letter]:
            problems.add(place, f"{shown(text)} names {letter} twice")
        counts[letter] = int(count)
        if int(count) > MOST_FORMATIONS:
            problems.add(place, f"{int(count)}{letter} in {shown(text)}: no castle holds more than {MOST_FORMATIONS} formations")
    penalty = int(words[2]) if with_penalty else None
    if penalty is not None and not 1 <= penalty <= MOST_PENALTY:
        problems.add(place, f"{penalty} tiles in {shown(text)}: expected 1 to {MOST_PENALTY}")
    return Ordeal(counts["T"], counts["B"], counts["L"], penalty) if len(problems) == before else None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 4


def read_number(text: str, usual: Number, place: str, problems: Problems) -> Number | None:
    """Cards joined by dots, then `:` and how many Traitors (or else the usual number)."""
    cards, colon, count = text.partition(":")
    traitors = usual.traitors
    if colon:
        if not (_is_number(count) and 1 <= int(count) <= MOST_TRAITORS):
            problems.add(place, f"expected a number of Traitors from 1 to {MOST_TRAITORS} after the colon, not {shown(count)}")
            return None
        traitors = int(count)
    return number_of(cards.split("."), traitors, usual, place, problems)


def number_of(texts: Sequence[str], traitors: int, usual: Number, place: str, problems: Problems) -> Number | None:
    """What lies at a place that has these cards, by their short texts. A card of the level keeps its name."""
    before = len(problems)
    cards = [card for card in (read_ordeal(text, place, problems) for text in texts) if card]
    if not 1 <= len(texts) <= MOST_IN_POOL:
        problems.add(place, f"{len(texts)} cards: expected 1 to {MOST_IN_POOL}")
    if len({card.same_effect for card in cards}) < len(cards):
        problems.add(place, f"{shown(', '.join(texts))} names a card twice")
    sure = usual.traitors_certainty if traitors == usual.traitors else Certainty.REPLACED
    return Number(tuple(printed(card, usual) for card in cards), traitors, sure) if len(problems) == before else None


def printed(card: Ordeal, usual: Number) -> Ordeal:
    """The card of a level that asks for the same, if there is one."""
    return next((known for known in usual.cards if known.same_effect == card.same_effect), card)
