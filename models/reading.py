"""Reading what people and files hand over: decoding, TOML, and values of the expected type, with every reason collected.

What a newcomer would get wrong: quoting a bad value in a message can fail by itself (a number of ten thousand digits cannot be
printed, a stray surrogate cannot be encoded). `shown` quotes anything safely.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence

from castlewise.models.problems import InvalidInput, Problem, Problems, nearest, printable

LONGEST_FILE = 200_000
_LONGEST_QUOTE = 60
_LONGEST_RULES = 600
_DEEPEST = 20  # tables within tables that a key may name: "a.b.c" is three

# Both go through a text once, whatever it is: what is not closed reaches to the end, and nothing is tried twice.
_TEXTS = re.compile(
    r'"""(?:\\.?|[^\\])*?(?:"""|\Z)' r"|\'\'\'.*?(?:\'\'\'|\Z)" r'|"(?:\\.?|[^"\\\n])*+"?' r"|\'[^\'\n]*+\'?" r"|\#[^\n]*+", re.DOTALL
)
_DEEP_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{_DEEPEST}}}")


def shown(value: object) -> str:
    """A value as a message may quote it: short and on one line, whatever it is.

    >>> shown("gob\\nlin"), shown(7), shown([1, 2]), shown(10**5000)
    ('"gob\\\\nlin"', '7', 'a list', 'a huge number')
    """
    if isinstance(value, str):
        cut = value if len(value) <= _LONGEST_QUOTE else value[:_LONGEST_QUOTE] + "..."
        return f'"{printable(cut)}"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if abs(value) < 10**9 else "a huge number"
    if isinstance(value, float):
        return str(value)
    names = {list: "a list", dict: "a table", type(None): "nothing"}
    return names.get(type(value), "a date or time")


def close_name(word: str, known: Iterable[str]) -> str:
    """`nearest` for words of any length."""
    return nearest(word[:_LONGEST_QUOTE], known)


def inside(place: str, key: str) -> str:
    """The place of a key within a file or line; the file may have no name.

    >>> inside("game.toml", "monsters[2]"), inside("", "hand")
    ('game.toml: monsters[2]', 'hand')
    """
    return f"{place}: {key}" if place else key


def decoded(content: str | bytes, place: str) -> str:
    """The text of a file; raises InvalidInput if it is none."""
    if isinstance(content, bytes):
        try:
            content = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise InvalidInput([Problem(place, f"is not UTF-8 text (byte {error.start + 1})")]) from None
    return content


def load_toml(content: str | bytes, place: str) -> dict[str, object]:
    """The keys of a TOML file; raises InvalidInput if it cannot be read or says nothing."""
    text = decoded(content, place)
    if len(text) > LONGEST_FILE:
        raise InvalidInput([Problem(place, f"too long: {len(text):,} characters, at most {LONGEST_FILE:,}")])
    if _DEEP_KEY.search(_TEXTS.sub("x", text)):  # one of 20,000 parts would take a gigabyte to read
        raise InvalidInput([Problem(place, f"not usable TOML: a key has more than {_DEEPEST} parts")])
    try:
        table: dict[str, object] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InvalidInput([Problem(place, f"not valid TOML: {error}")]) from None
    except RecursionError:
        raise InvalidInput([Problem(place, "not usable TOML: lists within lists without end")]) from None
    except ValueError:  # a number too long for Python to convert, or a date that is none
        raise InvalidInput([Problem(place, "not usable TOML: a number or date is out of range")]) from None
    if not table:
        raise InvalidInput([Problem(place, "is empty")])
    return table


def rules_text(file: Table, example: str) -> str:
    """The rule set that a file states as a text; raises InvalidInput if that is none."""
    text = file.value("rules")
    if text is None:
        return ""
    if not isinstance(text, str):
        raise InvalidInput([Problem("rules", f'expected a text such as "{example}", not {shown(text)}')])
    return rules_in_ascii(" ".join(text.split()))


def rules_in_ascii(text: str) -> str:
    """A text that may be a list of rules, whatever it says; raises InvalidInput if it cannot."""
    if not (text.isascii() and text.isprintable() and len(text) <= _LONGEST_RULES):
        raise InvalidInput([Problem("rules", f"{shown(text)} is not a list of rules")])
    return text


class Table:
    """A TOML table whose values are asked for by key and type. A wrong one is noted and read as None, like one that is missing."""

    def __init__(self, content: dict[str, object], place: str, problems: Problems, within: str = "") -> None:
        self.content = content
        self.file = place
        self.problems = problems
        self.within = within
        self.asked: list[str] = []

    def place(self, key: str) -> str:
        return inside(self.file, f"{self.within}.{key}" if self.within else key)

    def add(self, key: str, reason: str) -> None:
        self.problems.add(self.place(key), reason)

    def value(self, key: str) -> object:
        self.asked.append(key)
        return self.content.get(key)

    def has(self, key: str) -> bool:
        return key in self.content

    def number(self, key: str, low: int, high: int) -> int | None:
        value = self.value(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int):
            self.add(key, f"expected a whole number, not {shown(value)}")
        elif not low <= value <= high:
            self.add(key, f"expected {low} to {high}, not {shown(value)}")
        else:
            return value
        return None

    def flag(self, key: str) -> bool | None:
        value = self.value(key)
        if value is None or isinstance(value, bool):
            return value
        self.add(key, f"expected true or false, not {shown(value)}")
        return None

    def text(self, key: str) -> str | None:
        value = self.value(key)
        if value is None or isinstance(value, str):
            return value
        self.add(key, f"expected a text in quotes, not {shown(value)}")
        return None

    def one_of(self, key: str, known: Sequence[str]) -> str | None:
        """A word out of a fixed list."""
        word = self.text(key)
        if word is None:
            return None
        wanted = word.strip().lower()
        if wanted in known:
            return wanted
        self.add(key, f"unknown {key} {shown(word)}{close_name(wanted, known) or ': expected ' + ', '.join(known)}")
        return None

    def numbers(self, key: str, most: int, what: str) -> list[int] | None:
        """A list of different numbers from 1 on: arcs, players."""
        items = self.value(key)
        if items is None:
            return None
        if not isinstance(items, list):
            self.add(key, f"expected a list of {what}s such as [1, 2], not {shown(items)}")
            return None
        found: list[int] = []
        for item in items:
            if isinstance(item, bool) or not isinstance(item, int) or not 1 <= item <= most:
                self.add(key, f"{what} {shown(item)}: there are 1 to {most}")
            elif item in found:
                self.add(key, f"{what} {item} is stated twice")
            else:
                found.append(item)
        return found

    def table(self, key: str) -> Table | None:
        value = self.value(key)
        if value is None:
            return None
        if isinstance(value, dict):
            return Table(value, self.file, self.problems, f"{self.within}.{key}" if self.within else key)
        self.add(key, f"expected a table, not {shown(value)}")
        return None

    def close(self) -> None:
        """Note every key that nobody asked for."""
        for key in self.content:
            if key not in self.asked:
                self.add(shown(key)[1:-1], f"unknown key{close_name(key, self.asked)}")
