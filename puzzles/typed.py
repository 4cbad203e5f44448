"""Moves of a puzzle as they are typed: one, or several in a line, with or without commas. How moves are told is `models/move_reading.py`'s business.

Drawing the next tile goes without saying: where it is all there is to do, it is done before a text is read.
"""

from __future__ import annotations

from typing import Any, cast

from castlewise.models.contract import Game
from castlewise.models.move_reading import read_moves
from castlewise.models.problems import IllegalMove, InvalidInput
from castlewise.puzzles.table import Table

Step = tuple[int, ...]
"""A move, and before it what the rules make one do."""


class _AsGame:
    """What the reader of several moves asks of a game, of a table."""

    def __init__(self, table: Table[Any]) -> None:
        self.table = table

    def read_move(self, state: Any, text: str) -> Step:
        if self.table.goes_without_saying(text):
            return ()
        first = self.table.next_draw(state)
        if first is None:
            return (self.table.read(state, text),)
        try:
            return (first, self.table.read(self.table.after(state, first), text))
        except (IllegalMove, InvalidInput):
            return (self.table.read(state, text),)

    def apply(self, state: Any, step: Step) -> Any:
        for move in step:
            state = self.table.after(state, move)
        return state


def read_line(table: Table[Any], state: Any, text: str) -> list[int]:
    """All moves of a line. Raises IllegalMove, AmbiguousMove or InvalidInput if one of them is none: then none is understood."""
    game = _AsGame(table)
    try:
        return list(game.read_move(state, text))  # a sentence may have commas of its own
    except (IllegalMove, InvalidInput) as refused:
        try:
            steps = cast(list[Step], read_moves(cast(Game[Any], game), state, text))
        except InvalidInput:
            if isinstance(refused, IllegalMove):  # it was one move, and that reason is the better one
                raise refused from None
            raise
    return [move for step in steps for move in step]
