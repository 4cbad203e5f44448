"""Questions about all places of a formation at once, inside the kernel: the answer is a board with a bit at the lowest, leftmost cell of each place.

A shift of a board brings the cells of a place to its first one. What shifts carry across the edge of a column lands in the two rows that are always empty, or
in a first cell that no place has, and `STARTS` masks those.
"""

from __future__ import annotations

import numpy as np

from castlewise.models.castellion.state import COLUMN, LARGEST
from castlewise.models.kernel import rule
from castlewise.solver.castellion.placements import BASTION, NUMBER, PLACEMENTS, TOWER, cells_of

STARTS = np.array([sum(1 << (column * COLUMN + row) for kind, column, row in PLACEMENTS if kind == which) for which in range(3)], np.int64)
FORMS = np.array([cells_of((which, 0, 0)) for which in range(3)], np.int64)  # the cells of a place whose first cell is cell 0
NUMBERS = np.array(
    [
        [NUMBER.get((which, cell // COLUMN, cell % COLUMN), -1) for cell in range(LARGEST * COLUMN)]
        for which in range(3)
    ],
    np.int64,
)  # fmt: skip


@rule
def touching(kind: int, board: int) -> int:
    """The places of a type that have a cell of a board."""
    if kind == TOWER:
        board |= board >> 1
        return board | (board >> 2)
    if kind == BASTION:
        board |= board >> 1
        return board | (board >> 8)
    board |= board >> 8
    return board | (board >> 16)


@rule
def beside_places(kind: int, board: int) -> int:
    """The places of a type that have a cell of a board around them."""
    if kind == TOWER:
        return (board << 1) | (board >> 4) | touching(TOWER, (board << 8) | (board >> 8))
    if kind == BASTION:
        rows = (board << 1) | (board >> 2)
        columns = (board << 8) | (board >> 16)
        return rows | (rows >> 8) | columns | (columns >> 1)
    return (board << 8) | (board >> 32) | touching(kind, (board << 1) | (board >> 1))
