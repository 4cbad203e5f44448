"""Moving a tile, the Pyro's second effect: the top tile of a column goes to another position. Shapes may meet, the castle may not fall apart."""

from __future__ import annotations

from castlewise.models.castellion.rules.castle import (
    beside,
    haunted_cell,
    height_of,
    kind_at,
    occupied,
    pantry_tiles,
    place_tile,
    take_tile,
    tiles_in,
    width_of,
    would_split,
)
from castlewise.models.castellion.state import COLUMN, FLOOR, Rules, State
from castlewise.models.castellion.tiles import PANTRY
from castlewise.models.kernel import rule


@rule
def may_shift(r: Rules, s: State, p: int, column: int, position: int) -> int:
    """Whether the top tile of a column may move to a position, counted in the castle as it stands."""
    height = height_of(s, p, column)
    width = width_of(s, p)
    if position == column + 1 or (height == 1 and would_split(s, p, column) == 1):
        return 0
    top = column * COLUMN + height - 1
    if position == 0 or position == width + 1:
        neighbours = 1 << (0 if position == 0 else (width - 1) * COLUMN)
        if height > 1:
            if width == r.width:
                return 0
        elif width == 1 or (column == 0) == (position == 0) or all_alike(s, p) == 1:
            return 0  # the tile would stay where it is, or nobody could tell the difference
    else:
        target = 1 << ((position - 1) * COLUMN + height_of(s, p, position - 1))
        if target & r.cells == 0:
            return 0
        neighbours = beside(target)
    haunted = haunted_cell(s, p)
    if haunted & neighbours != 0 and haunted != 1 << top:
        return 0
    if r.pantry_apart == 1 and kind_at(s, p, top) >= PANTRY and pantry_tiles(s, p) & ~(1 << top) & neighbours != 0:
        return 0
    return 1


@rule
def all_alike(s: State, p: int) -> int:
    """Whether a castle is one row of tiles of a single kind, none of them haunted: then carrying one from end to end changes nothing."""
    taken = occupied(s, p)
    if taken & ~FLOOR != 0 or haunted_cell(s, p) != 0:
        return 0
    kind = kind_at(s, p, 0)
    if s.shapes[p][kind % 3] != taken:
        return 0
    if kind < PANTRY:
        return 1 if s.factions[p][kind // 3] == taken else 0
    return 1 if pantry_tiles(s, p) == taken else 0


@rule
def shift_tile(s: State, p: int, column: int, position: int) -> int:
    """Move the top tile of a column and return its new cell."""
    height = height_of(s, p, column)
    top = column * COLUMN + height - 1
    haunted = 1 if haunted_cell(s, p) == 1 << top else 0
    kind = take_tile(s, p, top)
    if height == 1 and column == 0:
        position -= 1  # the first column is gone
    cell = place_tile(s, p, kind, position)
    if haunted == 1:
        s.haunted = cell + 1
        s.haunted_castle = p
    return cell


@rule
def shifts(r: Rules, s: State, p: int) -> int:
    """How many moves there are."""
    found = 0
    width = width_of(s, p)
    for column in range(width):
        for position in range(width + 2):
            found += may_shift(r, s, p, column, position)
    return found


@rule
def some_shift_after(r: Rules, s: State, p: int, cell: int) -> int:
    """Whether a tile could be moved once the tile in a cell is destroyed."""
    left = tiles_in(s, p) - 1
    if left < 2:
        return 0
    if s.haunted == 0 and r.pantry_apart == 0 and r.width > 1 and r.area > r.width:
        return 1  # on a castle that is not full some top tile always finds another column or a new one
    f0 = s.factions[p][0]
    f1 = s.factions[p][1]
    f2 = s.factions[p][2]
    f3 = s.factions[p][3]
    s0 = s.shapes[p][0]
    s1 = s.shapes[p][1]
    s2 = s.shapes[p][2]
    haunted = s.haunted
    haunted_castle = s.haunted_castle
    take_tile(s, p, cell)
    possible = 1 if shifts(r, s, p) > 0 else 0
    s.factions[p][0] = f0
    s.factions[p][1] = f1
    s.factions[p][2] = f2
    s.factions[p][3] = f3
    s.shapes[p][0] = s0
    s.shapes[p][1] = s1
    s.shapes[p][2] = s2
    s.haunted = haunted
    s.haunted_castle = haunted_castle
    return possible
