"""The 61 places of a formation in a castle of six by six: 18 towers, 25 bastions, 18 lines of defence, in this order, each type column by column.

A place is named by a letter or digit, so that a blueprint is a short word (see blueprints.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_letters, digits

from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST

Need = tuple[int, int, int]  # towers, bastions, lines of defence
Places = tuple[int, ...]

TOWER, BASTION, LINE = range(3)
COLUMNS = (1, 2, 4)  # how many columns and rows each type takes
ROWS = (4, 2, 1)
PLACEMENTS = tuple(
    (kind, column, row)
    for kind in (TOWER, BASTION, LINE)
    for column in range(LARGEST + 1 - COLUMNS[kind])
    for row in range(LARGEST + 1 - ROWS[kind])
)
NAMES = (ascii_letters + digits)[: len(PLACEMENTS)]
TYPES = tuple(kind for kind, _, _ in PLACEMENTS)
NUMBER = {placement: number for number, placement in enumerate(PLACEMENTS)}


def cells_of(placement: tuple[int, int, int]) -> int:
    """The four cells, as a board."""
    kind, column, row = placement
    return sum(1 << ((column + i) * COLUMN + row + j) for i in range(COLUMNS[kind]) for j in range(ROWS[kind]))


CELLS = tuple(map(cells_of, PLACEMENTS))


def cells(places: Places) -> int:
    """The cells of several places together."""
    board = 0
    for place in places:
        board |= CELLS[place]
    return board


def with_supports(board: int) -> int:
    """Some cells and all below them, and the whole foundation: what has to stand."""
    for _ in range(LARGEST - 1):
        board |= (board >> 1) & (FLOOR * 63)
    return board | FLOOR


def sunk(places: Places, rows: int) -> Places:
    """What is left of some places when the bottom rows go: those that stood above them, so much lower."""
    found = (PLACEMENTS[place] for place in places)
    return tuple(NUMBER[kind, column, row - rows] for kind, column, row in found if row >= rows)


def in_front(places: Places, need: Need) -> Places:
    """The first of each type, as many as are needed."""
    return tuple(place for kind in range(3) for place in [place for place in places if TYPES[place] == kind][: need[kind]])


def together(needs: Sequence[Need]) -> Need:
    """What several ordeals ask for that meet the same castle."""
    towers, bastions, lines = (max(counts) for counts in zip(*needs, strict=True))
    return (towers, bastions, lines)
