"""How hard a puzzle should be for people: how many moves tempt, how far one must look, how quiet the right moves are, how far the tempting move is from right.

The formula was written down before anybody tried a puzzle (docs/lab/puzzle-levels.md, which also has what came of it); nothing in it is fitted.

What a newcomer would get wrong: `promise` says how a board looks to somebody who follows no line. A trap is a move that looks good by it and loses; it says
nothing about how the board is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from castlewise.puzzles.ladder import best_looking, solves
from castlewise.puzzles.rating import DEEPEST
from castlewise.puzzles.table import Lines


class Effort(NamedTuple):
    """As `Rating` has them."""

    traps: int
    depth: int
    quiet: int
    astray: int


def effort(lines: Lines[Any], solution: Sequence[int]) -> Effort:
    """`solution` are the moves that lead from the start of the table to its end."""
    table = lines.table
    first = opening(lines)
    tries = table.first_tries(first)
    looks = {move: table.promise(table.after(first, move)) for move in tries}
    right = set(table.right_moves(lines, first))
    now = table.promise(first)
    best = max((look for move, look in looks.items() if move in right), default=now)
    return Effort(
        traps=sum(look > now for move, look in looks.items() if move not in right),
        depth=next((ahead for ahead in range(1, DEEPEST) if _seen(lines, ahead)), DEEPEST),
        quiet=_quiet(table, solution),
        astray=sum(look > best for move, look in looks.items() if move not in right),
    )


def opening(lines: Lines[Any]) -> Any:
    """The first state in which there is something to decide."""
    table, state = lines.table, lines.table.start
    while not any(map(table.decides, right := table.right_moves(lines, state))):
        state = table.after(state, right[0])
    return state


def _seen(lines: Lines[Any], ahead: int) -> bool:
    return solves(lines, lambda state: best_looking(lines, state, ahead))


def _quiet(table: Any, solution: Sequence[int]) -> int:
    state, found = table.start, 0
    for move in solution:
        there = table.after(state, move)
        found += table.is_a_play(move) and table.decides(move) and table.promise(there) <= table.promise(state)
        state = there
    return found
