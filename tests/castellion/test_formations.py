"""Defensive formations: towers, bastions and lines of exactly four tiles of one faction."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from castellion.arrange import CASTLES, arrange, named, shaped
from castlewise.models.castellion.state import LARGEST

Cell = tuple[int, int]  # column and row, from 0
CELLS = [(column, row) for column in range(LARGEST) for row in range(LARGEST)]
PATTERNS = {
    "tower": frozenset((0, row) for row in range(4)),
    "bastion": frozenset((column, row) for column in range(2) for row in range(2)),
    "line": frozenset((column, 0) for column in range(4)),
}
COUNTED = {"tower": (1, 0, 0), "bastion": (0, 1, 0), "line": (0, 0, 1)}
OTHERS = {"s": "cj", "c": "jp", "j": "ps", "p": "sc"}  # two further factions, to lie around a formation


STRAIGHT = ((0, 1), (0, -1), (1, 0), (-1, 0))
SLANTED = ((1, 1), (1, -1), (-1, 1), (-1, -1))


def around(cells: frozenset[Cell], steps: tuple[Cell, ...]) -> set[Cell]:
    return {(column + dx, row + dy) for column, row in cells for dx, dy in steps} - cells


def everywhere(pattern: str) -> list[frozenset[Cell]]:
    moved = [frozenset((column + dx, row + dy) for column, row in PATTERNS[pattern]) for dx, dy in CELLS]
    return [cells for cells in moved if cells <= set(CELLS)]


def in_a_full_castle(cells: frozenset[Cell] | set[Cell], faction: str) -> tuple[int, int, int]:
    """The formations of a castle of 36 tiles that has a faction in some cells, and elsewhere two others by turns."""
    rows = [
        " ".join(faction if (column, row) in cells else OTHERS[faction][(column + row) % 2] for column in range(LARGEST))
        for row in reversed(range(LARGEST))
    ]
    return arrange(castle=shaped("\n".join(rows))).formations(0)


@pytest.mark.parametrize("faction", OTHERS)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_four_tiles_of_a_faction_make_each_formation_wherever_they_lie(pattern: str, faction: str) -> None:
    found = [in_a_full_castle(cells, faction) for cells in everywhere(pattern)]
    assert found == [COUNTED[pattern]] * {"tower": 18, "bastion": 25, "line": 18}[pattern]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_formation_with_more_than_four_is_cancelled_by_the_fifth_on_any_side(pattern: str) -> None:
    fifths = [(cells, fifth) for cells in everywhere(pattern) for fifth in around(cells, STRAIGHT) & set(CELLS)]
    assert len(fifths) == {"tower": 144, "bastion": 160, "line": 144}[pattern]
    assert {in_a_full_castle(cells | {fifth}, "p") for cells, fifth in fifths} == {(0, 0, 0)}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_a_tile_that_touches_by_a_corner_cancels_nothing(pattern: str) -> None:
    corners = [(cells, cell) for cells in everywhere(pattern) for cell in around(cells, SLANTED) - around(cells, STRAIGHT) if cell in CELLS]
    assert len(corners) == {"tower": 40, "bastion": 64, "line": 40}[pattern]
    assert {in_a_full_castle(cells | {corner}, "s") for cells, corner in corners} == {COUNTED[pattern]}


@pytest.mark.parametrize("pattern", PATTERNS)
def test_three_tiles_make_no_formation(pattern: str) -> None:
    assert {in_a_full_castle(cells - {gone}, "j") for cells in everywhere(pattern) for gone in cells} == {(0, 0, 0)}


@pytest.mark.parametrize(
    "castle",
    [
        "s . .\ns . .\ns s j",
        ". s .\ns s s",
        "s s .\nc s s",
        "s s s s s c",
        "s\ns\ns\ns\ns",
        "s s\ns s\ns s",
        "c c c\ns s s\ns s s",
    ],
    ids=["an L", "a T", "a step", "five in a row", "five in a column", "six upright", "six lying"],
)
def test_no_other_pattern_is_a_formation(castle: str) -> None:
    assert arrange(castle=shaped(castle)).formations(0) == (0, 0, 0)


@pytest.mark.parametrize(
    ("castle", "formations"),
    [
        ("p p\np p\np p\np p", (0, 0, 0)),
        ("p p p p\np p p p", (0, 0, 0)),
        ("p p p\np p p\np c p\np c p", (0, 0, 0)),
        ("p c p\np c p\np c p\np c p", (3, 0, 0)),
        (". . c c\np p c c\np p s s", (0, 2, 0)),
        (". . p p\np p p p\np p s s", (0, 0, 0)),
        (". . p p\ns s p p\np p c c\np p c c", (0, 3, 0)),
    ],
    ids=[
        "towers side by side",
        "lines above each other",
        "towers joined on top",
        "towers with another between",
        "bastions of two factions",
        "bastions that share a side",
        "bastions that share a corner",
    ],
)
def test_two_formations_of_one_faction_cancel_each_other_side_by_side_but_not_apart(castle: str, formations: tuple[int, int, int]) -> None:
    assert arrange(castle=shaped(castle)).formations(0) == formations


def test_tiles_of_other_factions_beside_a_formation_do_not_cancel_it() -> None:
    assert arrange(castle=shaped("s s s s\nc p p c\nj p p j\nj c s s")).formations(0) == (0, 1, 1)


@pytest.mark.parametrize("name", CASTLES)
def test_formations_of_several_factions_count_together_whatever_the_faction(name: str) -> None:
    for factions in ("scjp", "cjps", "jpsc", "pscj"):
        castle = CASTLES[name].translate(str.maketrans("scjp", factions))
        assert arrange(castle=shaped(castle)).formations(0) == named(name)


def test_each_castle_of_two_players_has_its_own_formations() -> None:
    position = arrange("introductory,two-player", shaped("p p p p"), shaped("s\ns\ns\ns"))
    assert (position.formations(0), position.formations(1)) == ((0, 0, 1), (1, 0, 0))


def test_formations_are_the_connected_groups_of_exactly_four_in_one_of_the_patterns() -> None:
    """The bit boards against a flood fill, on the castles of this folder with a few tiles exchanged for others."""
    random = Random(7)
    seen: Counter[tuple[int, int, int]] = Counter()
    for _ in range(400):
        rows = [[cell[0] for cell in line.split()] for line in random.choice(list(CASTLES.values())).strip().splitlines()]
        for _ in range(random.randint(0, 6)):
            row, column = random.choice(rows), random.randrange(6)
            row[column] = random.choice("scjp") if row[column] != "." else "."
        castle = {(at, height): cell for height, row in enumerate(reversed(rows)) for at, cell in enumerate(row) if cell != "."}
        formations = arrange(castle=shaped("\n".join(map(" ".join, rows)))).formations(0)
        assert formations == counted(castle), rows
        seen[formations] += 1
    assert len(seen) > 30


def counted(castle: dict[Cell, str]) -> tuple[int, int, int]:
    found: Counter[str] = Counter()
    left = set(castle)
    while left:
        group = {left.pop()}
        edge = set(group)
        while edge:
            edge = {cell for cell in around(frozenset(edge), STRAIGHT) & left if castle[cell] == castle[next(iter(group))]}
            group |= edge
            left -= edge
        lowest = min(column for column, _ in group), min(row for _, row in group)
        shape = frozenset((column - lowest[0], row - lowest[1]) for column, row in group)
        found.update(pattern for pattern, cells in PATTERNS.items() if cells == shape)
    return found["tower"], found["bastion"], found["line"]
