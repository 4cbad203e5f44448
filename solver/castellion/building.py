"""What the greedy player would make of a castle: the best position for a tile, exchange, tile to recover, tile to move, tiles to lose.

Each question is answered by comparing the castles that come of it. The answer is returned as the move's number or cell, -1 for none, and its worth
stands in the working buffer. `measure` comes before any of them.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.rules.castle import (
    haunted_cell,
    height_of,
    occupied,
    open_end,
    open_tops,
    pantry_tiles,
    width_of,
    without_cell,
)
from castlewise.models.castellion.rules.destruction import destroyable
from castlewise.models.castellion.rules.powers import exchange, exchanges, recoverable
from castlewise.models.castellion.rules.shifting import may_shift, shift_tile
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castellion.outlook import look_ahead
from castlewise.solver.castellion.worth import EVERY, GROWN, MEASURE, MODE, worth, worth_now

FOUND = 139  # in the working buffer: the worth of what was found
VALUES = 160  # and of each of the tiles that may go


@rule
def measure(r: Rules, s: State, p: int, passed: int, out: Ints) -> int:
    """Look ahead for a player and return what the castle is worth as it is. `passed`: ordeals that count as behind already."""
    look_ahead(r, s, p, passed, out)
    out[MODE] = MEASURE
    now = worth_now(r, s, p, out)
    out[MODE] = GROWN
    return now


@rule
def worth_with(r: Rules, s: State, p: int, kind: int, position: int, out: Ints) -> int:
    """What a castle is worth with one more tile."""
    f = s.factions[p]
    t = s.shapes[p]
    up = COLUMN if position == 0 else 0
    bit = 1 if position == 0 else 1 << ((position - 1) * COLUMN + height_of(s, p, position - 1))
    a, b, c, d = f[0] << up, f[1] << up, f[2] << up, f[3] << up
    x, y, z = t[0] << up, t[1] << up, t[2] << up
    faction = kind // 3
    if faction == 0:
        a |= bit
    elif faction == 1:
        b |= bit
    elif faction == 2:
        c |= bit
    elif faction == 3:
        d |= bit
    shape = kind % 3
    if shape == 0:
        x |= bit
    elif shape == 1:
        y |= bit
    else:
        z |= bit
    return worth(r, a, b, c, d, x, y, z, haunted_cell(s, p) << up, out)


@rule
def best_position(r: Rules, s: State, p: int, kind: int, out: Ints) -> int:
    """Where to place a tile."""
    best = -1
    out[FOUND] = 0
    width = width_of(s, p)
    tops = open_tops(r, s, p, kind, 0)
    for position in range(width + 2):
        if position == 0 or position == width + 1:
            if open_end(r, s, p, kind, 1 if position > 0 else 0) == 0:
                continue
        elif tops >> ((position - 1) * COLUMN) & 255 == 0:
            continue
        value = worth_with(r, s, p, kind, position, out)
        if value > out[FOUND]:
            out[FOUND] = value
            best = position
    return best


@rule
def best_recovery(r: Rules, s: State, p: int, shape: int, out: Ints) -> int:
    """Which kind a Chameleon should bring back, to be placed."""
    best = -1
    most = -1
    kinds = recoverable(s, shape)
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        best_position(r, s, p, kind, out)
        if out[FOUND] > most:
            most = out[FOUND]
            best = kind
    out[FOUND] = most
    return best


@rule
def best_exchange(r: Rules, s: State, p: int, out: Ints) -> int:
    """Which tiles a Juggler should exchange: twice the cell, plus 1 if with the tile above."""
    best = -1
    most = -1
    out[MODE] = EVERY
    for upward in range(2):
        cells = exchanges(r, s, p, upward)
        while cells != 0:
            cell = lowest_bit(cells)
            cells &= cells - 1
            exchange(s, p, cell, upward)
            value = worth_now(r, s, p, out)
            exchange(s, p, cell, upward)
            if value > most:
                most = value
                best = cell * 2 + upward
    out[MODE] = GROWN
    out[FOUND] = most
    return best


@rule
def best_shift(r: Rules, s: State, p: int, out: Ints) -> int:
    """Which tile a Pyro should move: eight times the column, plus the position."""
    best = -1
    most = -1
    width = width_of(s, p)
    f0, f1, f2, f3 = s.factions[p][0], s.factions[p][1], s.factions[p][2], s.factions[p][3]
    s0, s1, s2 = s.shapes[p][0], s.shapes[p][1], s.shapes[p][2]
    haunted, haunted_castle = s.haunted, s.haunted_castle
    out[MODE] = EVERY
    for column in range(width):
        for position in range(width + 2):
            if may_shift(r, s, p, column, position) == 0:
                continue
            shift_tile(s, p, column, position)
            value = worth_now(r, s, p, out)
            s.factions[p][0], s.factions[p][1], s.factions[p][2], s.factions[p][3] = f0, f1, f2, f3
            s.shapes[p][0], s.shapes[p][1], s.shapes[p][2] = s0, s1, s2
            s.haunted, s.haunted_castle = haunted, haunted_castle
            if value > most:
                most = value
                best = column * 8 + position
    out[MODE] = GROWN
    out[FOUND] = most
    return best


@rule
def best_to_haunt(r: Rules, s: State, p: int, columns: int, out: Ints) -> int:
    """On which of some columns the top tile is missed least once it is haunted."""
    best = -1
    most = -1
    f = s.factions[p]
    t = s.shapes[p]
    out[MODE] = EVERY
    while columns != 0:
        column = lowest_bit(columns)
        columns &= columns - 1
        haunted = 1 << (column * COLUMN + height_of(s, p, column) - 1)
        value = worth(r, f[0], f[1], f[2], f[3], t[0], t[1], t[2], haunted, out)
        if value > most:
            most = value
            best = column
    out[MODE] = GROWN
    return best


@rule
def worth_without(r: Rules, s: State, p: int, cell: int, out: Ints) -> int:
    """What a castle is worth without a tile. The haunted one, a Pantry tile and the only tile of a column are kept as long as possible."""
    if height_of(s, p, cell // COLUMN) == 1 or (haunted_cell(s, p) | pantry_tiles(s, p)) >> cell & 1 == 1:
        return (
            -2 if haunted_cell(s, p) >> cell & 1 == 1 else -1
        )  # below any castle, also where nothing is to come and all are worth nothing
    f = s.factions[p]
    t = s.shapes[p]
    a, b = without_cell(f[0], cell), without_cell(f[1], cell)
    c, d = without_cell(f[2], cell), without_cell(f[3], cell)
    x, y, z = without_cell(t[0], cell), without_cell(t[1], cell), without_cell(t[2], cell)
    return worth(r, a, b, c, d, x, y, z, without_cell(haunted_cell(s, p), cell), out)


@rule
def value_losses(r: Rules, s: State, ahead: int, out: Ints) -> int:
    """What the castle is worth without each of some tiles, one after the other in the working buffer. Returns how many there are."""
    out[MODE] = EVERY
    tiles = 0
    while ahead != 0:
        out[VALUES + tiles] = worth_without(r, s, s.owner, lowest_bit(ahead), out)
        ahead &= ahead - 1
        tiles += 1
    out[MODE] = GROWN
    return tiles


@rule
def missed_less(tiles: int, i: int, out: Ints) -> int:
    """How many of the tiles that were valued the castle misses less than the i-th."""
    better = 0
    for j in range(tiles):
        if out[VALUES + j] > out[VALUES + i]:
            better += 1
    return better


@rule
def to_be_swept(s: State) -> int:
    """The tiles that the sweep has not gone past, those above the last one destroyed among them."""
    return occupied(s, s.owner) >> (s.sweep_column * COLUMN) << (s.sweep_column * COLUMN)


@rule
def tile_to_lose(r: Rules, s: State, out: Ints) -> int:
    """The cell of the tile to destroy next, -1 if only whole columns can go.

    The castle without each tile is compared; of those that it misses least, as many as are due, the first of the sweep goes: the sweep does not come back.
    """
    offered = destroyable(r, s)
    ahead = to_be_swept(s)
    tiles = value_losses(r, s, ahead, out)
    found = -1
    fewest = tiles
    for i in range(tiles):
        cell = lowest_bit(ahead)
        ahead &= ahead - 1
        if offered >> cell & 1 == 0:
            continue
        if fewest < s.due and found // COLUMN != cell // COLUMN:
            break
        better = missed_less(tiles, i, out)
        if better < s.due or better < fewest:
            found = cell
            fewest = better
    return found


@rule
def tiles_to_lose(r: Rules, s: State, out: Ints) -> int:
    """All tiles that are due, as a set of cells: those that the castle misses least as it is now. A few more where some are missed alike."""
    ahead = to_be_swept(s)
    tiles = value_losses(r, s, ahead, out)
    chosen = 0
    for i in range(tiles):
        if missed_less(tiles, i, out) < s.due:
            chosen |= ahead & -ahead
        ahead &= ahead - 1
    return chosen
