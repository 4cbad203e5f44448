"""What the lines of all games share: sections joined by slashes, in letters that need no quotes in a shell and no escapes in a URL."""

from __future__ import annotations

import re
from collections.abc import Sequence

from castlewise.models.problems import InvalidInput, Problem, Problems
from castlewise.models.reading import shown

LONGEST_LINE = 4_000

_ALLOWED = re.compile(r"[A-Za-z0-9\-._~,:=@/ ]*", re.ASCII)  # a space only in a name where codes are written


def split_line(line: str, prefix: str, game: str, names: Sequence[str]) -> list[str]:
    """The sections of a line, at least one for each of the names; raises InvalidInput if it is no line of this game at all."""
    text = line.strip()
    if not text:
        raise InvalidInput([Problem("line", "is empty")])
    if len(text) > LONGEST_LINE:
        raise InvalidInput([Problem("line", f"too long: {len(text):,} characters, at most {LONGEST_LINE:,}")])
    if not text.startswith(prefix):
        raise InvalidInput([Problem("line", f'not a {game} position: it should begin with "{prefix}", not {shown(text[:10])}')])
    if not _ALLOWED.fullmatch(text):
        strange = next(c for c in text if not _ALLOWED.fullmatch(c))
        raise InvalidInput([Problem("line", f"the character {shown(strange)} does not occur in a position")])
    sections = text.removeprefix(prefix).split("/")
    if len(sections) < len(names):
        missing = ", ".join(names[len(sections) :])
        raise InvalidInput([Problem("line", f"{len(sections)} sections instead of at least {len(names)}: {missing} missing")])
    return sections


def read_player(text: str, players: int, place: str, problems: Problems) -> int | None:
    """A player, counted from 0, from `p1`, `p2` and so on."""
    if not re.fullmatch(r"p\d{1,3}", text, re.ASCII):
        problems.add(place, f'{shown(text)} is not a player; the first is "p1"')
    elif not 1 <= int(text[1:]) <= players:
        problems.add(place, f"player {int(text[1:])}: there {f'are {players}' if players > 1 else 'is 1'}")
    else:
        return int(text[1:]) - 1
    return None


def read_number(text: str, low: int, high: int, place: str, problems: Problems) -> int | None:
    if re.fullmatch(r"\d{1,3}", text, re.ASCII) and low <= int(text) <= high:
        return int(text)
    problems.add(place, f"expected a number from {low} to {high}, not {shown(text)}")
    return None
