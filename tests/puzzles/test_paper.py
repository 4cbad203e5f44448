"""Every puzzle can be set up and solved from the paper it is printed on: its words, or its drawing and the words beside it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest

from castlewise.models.castle_panic.position import Position
from castlewise.puzzles.booklet import booklet
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import solved
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.symmetry import standard_form
from puzzles.paper import drawn_words, pages, read_page, words_of

pytestmark = pytest.mark.compiled

PUZZLES = bundled()
EACH = pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)


@lru_cache
def page_of(puzzle: Puzzle) -> str:
    (page,) = pages(booklet([puzzle], "One", proved=True))
    return page


@lru_cache
def solution_of(puzzle: Puzzle) -> tuple[str, ...]:
    return solved(kind_named(puzzle.kind), puzzle).texts()


def told(puzzle: Puzzle, lines: list[str], drawing: str | None = None) -> Puzzle:
    """What a reader makes of it, whom neither the id nor a line of notation helps."""
    assert not any(puzzle.id in line or puzzle.position in line for line in lines)
    read = read_page(lines, drawing)
    return replace(read, position=str(Position.read(read.position))) if read.position.startswith("cp:") else read


@EACH
def test_the_words_of_its_page_are_enough_to_solve_it(puzzle: Puzzle) -> None:
    read = told(puzzle, words_of(page_of(puzzle)))
    assert (read.kind, read.ask) == (puzzle.kind, puzzle.ask)
    assert standard_form(read) == standard_form(puzzle)
    assert set(solution_of(read)) == set(puzzle.solution)


@EACH
def test_its_drawing_with_the_words_in_it_says_the_same(puzzle: Puzzle) -> None:
    svg = kind_named(puzzle.kind).svg(puzzle)
    read = told(puzzle, drawn_words(svg), svg)
    assert (read.kind, read.ask) == (puzzle.kind, puzzle.ask)
    assert standard_form(read) == standard_form(puzzle)


@EACH
def test_nothing_on_its_page_gives_the_solution_away(puzzle: Puzzle) -> None:
    shown = " ".join(words_of(page_of(puzzle)))
    assert not any(theme in shown for theme in puzzle.themes)
    assert all(theme in " ".join(words_of(pages(booklet([puzzle], "One", proved=True, spoilers=True))[0])) for theme in puzzle.themes)


@EACH
def test_its_solution_has_a_picture(puzzle: Puzzle) -> None:
    drawings = kind_named(puzzle.kind).solution_drawings(puzzle)
    assert len(drawings) == (int(puzzle.ask.split()[-1]) if puzzle.kind == "watch" else 1)
    marks = 'class="new"' if kind_named(puzzle.kind).game == "castellion" else 'class="play"'
    assert all(marks in drawing for drawing in drawings) or puzzle.kind in ("watch", "trick")
    assert any(marks in drawing for drawing in drawings) or puzzle.kind == "trick"
