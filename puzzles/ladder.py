"""A ladder of players, each stronger than the one before: random; greedy; one move at a time; a whole turn; the turn and what is drawn after it; several turns.
A puzzle stands on the rung d if the d-th player solves it, everyone above too, and nobody below. That is what machines lack, not what people find hard: the
level is another matter (rating.py).

What a turn, a draw and several turns are depends on the kind of puzzle (docs/puzzles.md); the players here are those that kinds share.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from castlewise.puzzles.kind import Rung
from castlewise.puzzles.table import Lines, Table

PLAYERS = ("random", "greedy", "one move", "a turn", "the turn and the draws", "everything")
TRIES = 32  # of the random player
LUCK = 8  # so many of them have to succeed


def level_of(rungs: Sequence[Rung]) -> int | None:
    """The level from 1, or None if the players are not in order: one below solves what one above does not."""
    solved = [rung() for rung in rungs]
    level = solved.index(True) + 1 if True in solved else None
    return level if level is not None and all(solved[level - 1 :]) else None


def played(table: Table[Any], choose: Callable[[Any], int]) -> Any:
    """The end that a player comes to."""
    state = table.start
    while table.moves(state):
        state = table.after(state, choose(state))
    return state


def solves(lines: Lines[Any], choose: Callable[[Any], int]) -> bool:
    return lines.value(played(lines.table, choose)) == lines.best()


def at_random(lines: Lines[Any]) -> Rung:
    """Any move, each as likely; solved if a quarter of the tries are."""

    def solved() -> bool:
        luck = random.Random(1)
        return sum(solves(lines, lambda state: luck.choice(lines.table.moves(state))) for _ in range(TRIES)) >= LUCK

    return solved


def greedily(lines: Lines[Any]) -> Rung:
    """As the game's greedy player would, who knows nothing of the puzzle."""
    return lambda: solves(lines, lines.table.greedy)


def one_at_a_time(lines: Lines[Any]) -> Rung:
    """The move that looks best at once, again and again."""
    return lambda: solves(lines, lambda state: best_looking(lines, state, 1))


def looking_ahead(lines: Lines[Any], moves: int) -> Rung:
    """The move that leads to what looks best after so many moves; an end that solves the puzzle is seen to do so."""
    return lambda: solves(lines, lambda state: best_looking(lines, state, moves))


def best_looking(lines: Lines[Any], state: Any, ahead: int) -> int:
    kept: dict[tuple[Any, int], tuple[Any, int]] = {}

    def looks(here: Any, left: int) -> tuple[Any, int]:
        """What the best that is in sight is worth if it is an end, and how it looks."""
        key = (here, left)
        if key not in kept:
            steps = lines.steps[here]
            if not steps:
                kept[key] = (lines.value(here), lines.table.promise(here))
            elif left == 0:
                kept[key] = (0, lines.table.promise(here))
            else:
                kept[key] = max(looks(there, left - 1) for _, there in steps)
        return kept[key]

    steps = lines.steps[state]
    scores = [looks(there, ahead - 1) for _, there in steps]
    return steps[scores.index(max(scores))][0]


def always() -> bool:
    """A player who sees all that the puzzle is about."""
    return True
