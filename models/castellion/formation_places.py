"""Where a formation can stand in a castle of any size, which formations stand in a castle, and which cell a move's place is.

A place has four cells and a ring: the cells that touch one of them. A formation stands there if the four have a faction and nothing in the ring has it, which
says all there is to say about connected groups of exactly four.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from castlewise.models.castellion.rules.formations import bastion_starts, line_starts, tower_starts
from castlewise.models.castellion.state import COLUMN
from castlewise.models.castellion.tiles import DEFENDERS, FACTIONS

TOWER, BASTION, LINE = range(3)
TYPES = ("tower", "bastion", "line")
COLUMNS = (1, 2, 4)  # how many columns and rows each type takes
ROWS = (4, 2, 1)

Cell = tuple[int, int]  # column, row


@dataclass(frozen=True)
class Place:
    type: int
    column: int
    row: int
    cells: tuple[Cell, ...]
    ring: tuple[Cell, ...]


def neighbours(cell: Cell, width: int, height: int) -> list[Cell]:
    column, row = cell
    near = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return [(c, r) for c, r in near if 0 <= c < width and 0 <= r < height]


def cell_of_place(castle: Sequence[Sequence[int]], place: int) -> Cell:
    """The cell that a tile gets by a move: places count from 0, a new column at the left end, which is column -1 until it is there.

    >>> [cell_of_place([[3], [0, 1]], place) for place in range(4)]
    [(-1, 0), (0, 1), (1, 2), (2, 0)]
    """
    return place - 1, len(castle[place - 1]) if 1 <= place <= len(castle) else 0


@lru_cache
def places(width: int, height: int) -> tuple[Place, ...]:
    """Every place of a castle: towers, bastions, lines, each type column by column.

    >>> [sum(place.type == type for place in places(6, 6)) for type in range(3)]
    [18, 25, 18]
    """
    found = []
    for kind in (TOWER, BASTION, LINE):
        for column in range(width + 1 - COLUMNS[kind]):
            for row in range(height + 1 - ROWS[kind]):
                cells = tuple((column + i, row + j) for i in range(COLUMNS[kind]) for j in range(ROWS[kind]))
                ring = {near for cell in cells for near in neighbours(cell, width, height)} - set(cells)
                found.append(Place(kind, column, row, cells, tuple(sorted(ring))))
    return tuple(found)


def formations_in(castle: Sequence[Sequence[int]], haunted: Cell | None = None) -> list[Place]:
    """The formations that stand in a castle: towers, then bastions, then lines.

    >>> [(TYPES[place.type], place.column, place.row) for place in formations_in([[3], [0, 1, 2, 0]])]
    [('tower', 1, 0)]
    """
    width, height = len(castle), max(map(len, castle), default=0)
    starts = _starts(castle, haunted)
    return [place for place in places(width, height) if starts[place.type] >> (place.column * COLUMN + place.row) & 1]


def formations_of(castle: Sequence[Sequence[int]], haunted: Cell | None = None) -> tuple[int, int, int]:
    """How many towers, bastions and lines of defence a castle has.

    >>> formations_of([[0, 1, 2, 0]]), formations_of([[0, 1, 2, 0], [0]])
    ((1, 0, 0), (0, 0, 0))
    """
    towers, bastions, lines = (starts.bit_count() for starts in _starts(castle, haunted))
    return towers, bastions, lines


def _starts(castle: Sequence[Sequence[int]], haunted: Cell | None) -> list[int]:
    """The lowest, leftmost cells of the formations of each type, as a board."""
    boards = [0] * len(FACTIONS)
    for column, tiles in enumerate(castle):
        for row, kind in enumerate(tiles):
            if 0 <= kind < DEFENDERS:
                boards[kind // 3] |= 1 << (column * COLUMN + row)
    pawn = 0 if haunted is None else 1 << (haunted[0] * COLUMN + haunted[1])
    # Factions share no cell, so neither do the places where their formations begin.
    return [sum(starts(board, pawn) for board in boards) for starts in (tower_starts, bastion_starts, line_starts)]
