"""Destroying tiles, one at a time, so that each set of tiles is met in one order only.

The sweep goes through the columns from left to right and down each column. Columns that are to vanish at the right end cannot be emptied in that order
without splitting the castle, so they come last and together, when the tiles still due are exactly theirs. A tile is only offered if enough can follow it.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import IN_COLUMN, height_of, occupied, take_tile, tiles_in, width_of, would_split
from castlewise.models.castellion.rules.ending import end_game
from castlewise.models.castellion.rules.shifting import some_shift_after
from castlewise.models.castellion.stages import (
    CHAMPION_PRICE,
    DESTROY_TILES,
    DONATION,
    FIRE,
    LOST_HAUNTED,
    TILES_DESTROYED,
)
from castlewise.models.castellion.state import COLUMN, FLOOR, Rules, State
from castlewise.models.kernel import rule

ABOVE_ALL = 8  # a row above every tile: nothing of this column has been destroyed


@rule
def begin_destruction(r: Rules, s: State, owner: int, purpose: int, tiles: int) -> None:
    """Have tiles destroyed in a castle. With no more tiles than that, everything goes and nobody is asked."""
    s.owner = owner
    s.purpose = purpose
    s.stage = DESTROY_TILES
    s.due = tiles
    s.sweep_column = 0
    s.sweep_row = ABOVE_ALL
    if tiles >= tiles_in(s, owner):
        while s.stage == DESTROY_TILES and occupied(s, owner) != 0:
            destroy(s, width_of(s, owner) - 1, 0)
        s.due = 0
    if s.due == 0 and s.stage == DESTROY_TILES:
        s.stage = TILES_DESTROYED


@rule
def destroy(s: State, column: int, row: int) -> None:
    """Destroy a tile: it goes to the discards. Losing the haunted tile loses the game."""
    cell = column * COLUMN + row
    haunted = 1 if s.haunted == cell + 1 and s.haunted_castle == s.owner else 0
    s.discards[take_tile(s, s.owner, cell)] += 1
    if haunted == 1:
        end_game(s, LOST_HAUNTED)


@rule
def destroy_next(s: State, column: int, row: int) -> None:
    """Destroy the tile that the sweep has come to."""
    width = width_of(s, s.owner)
    destroy(s, column, row)
    if s.stage != DESTROY_TILES:
        return
    s.due -= 1
    s.sweep_column = column
    s.sweep_row = row
    if column == 0 and width_of(s, s.owner) < width:
        s.sweep_row = ABOVE_ALL
    if s.due == 0:
        s.stage = TILES_DESTROYED


@rule
def destroy_end(s: State, columns: int) -> None:
    """Destroy the last columns, all that is still due."""
    for _ in range(columns):
        column = width_of(s, s.owner) - 1
        for _ in range(height_of(s, s.owner, column)):
            if s.stage == DESTROY_TILES:
                destroy(s, column, 0)
    if s.stage == DESTROY_TILES:
        s.due = 0
        s.stage = TILES_DESTROYED


@rule
def only_tops(r: Rules, s: State) -> int:
    """Whether tiles with others above them are spared: a donation at the introductory level, and the price of the Champion."""
    return 1 if s.purpose == CHAMPION_PRICE or (s.purpose == DONATION and r.powers == 0) else 0


@rule
def destroyable(r: Rules, s: State) -> int:
    """The cells of the tiles that may be destroyed next, columns at the right end aside."""
    p = s.owner
    taken = occupied(s, p)
    cells = 0
    further_right = count_bits(taken >> (s.sweep_column * COLUMN))
    for column in range(s.sweep_column, width_of(s, p)):
        height = height_of(s, p, column)
        further_right -= height
        if height == 1 and column > 0:
            continue
        highest = min(height, s.sweep_row) if column == s.sweep_column else height
        # A tile in row `low` leaves `low` tiles below it to follow, one fewer if nothing stays above it in a column that must not empty.
        low = max(s.due - 1 - further_right, 0)
        rows = ((1 << highest) - 1) & ~((1 << low) - 1)
        top = 1 << (height - 1)
        if column > 0 and height - 2 < low:
            rows &= ~top
        if only_tops(r, s) == 1:
            rows &= top
        cells |= rows << (column * COLUMN)
    if s.purpose == FIRE:
        return with_shift_left(r, s, cells)
    return cells


@rule
def end_columns(r: Rules, s: State) -> int:
    """How many columns at the right end the tiles still due are exactly enough for; 0 if none."""
    p = s.owner
    left = s.due
    column = width_of(s, p) - 1
    columns = 0
    while column > s.sweep_column and left > 0:
        left -= height_of(s, p, column)
        column -= 1
        columns += 1
    if left != 0:
        return 0
    if s.purpose == FIRE and with_shift_left(r, s, 1 << ((width_of(s, p) - 1) * COLUMN)) == 0:
        return 0
    return columns


@rule
def with_shift_left(r: Rules, s: State, cells: int) -> int:
    """Those of some cells after whose loss a tile can still be moved: a Pyro's two effects go together."""
    kept = 0
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        if some_shift_after(r, s, s.owner, cell) == 1:
            kept |= 1 << cell
    return kept


@rule
def fire_possible(r: Rules, s: State, p: int) -> int:
    """Whether a Pyro's power can be used in full."""
    cells = occupied(s, p)
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        column = cell // COLUMN
        if (height_of(s, p, column) > 1 or would_split(s, p, column) == 0) and some_shift_after(r, s, p, cell) == 1:
            return 1
    return 0


@rule
def rows_left(board: int, rows: int) -> int:
    """A board without its bottom rows, all else that much lower."""
    return (board >> rows) & (FLOOR * (IN_COLUMN >> rows))


@rule
def bottom_rows(rows: int) -> int:
    return FLOOR * ((1 << rows) - 1)
