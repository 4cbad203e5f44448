"""Cards and tokens by the names people write: "Red Archer", "red archer", "Drive him back!", "2 bricks", or the code of the table."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castlewise.models.castle_panic.components import Card, Components, Token, title
from castlewise.models.problems import Problems
from castlewise.models.reading import Table, close_name, shown

_COUNTED = re.compile(r"(\d{1,4})\s*x?\s+(\S.*)", re.ASCII)


def spelled(text: str) -> str:
    """A name without what does not tell it from another: case, punctuation, the spelling of colour.

    >>> spelled("  Any Colour  Archer!"), spelled("counter-clockwise")
    ('any color archer', 'counter clockwise')
    """
    words = re.sub(r"[-_\s]+", " ", text.lower().replace("!", " ").replace("colour", "color").replace(",", " "))
    return words.strip()


class Names:
    """The kinds of one component table by name, printed title and code."""

    def __init__(self, rows: Sequence[Card | Token], what: str) -> None:
        self.what = what  # "card" or "token"
        self.names = [row.name for row in rows]
        self._kinds: dict[str, int] = {}
        for kind, row in enumerate(rows):
            for form in (row.name, title(row.name), row.code):
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
        counts = [0] * len(self.names)
        if isinstance(items, str):
            items = [item for item in items.split(",") if item.strip()]
        if not isinstance(items, list):
            problems.add(place, f"expected a list of {self.what}s, not {shown(items)}")
            return counts
        for number, item in enumerate(items, 1):
            if not isinstance(item, str):
                problems.add(f"{place}[{number}]", f"expected the name of a {self.what}, not {shown(item)}")
                continue
            count, name = 1, item
            if counted := _COUNTED.fullmatch(item.strip()):
                count, name = int(counted[1]), counted[2]
            kind = self.find(name)
            if kind is None:
                problems.add(f"{place}[{number}]", f"unknown {self.what} {shown(name)}{self.hint(name)}")
            else:
                counts[kind] += count
        return counts

    def listed(self, counts: Sequence[int]) -> list[str]:
        """The other way round: ["red archer", "2 brick"]."""
        return [name if count == 1 else f"{count} {name}" for name, count in zip(self.names, counts, strict=True) if count]


def card_names(components: Components) -> Names:
    return Names(components.cards, "card")


def token_names(components: Components) -> Names:
    return Names(components.tokens, "token")


def one_of(table: Table, key: str, known: Sequence[str]) -> str | None:
    """A word out of a fixed list, under a key."""
    word = table.text(key)
    if word is None:
        return None
    wanted = word.strip().lower()
    if wanted in known:
        return wanted
    table.add(key, f"unknown {key} {shown(word)}{close_name(wanted, known) or ': expected ' + ', '.join(known)}")
    return None
