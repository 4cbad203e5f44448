"""Moves of a puzzle as they are typed: one, or several in a line, with or without commas. How moves are told is `models/line_reading.py`'s business.

Drawing the next tile goes without saying: where it is all there is to do, it is done before a text is read.
"""

from __future__ import annotations

from typing import Any

from castlewise.models.line_reading import read_each
from castlewise.models.problems import IllegalMove, InvalidInput
from castlewise.puzzles.table import Table

Step = tuple[int, ...]
"""A move, and before it what the rules make one do."""


def read_line(table: Table[Any], state: Any, text: str) -> list[int]:
    """All moves of a line. Raises IllegalMove, AmbiguousMove or InvalidInput if one of them is none: then none is understood."""

    def read(here: Any, told: str) -> Step:
        if table.goes_without_saying(told):
            return ()
        first = table.next_draw(here)
        if first is None:
            return (table.read(here, told),)
        try:
            return (first, table.read(table.after(here, first), told))
        except (IllegalMove, InvalidInput):
            return (table.read(here, told),)

    def after(here: Any, step: Step) -> Any:
        for move in step:
            here = table.after(here, move)
        return here

    return [move for step in read_each(state, text, read=read, after=after) for move in step]
