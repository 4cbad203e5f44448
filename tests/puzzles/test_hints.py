"""Hints are true: of the right moves there are, and of what becomes of the puzzle without the one that is named."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from castlewise.puzzles.hints import hints
from castlewise.puzzles.kinds import KINDS, kind_named
from castlewise.puzzles.library import bundled
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.table import Lines

pytestmark = pytest.mark.compiled

PUZZLES = [puzzle for kind in KINDS for puzzle in [p for p in bundled() if p.kind == kind][:3]]


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
def test_why_is_true_of_the_right_moves_all_the_way(puzzle: Puzzle) -> None:
    lines = Lines(kind_named(puzzle.kind).table(puzzle))
    table, state = lines.table, lines.table.start
    while table.moves(state):
        if (draw := table.next_draw(state)) is not None:
            state = table.after(state, draw)
        right = table.right_moves(lines, state)
        chosen = table.easiest(state, right)
        _, what, why = hints(lines, state)
        assert chosen in right
        assert what.lower() == f"{table.describe(state, chosen)}.".lower()
        tries = table.first_tries(state)
        if counted := re.search(r"(\d+) of (\d+) moves", why):
            assert (int(counted[1]), int(counted[2])) == (sum(move in right for move in tries), len(tries))
        if "Nothing works without it" in why:
            assert all_ends_without(lines, state, table.deed(state, chosen)) < lines.value(state)
        if tempting := re.search(r"Tempting, but wrong: (.*?)\. After that", why):
            wrong = {table.describe(state, move) for move in tries if move not in right}
            assert tempting[1] in wrong
        state = table.after(state, chosen)
    assert table.reachable(lines, state) == lines.best()


def all_ends_without(lines: Lines[Any], state: Any, deed: object) -> Fraction:
    """The most that can be had by lines that never do it, gone through one by one."""
    kept: dict[Any, Fraction] = {}

    def value(here: Any) -> Fraction:
        if here not in kept:
            steps = [there for move, there in lines.steps[here] if lines.table.deed(here, move) != deed]
            kept[here] = max((value(there) for there in steps), default=Fraction(-1)) if lines.steps[here] else lines.value(here)
        return kept[here]

    return value(state)


def test_the_cells_of_a_blank_are_all_counted() -> None:
    """A person may begin with any of them, and all those that are right are right."""
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.kind == "blank")
    lines = Lines(kind_named("blank").table(puzzle))
    why = hints(lines, lines.table.start)[2]
    right, of_all = map(int, re.search(r"(\d+) of (\d+) moves", why).groups())  # type: ignore[union-attr]
    assert right == len(puzzle.solution)
    assert of_all == len(lines.table.first_tries(lines.table.start)) > right
