"""The castle: where a tile may be placed, placing it, taking it away (rulebook, "Place a Defender tile").

Boards are described in state.py. Rows 6 and 7 of every column stay empty, so that a board shifted by a row or a column never wraps around;
`r.cells` cuts off what leaves the castle's limits.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.state import COLUMN, FLOOR, Rules, State
from castlewise.models.castellion.tiles import PANTRY
from castlewise.models.kernel import rule

IN_COLUMN = (1 << COLUMN) - 1


@rule
def shape_of(kind: int) -> int:
    return kind % 3


@rule
def occupied(s: State, p: int) -> int:
    """The cells that hold a tile."""
    return s.shapes[p][0] | s.shapes[p][1] | s.shapes[p][2]


@rule
def tiles_in(s: State, p: int) -> int:
    return count_bits(occupied(s, p))


@rule
def width_of(s: State, p: int) -> int:
    return count_bits(occupied(s, p) & FLOOR)


@rule
def height_of(s: State, p: int, column: int) -> int:
    return count_bits((occupied(s, p) >> (column * COLUMN)) & IN_COLUMN)


@rule
def foundation_complete(r: Rules, s: State, p: int) -> int:
    return 1 if width_of(s, p) == r.width else 0


@rule
def castle_full(r: Rules, s: State, p: int) -> int:
    return 1 if tiles_in(s, p) == r.area else 0


@rule
def pantry_tiles(s: State, p: int) -> int:
    """The cells with Pantry tiles: they have a shape and no faction."""
    return occupied(s, p) & ~(s.factions[p][0] | s.factions[p][1] | s.factions[p][2] | s.factions[p][3])


@rule
def haunted_cell(s: State, p: int) -> int:
    """The haunted tile of this castle as a set of cells, empty if there is none."""
    if s.haunted == 0 or s.haunted_castle != p:
        return 0
    return 1 << (s.haunted - 1)


@rule
def beside(cells: int) -> int:
    """All cells orthogonally adjacent to some cells, and a few outside the castle."""
    return (cells << 1) | (cells >> 1) | (cells << COLUMN) | (cells >> COLUMN)


@rule
def kind_at(s: State, p: int, cell: int) -> int:
    """The kind of the tile in a cell that is not empty."""
    bit = 1 << cell
    shape = 0
    while s.shapes[p][shape] & bit == 0:
        shape += 1
    for faction in range(4):
        if s.factions[p][faction] & bit != 0:
            return faction * 3 + shape
    return PANTRY + shape


@rule
def open_tops(r: Rules, s: State, p: int, kind: int, same_shapes: int) -> int:
    """The cells on top of columns where a tile may be placed; `same_shapes` waives rule 3 (the Pyro's move).

    Rules 1 and 2 hold for every top of a column. The haunted tile keeps its neighbours free, and so do Pantry tiles for each other in the harder variant.
    """
    taken = occupied(s, p)
    cells = (taken << 1) & ~taken & r.cells
    if same_shapes == 0:
        cells &= ~beside(s.shapes[p][shape_of(kind)])
    if s.haunted != 0:
        cells &= ~beside(haunted_cell(s, p))
    if r.pantry_apart == 1 and kind >= PANTRY:
        cells &= ~beside(pantry_tiles(s, p))
    return cells


@rule
def open_end(r: Rules, s: State, p: int, kind: int, right: int) -> int:
    """Whether a tile may begin a new column at the left or right end. Foundation tiles need not differ in shape (rule 3)."""
    width = width_of(s, p)
    if width == r.width:
        return 0
    if width == 0:
        return right  # the first tile; one of the two ends is enough
    neighbour = 1 << ((width - 1) * COLUMN if right == 1 else 0)
    if haunted_cell(s, p) == neighbour:
        return 0
    if r.pantry_apart == 1 and kind >= PANTRY and pantry_tiles(s, p) & neighbour != 0:
        return 0
    return 1


@rule
def placements(r: Rules, s: State, p: int, kind: int) -> int:
    """In how many positions a tile may be placed."""
    return count_bits(open_tops(r, s, p, kind, 0)) + open_end(r, s, p, kind, 0) + open_end(r, s, p, kind, 1)


@rule
def shift_castle(s: State, p: int, columns: int) -> None:
    """Move all boards a column to the right (1) or to the left (-1), to make room for a new first column or close the gap of an old one."""
    for i in range(4):
        if columns > 0:
            s.factions[p][i] = s.factions[p][i] << COLUMN
        else:
            s.factions[p][i] = s.factions[p][i] >> COLUMN
    for i in range(3):
        if columns > 0:
            s.shapes[p][i] = s.shapes[p][i] << COLUMN
        else:
            s.shapes[p][i] = s.shapes[p][i] >> COLUMN
    if s.haunted != 0 and s.haunted_castle == p:
        s.haunted += columns * COLUMN


@rule
def set_tile(s: State, p: int, cell: int, kind: int) -> None:
    bit = 1 << cell
    s.shapes[p][shape_of(kind)] |= bit
    if kind < PANTRY:
        s.factions[p][kind // 3] |= bit


@rule
def clear_tile(s: State, p: int, cell: int, kind: int) -> None:
    bit = 1 << cell
    s.shapes[p][shape_of(kind)] &= ~bit
    if kind < PANTRY:
        s.factions[p][kind // 3] &= ~bit


@rule
def place_tile(s: State, p: int, kind: int, position: int) -> int:
    """Place a tile at a position (see moves.py) and return its cell."""
    column = position - 1
    if position == 0:
        shift_castle(s, p, 1)
        column = 0
    cell = column * COLUMN + height_of(s, p, column)
    set_tile(s, p, cell, kind)
    return cell


@rule
def without_cell(board: int, cell: int) -> int:
    """A board with a cell taken out and what lies above it in its column one row lower."""
    column = IN_COLUMN << (cell & ~(COLUMN - 1))
    inside = board & column
    below = (1 << cell) - 1
    return (board & ~column) | (inside & below) | ((inside & ~below & ~(1 << cell)) >> 1)


@rule
def take_tile(s: State, p: int, cell: int) -> int:
    """Take a tile out of the castle and return its kind. Tiles above it slide down; a first column that empties is closed up."""
    kind = kind_at(s, p, cell)
    for i in range(4):
        s.factions[p][i] = without_cell(s.factions[p][i], cell)
    for i in range(3):
        s.shapes[p][i] = without_cell(s.shapes[p][i], cell)
    if s.haunted != 0 and s.haunted_castle == p:
        haunted = s.haunted - 1
        if haunted == cell:
            s.haunted = 0
            s.haunted_castle = 0
        elif haunted // COLUMN == cell // COLUMN and haunted > cell:
            s.haunted -= 1
    taken = occupied(s, p)
    if taken != 0 and taken & 1 == 0:
        shift_castle(s, p, -1)
    return kind


@rule
def would_split(s: State, p: int, column: int) -> int:
    """Whether a castle falls apart if this column empties: it lies between two others."""
    return 1 if column > 0 and column < width_of(s, p) - 1 else 0
