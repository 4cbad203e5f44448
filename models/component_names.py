"""Components by what people call them: a name in any spelling, "2 bricks", or the code of a line of notation, `2br`.

A *component* is a row of a table: a card, a token, a tile. Its place in the table is its kind; counts are a number for each kind.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol

from castlewise.models.problems import Problems
from castlewise.models.reading import Table, close_name, shown

NOTHING = "-"  # an empty list of codes

_COUNTED = re.compile(r"(\d{1,4})\s*x?\s+(\S.*)", re.ASCII)
_COUNTED_CODE = re.compile(r"(\d{0,3})\s*([a-z](?:.*[a-z0-9])?)", re.ASCII)
_MOST_WORDS = 6  # of a name


class Component(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def code(self) -> str: ...

    @property
    def title(self) -> str:
        """The name as it is printed."""
        ...


# By name


_NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
_SPELLINGS = str.maketrans({"!": " ", ",": " ", "-": " ", "_": " ", "'": None, "\u2019": None})


def spelled(text: str) -> str:
    """A name without what does not tell it from another: case, punctuation, accents, the spelling of colour and of small numbers.

    >>> spelled("  Any Colour  Archer!"), spelled("counter-clockwise"), spelled("Draw two cards"), spelled("Azriel's Fist")
    ('any color archer', 'counter clockwise', 'draw 2 cards', 'azriels fist')
    """
    if not text.isascii():
        text = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    words = text.lower().translate(_SPELLINGS).replace("colour", "color").split()
    return " ".join(_NUMBERS.get(word, word) for word in words)


def plural(name: str) -> str:
    """
    >>> plural("brick"), plural("any swordsman"), plural("plague knights")
    ('bricks', 'any swordsmen', 'plague knights')
    """
    return name[:-3] + "men" if name.endswith("man") else name if name.endswith("s") else name + "s"


def ways_to_say(row: Component, also: Collection[str] = ()) -> frozenset[str]:
    """All that a component is called, as `spelled` writes it: one of it or several, printed title and code, and what people call it beside those."""
    names = {spelled(name) for name in (row.name, row.title, *also)}
    return frozenset(names | {plural(name) for name in names} | {spelled(row.code)})


class Names:
    """The kinds of one component table by name, printed title and code."""

    def __init__(self, rows: Sequence[Component], what: str, also: Mapping[str, Collection[str]] | None = None) -> None:
        """`also` has what people call a component beside its name, by that name."""
        self.what = what  # "card", "token", "tile"
        self.names = [row.name for row in rows]
        self.codes, self.titles = [row.code for row in rows], [row.title for row in rows]
        also = also or {}
        self.ways = [ways_to_say(row, also.get(row.name, ())) for row in rows]
        """All that each kind is called."""
        self._kinds: dict[str, int] = {}
        for kind, row in enumerate(rows):
            for form in (row.name, row.title, row.code):
                self._kinds.setdefault(spelled(form), kind)
        for kind, ways in enumerate(self.ways):
            for form in ways:
                self._kinds.setdefault(form, kind)

    def find(self, text: str) -> int | None:
        return self._kinds.get(spelled(text))

    def named_in(self, words: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """The components that a text names, given its spelled words: where each name begins and ends, and its kind. The longest name counts."""
        at = 0
        while at < len(words):
            for end in range(min(len(words), at + _MOST_WORDS), at, -1):
                kind = self._kinds.get(" ".join(words[at:end]))
                if kind is not None:
                    yield at, end, kind
                    at = end - 1
                    break
            at += 1

    def hint(self, text: str) -> str:
        return close_name(spelled(text), self.names)

    def nearest_code(self, code: str) -> str:
        """A hint: the component whose code is closest."""
        hint = close_name(code, self.codes)
        for written, title in zip(self.codes, self.titles, strict=True):
            if f'"{written}"' in hint:
                return f' (did you mean "{written}", {title}?)'
        return hint or self.hint(code)

    def counts(self, items: object, place: str, problems: Problems) -> list[int]:
        """How many of each kind a list such as ["red archer", "2 brick"] names. A text is taken as a list with commas."""
        if isinstance(items, str):
            items = [item for item in items.split(",") if item.strip()]
        counts = [0] * len(self.names)
        for number, item in self._texts(items, place, problems):
            count, name = 1, item
            if counted := _COUNTED.fullmatch(item.strip()):
                count, name = int(counted[1]), counted[2]
            kind = self._found(name, f"{place}[{number}]", problems)
            if kind is not None:
                counts[kind] += count
        return counts

    def kinds(self, items: object, place: str, problems: Problems) -> list[int]:
        """The components that a list names, in its order."""
        found = [self._found(item, f"{place}[{number}]", problems) for number, item in self._texts(items, place, problems)]
        return [kind for kind in found if kind is not None]

    def _texts(self, items: object, place: str, problems: Problems) -> list[tuple[int, str]]:
        """The texts of a list with their places in it, counted from 1."""
        if not isinstance(items, list):
            problems.add(place, f"expected a list of {self.what}s, not {shown(items)}")
            return []
        for number, item in enumerate(items, 1):
            if not isinstance(item, str):
                problems.add(f"{place}[{number}]", f"expected the name of a {self.what}, not {shown(item)}")
        return [(number, item) for number, item in enumerate(items, 1) if isinstance(item, str)]

    def _found(self, name: str, place: str, problems: Problems) -> int | None:
        kind = self.find(name)
        if kind is None:
            problems.add(place, f"unknown {self.what} {shown(name)}{self.hint(name)}")
        return kind

    def counts_under(self, table: Table, key: str) -> list[int] | None:
        """What a list under a key of a file names; None if it is left out."""
        value = table.value(key)
        return None if value is None else self.counts(value, table.place(key), table.problems)

    def kind_under(self, table: Table, key: str) -> int | None:
        """The one component that is named under a key."""
        name = table.text(key)
        return None if name is None else self._found(name, table.place(key), table.problems)

    def listed(self, counts: Sequence[int]) -> list[str]:
        """The other way round: ["red archer", "2 brick"]."""
        return [name if count == 1 else f"{count} {name}" for name, count in zip(self.names, counts, strict=True) if count]


# By code


def counted_codes(rows: Sequence[Component], counts: Sequence[int]) -> str:
    """The codes of what there is, joined by dots, each with its number unless that is one: `ra.2gk`."""
    return ".".join(row.code if count == 1 else f"{count}{row.code}" for row, count in zip(rows, counts, strict=True) if count) or NOTHING


def read_counted_codes(names: Names, text: str, place: str, problems: Problems) -> list[int]:
    """What a list such as `ra.2gk` counts. A name does where a code does: `red archer.2 green knights`."""
    counts = [0] * len(names.names)
    if text == NOTHING:
        return counts
    for word in text.split("."):
        parts = _COUNTED_CODE.fullmatch(word.strip().lower())
        if not parts:
            problems.add(place, f'{shown(word)} is no code of a component, with or without a number before it ("-" stands for none)')
        elif (kind := read_code(names, parts[2], place, problems)) is not None:
            counts[kind] += int(parts[1] or 1)
    return counts


def read_code(names: Names, code: str, place: str, problems: Problems) -> int | None:
    """The kind that a code or a name stands for."""
    kind = names.find(code)
    if kind is None:
        problems.add(place, f"unknown code {shown(code)}{names.nearest_code(code)}")
    return kind
