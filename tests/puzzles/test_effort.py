"""Effort: what is counted in positions small enough to count by hand, and the documents that speak of it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

from castlewise.puzzles.effort import Effort, effort
from castlewise.puzzles.kinds import kind_named
from castlewise.puzzles.ladder import looking_ahead
from castlewise.puzzles.library import bundled
from castlewise.puzzles.proving import solved, solves
from castlewise.puzzles.puzzle import Puzzle
from castlewise.puzzles.rating import CUTS, DEEPEST, LEVELS
from castlewise.puzzles.table import Lines

pytestmark = pytest.mark.compiled

DOCS = Path(__file__).parents[2] / "docs"
PUZZLES = {puzzle.id: puzzle for puzzle in bundled()}


def of(kind: str, rest: str, ask: str) -> Effort:
    puzzle = Puzzle(kind, f"cp:players=2,co-op/{rest}/-/-", ask)
    found = solved(kind_named(kind), puzzle)
    return effort(found.lines, found.moves)


def test_where_no_card_has_a_choice_there_is_no_effort() -> None:
    assert of("slay", "WWWWWW/a1g1.k3g1/p1.play/ra.gk,-", "slay-all") == Effort(traps=0, depth=1, quiet=0, astray=0)


def test_a_card_that_is_needed_elsewhere_is_a_trap() -> None:
    """Barbarian slays either Troll, and the nearer one looks better; but only the three Green Swordsmen slay that one without it."""
    found = of("slay", "WTTW-W/a4t3.s3t3/p1.play/3gs.aa.ak.bb,-", "slay-all")
    assert found == Effort(traps=1, depth=2, quiet=0, astray=1)


def test_a_trade_is_quiet() -> None:
    assert of("slay", "WWWWWW/a1g1.k3g1/p1.trade/ra.br,gk", "slay-all").quiet == 1


def test_first_moves_of_a_blank_are_those_of_all_its_cells() -> None:
    """`last` and `blank` have no order: a trap is one wherever it may be played."""
    puzzle = PUZZLES["blank-cv4723sxky"]
    lines = Lines(kind_named("blank").table(puzzle))
    table, start = lines.table, lines.table.start
    wrong = [move for move in table.first_tries(start) if move not in table.right_moves(lines, start)]
    assert puzzle.rating is not None
    assert puzzle.rating.traps == sum(table.promise(table.after(start, move)) > table.promise(start) for move in wrong) == 7
    assert len(table.first_tries(start)) > len(table.moves(start))


@pytest.mark.parametrize("puzzle", [puzzle for puzzle in PUZZLES.values() if puzzle.rating and 1 < puzzle.rating.depth < DEEPEST][::4])
def test_depth_is_the_least_that_is_enough(puzzle: Puzzle) -> None:
    lines = Lines(kind_named(puzzle.kind).table(puzzle))
    assert puzzle.rating is not None
    assert looking_ahead(lines, puzzle.rating.depth)()
    assert not any(looking_ahead(lines, less)() for less in range(1, puzzle.rating.depth))


# The documents.


def test_the_published_spread_is_that_of_the_bundled_puzzles() -> None:
    counts = Counter(puzzle.level for puzzle in PUZZLES.values())
    rows = re.findall(r"^\| (\d) \| ([\w ]+) \| ([\d.]+) \| (\d+) \|$", (DOCS / "puzzles.md").read_text(), re.MULTILINE)
    assert [(name, float(cut), int(count)) for _, name, cut, count in rows] == [
        (name, cut, counts[level]) for level, (name, cut) in enumerate(zip(LEVELS, (0, *CUTS), strict=True), 1)
    ]


def test_the_tries_of_the_lab_book_are_what_it_says() -> None:
    """A try that cannot be played to its end is wrong; `solves` says so too."""
    tries = [json.loads(line) for line in (DOCS / "lab" / "puzzle-tries.jsonl").read_text().splitlines()]
    assert [solves(PUZZLES[row["puzzle"]], tuple(row["try"])) for row in tries] == [row["right"] for row in tries]
    assert Counter((row["test"], row["right"]) for row in tries) == {(1, True): 27, (2, True): 17, (2, False): 13}
