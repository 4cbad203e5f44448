"""Components by what people call them: a name in any spelling, "2 bricks", or the code of a line of notation, `2br`.

A *component* is a row of a table: a card, a token, a tile. Its place in the table is its kind; counts are a number for each kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Protocol

from castlewise.models.problems import Problems
from castlewise.models.reading import Table, close_name, shown

NOTHING = "-"  # an empty list of codes

_COUNTED = re.compile(r"(\d{1,4})\s*x?\s+(\S.*)", re.ASCII)
_COUNTED_CODE = re.compile(r"(\d{0,3})([a-z].*)", re.ASCII)


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


def spelled(text: str) -> str:
    """A name without what does not tell it from another: case, punctuation, the spelling of colour.

    >>> spelled("  Any Colour  Archer!"), spelled("counter-clockwise")
    ('any color archer', 'counter clockwise')
    """
    words = re.sub(r"[-_\s]+", " ", text.lower().replace("!", " ").replace("colour", "color").replace(",", " "))
    return words.strip()


class Names:
    """The kinds of one component table by name, printed title and code."""

    def __init__(self, rows: Sequence[Component], what: str) -> None:
        self.what = what  # "card", "token", "tile"
        self.names = [row.name for row in rows]
        self._kinds: dict[str, int] = {}
        for kind, row in enumerate(rows):
            for form in (row.name, row.title, row.code):
                self._kinds.setdefault(spelled(form), kind)

    def find(self, text: str) -> int | None:
        wanted = spelled(text)
        kind = self._kinds.get(wanted)
        if kind is None and wanted.endswith("s"):
            kind = self._kinds.get(wanted[:-1])
        return kind

    def hint(self, text: str) -> str:
        return close_name(spelled(text), self.names)

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


def read_counted_codes(rows: Sequence[Component], text: str, place: str, problems: Problems) -> list[int]:
    counts = [0] * len(rows)
    if text == NOTHING:
        return counts
    for word in text.split("."):
        parts = _COUNTED_CODE.fullmatch(word)
        if not parts:
            problems.add(place, f'{shown(word)} is no code of a component, with or without a number before it ("-" stands for none)')
        elif (kind := read_code(rows, parts[2], place, problems)) is not None:
            counts[kind] += int(parts[1] or 1)
    return counts


def read_code(rows: Sequence[Component], code: str, place: str, problems: Problems) -> int | None:
    """The kind that a code stands for."""
    kind = next((kind for kind, row in enumerate(rows) if row.code == code), None)
    if kind is None:
        problems.add(place, f"unknown code {shown(code)}{nearest_code(rows, code)}")
    return kind


def nearest_code(rows: Sequence[Component], code: str) -> str:
    """A hint: the component whose code is closest."""
    hint = close_name(code, [row.code for row in rows])
    for row in rows:
        if f'"{row.code}"' in hint:
            return f' (did you mean "{row.code}", {row.title}?)'
    return hint
