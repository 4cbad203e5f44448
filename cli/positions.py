"""Positions as commands read them: of a damaged record what is good is used, and standard error says so."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from castlewise.models import position_reading
from castlewise.models.position_reading import CASTELLION, CASTLE_PANIC, ONLY_CASTLE_PANIC, components_from, game_of, read_text, readable
from castlewise.models.problems import printable

if TYPE_CHECKING:
    from castlewise.models.game_record import Readable

__all__ = [
    "CASTELLION", "CASTLE_PANIC", "FORMS", "ONLY_CASTLE_PANIC", "components_from", "game_of", "read_position", "read_text", "readable",
    "say_where_it_ends",
]  # fmt: skip

FORMS = "A position: one line of notation, a TOML file, a record (game.jsonl, or game.jsonl@12 after 12 moves), or - for standard input."


def read_position(text: str, components: str | None, game: str = CASTLE_PANIC) -> Any:
    return position_reading.read_position(text, components, game, judge=say_where_it_ends)


def say_where_it_ends(read: Readable) -> None:
    """Of a record that cannot be replayed to its end: why, and what is used of it."""
    for problem in read.problems:
        print(f"castlewise: {problem}", file=sys.stderr)
    if read.problems:
        count = len(read.record.moves)
        told = f"used as far as line {read.lines}, after {count} {'move' if count == 1 else 'moves'}"
        print(f"castlewise: {printable(read.record.place)}: {told}", file=sys.stderr)
