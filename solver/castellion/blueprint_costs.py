"""What a castle still lacks by a sheet of a blueprint, as one number: the lower, the nearer. LOST if it can no longer become that castle.

Like what a castle is worth to the greedy player (worth.py), but here one blueprint is looked at, and the faction of each of its places. The weights were tuned
by the follower's win rate at the introductory level. A survey of a castle leaves notes, by which what one more tile changes takes a few steps (`change`).
"""

from __future__ import annotations

import numpy as np

from castlewise.models.bits import count_bits
from castlewise.models.castellion.rules.castle import beside, haunted_cell, width_of
from castlewise.models.castellion.rules.formations import bastion_starts
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.state import COLUMN, FLOOR, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castellion.blueprint_rolls import (
    ALL_CELLS,
    FIRST_PLACE,
    MOST_PLACES,
    NEIGHBOURS,
    PLACE_CELLS,
    PLACE_RINGS,
    PLACE_TYPES,
    PLACES,
    ROW_CELLS,
    SOON,
    SOON_CELLS,
    supported,
)
from castlewise.solver.castellion.placements import BASTION
from castlewise.solver.castellion.worth import LOST, TILE_SHORT

LACKING = np.array((0, 9, 23, 37, 50), np.int64)  # the price of a place that lacks so many tiles: one for the next ordeal, one for later
LACKING_LATER = np.array((0, 3, 7, 7, 7), np.int64)
SCARCE, SCARCE_LATER = 10, 9  # more for a cell that only one shape fits in
SCARCE_OF_FACTION = 3  # and still more if the place has its faction
CELL, CELL_LATER = 9, 9  # the cost of an empty cell that has to be filled for the next ordeal, for all of them
OPTION_LOST = 4  # the price of a place without tiles rises by so much for each faction that it cannot have
MOST_GAINED = 80  # no tile makes a castle cheaper by more: the last one of a place for later, which then serves the next ordeal, by 76
TOO_DEAR = LOST - 1  # more than was asked for; what exactly is not known

# The notes of a survey, from the beginning of their page.
BARRED = 0  # for each faction the cells where a tile of it would spoil the blueprint
OPTIONS = 4  # and the cells where it would take an option from a place without tiles
NEXT_TO = 8  # the cells beside each shape
NEEDED, EMPTY_CELLS, SCARCE_CELLS, SOON_MISSING, LATER_MISSING, BOUND_MISSING, SHORT = 11, 12, 13, 14, 15, 16, 17
CELLS_NOW = 18  # the cells to be filled for the next ordeal
ROLES = 19  # the places for it, as a set of their numbers on the sheet
LACKS = 20  # how many tiles each place lacks
BOARDS = LACKS + MOST_PLACES  # for each faction its tiles
OWNED = BOARDS + 4  # and the places that are its own
NOTES = OWNED + 4


@rule
def take_roles(roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """Which places serve the next ordeal, as a set: of each type as many as the sheet says, those that lack least. What each lacks was noted."""
    places = roll[sheet + PLACES]
    soon = roll[sheet + SOON]
    roles = (1 << soon) - 1
    if soon == places:
        return roles
    for k in range(soon):
        least = notes[page + LACKS + k]
        if least == 0:
            continue
        kind = int(PLACE_TYPES[roll[sheet + FIRST_PLACE + k]])
        best = k
        for j in range(soon, places):
            if notes[page + LACKS + j] < least and roles >> j & 1 == 0 and int(PLACE_TYPES[roll[sheet + FIRST_PLACE + j]]) == kind:
                best = j
                least = notes[page + LACKS + j]
        roles ^= (1 << k) ^ (1 << best)
    return roles


@rule
def own_places(taken: int, haunted: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """Which places each faction has, with the cells that are barred for it by that; and how many tiles each place lacks. 0 if the blueprint is spoilt.

    It is the innermost of all loops, and which faction has a place cannot be guessed: so there is no branch for it.
    """
    a, b, c = notes[page + BOARDS], notes[page + BOARDS + 1], notes[page + BOARDS + 2]
    bound = 0
    for faction in range(4):
        notes[page + OWNED + faction] = 0
        notes[page + BARRED + faction] = 0
        notes[page + OPTIONS + faction] = 0
    for k in range(roll[sheet + PLACES]):
        place = roll[sheet + FIRST_PLACE + k]
        cells = int(PLACE_CELLS[place])
        filled = cells & taken
        notes[page + LACKS + k] = 4 - count_bits(filled)
        if filled == 0:
            continue
        faction = 3
        faction = 2 if filled & c != 0 else faction
        faction = 1 if filled & b != 0 else faction
        faction = 0 if filled & a != 0 else faction
        board = notes[page + BOARDS + faction]
        ring = int(PLACE_RINGS[place])
        owned = notes[page + OWNED + faction]
        if (filled & ~board) | (ring & board) | (filled & haunted) | (int(NEIGHBOURS[place]) & owned) != 0:
            return 0
        notes[page + OWNED + faction] = owned | 1 << place
        notes[page + BARRED + faction] |= ring
        notes[page + OPTIONS + faction] |= cells  # its own cells, for now
        bound |= cells
    for faction in range(4):
        notes[page + BARRED + faction] |= bound & ~taken & ~notes[page + OPTIONS + faction]
        notes[page + OPTIONS + faction] = 0
    notes[page + BOUND_MISSING] = bound & ~taken
    return 1


@rule
def is_open(ring: int, near: int, faction: int, notes: Ints, page: int) -> int:
    """-1 if a place without tiles may have a faction: one that lies nowhere around it and that no neighbouring place has. Else 0."""
    return -1 if (ring & notes[page + BOARDS + faction]) | (near & notes[page + OWNED + faction]) == 0 else 0


@rule
def keep_options(place: int, notes: Ints, page: int) -> int:
    """Which factions a place without tiles may have. Returns how many; the notes say where a tile would take one away, or the last."""
    cells = int(PLACE_CELLS[place])
    ring = int(PLACE_RINGS[place])
    near = int(NEIGHBOURS[place])
    a, b = is_open(ring, near, 0, notes, page), is_open(ring, near, 1, notes, page)
    c, d = is_open(ring, near, 2, notes, page), is_open(ring, near, 3, notes, page)
    options = -(a + b + c + d)
    last = ring if options == 1 else 0
    notes[page + BARRED] |= (cells & ~a) | (last & a)
    notes[page + BARRED + 1] |= (cells & ~b) | (last & b)
    notes[page + BARRED + 2] |= (cells & ~c) | (last & c)
    notes[page + BARRED + 3] |= (cells & ~d) | (last & d)
    notes[page + OPTIONS] |= ring & a
    notes[page + OPTIONS + 1] |= ring & b
    notes[page + OPTIONS + 2] |= ring & c
    notes[page + OPTIONS + 3] |= ring & d
    return options


@rule
def survey(r: Rules, x: int, y: int, z: int, haunted: int, target: int, most: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """The cost of a castle, given as the boards of its shapes, shifted to where it stands in the blueprint; those of its factions are in the notes.

    As soon as it is more than `most`, TOO_DEAR; then, and if it is LOST, the notes are of no use.
    """
    taken = x | y | z
    empty = r.cells & ~taken
    needed = roll[sheet + ALL_CELLS]
    if CELL_LATER * count_bits(needed & empty) > most:
        return TOO_DEAR
    by_x, by_y, by_z = beside(x), beside(y), beside(z)
    dead = by_x & by_y & by_z & empty & ~FLOOR
    if haunted != 0:
        dead |= beside(haunted) & empty
    if needed & dead != 0 or own_places(taken, haunted, roll, sheet, notes, page) == 0:
        return LOST
    scarce = ((by_x & by_y) | (by_x & by_z) | (by_y & by_z)) & empty & ~FLOOR
    soon_set = take_roles(roll, sheet, notes, page)
    soon_cells = roll[sheet + SOON_CELLS]
    if soon_set != (1 << roll[sheet + SOON]) - 1:
        soon_cells = 0
        for k in range(roll[sheet + PLACES]):
            if soon_set >> k & 1 == 1:
                soon_cells |= int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]])
        soon_cells = supported(soon_cells) | roll[sheet + ROW_CELLS]
    total = CELL * count_bits(soon_cells & empty) + CELL_LATER * count_bits(needed & empty)
    soon_missing, later_missing = 0, 0
    for k in range(roll[sheet + PLACES]):
        place = roll[sheet + FIRST_PLACE + k]
        lacks = notes[page + LACKS + k]
        missing = int(PLACE_CELLS[place]) & empty
        if soon_set >> k & 1 == 1:
            total += int(LACKING[lacks])
            soon_missing |= missing
        else:
            total += int(LACKING_LATER[lacks])
            later_missing |= missing
        if total > most:
            return TOO_DEAR
        if lacks == 4:
            options = keep_options(place, notes, page)
            if options == 0:
                return LOST
            total += OPTION_LOST * (4 - options)
    total += SCARCE * count_bits(soon_missing & scarce) + SCARCE_LATER * count_bits(later_missing & scarce)
    total += SCARCE_OF_FACTION * count_bits(notes[page + BOUND_MISSING] & scarce)
    short = 0
    if target > 0:
        short = max(0, target - count_bits(taken) - spared_by_bastions(r, haunted, notes, page))
        total += TILE_SHORT * short
    if total > most:
        return TOO_DEAR
    notes[page + NEXT_TO], notes[page + NEXT_TO + 1], notes[page + NEXT_TO + 2] = by_x, by_y, by_z
    notes[page + NEEDED], notes[page + EMPTY_CELLS], notes[page + SCARCE_CELLS] = needed, empty, scarce
    notes[page + CELLS_NOW], notes[page + ROLES], notes[page + SHORT] = soon_cells, soon_set, short
    notes[page + SOON_MISSING], notes[page + LATER_MISSING] = soon_missing, later_missing
    return total


@rule
def spared_by_bastions(r: Rules, haunted: int, notes: Ints, page: int) -> int:
    """Tiles that a penalty leaves to a castle for its bastions."""
    spared = 0
    if r.formation_powers == 1:
        for faction in range(4):
            spared += SPARED_BY_A_BASTION * count_bits(bastion_starts(notes[page + BOARDS + faction], haunted))
    return spared


@rule
def overtaking(k: int, lacking: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """What changes when a place for later lacks fewer tiles than one of its type for the next ordeal: they change roles."""
    kind = int(PLACE_TYPES[roll[sheet + FIRST_PLACE + k]])
    most = lacking
    for j in range(roll[sheet + PLACES]):
        if notes[page + ROLES] >> j & 1 == 1 and notes[page + LACKS + j] > most and int(PLACE_TYPES[roll[sheet + FIRST_PLACE + j]]) == kind:
            most = notes[page + LACKS + j]
    return int(LACKING[lacking]) - int(LACKING[most]) + int(LACKING_LATER[most]) - int(LACKING_LATER[lacking])


@rule
def change(r: Rules, kind: int, bit: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """What the cost changes by when a tile is placed in a cell that is not barred for it, by the notes of the survey. LOST if that spoils a cell."""
    shape = kind % 3
    empty = notes[page + EMPTY_CELLS]
    one = notes[page + NEXT_TO + (shape + 1) % 3]
    other = notes[page + NEXT_TO + (shape + 2) % 3]
    around = beside(bit) & empty & ~FLOOR & ~notes[page + NEXT_TO + shape]
    if around & one & other & notes[page + NEEDED] != 0:
        return LOST
    scarcer = around & (one | other)
    soon, later, bound = notes[page + SOON_MISSING], notes[page + LATER_MISSING], notes[page + BOUND_MISSING]
    total = SCARCE * count_bits(scarcer & soon) + SCARCE_LATER * count_bits(scarcer & later)
    if bit & notes[page + NEEDED] != 0:
        total -= CELL_LATER
        if bit & notes[page + CELLS_NOW] != 0:
            total -= CELL
    if kind < 12 and notes[page + OPTIONS + kind // 3] & bit != 0:
        total += OPTION_LOST
    if notes[page + SHORT] > 0:
        total -= TILE_SHORT
    if (soon | later) & bit != 0:
        k = 0
        while int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]]) & bit == 0:
            k += 1
        place = roll[sheet + FIRST_PLACE + k]
        lacking = notes[page + LACKS + k]
        scarce = 1 if notes[page + SCARCE_CELLS] & bit != 0 else 0
        if notes[page + ROLES] >> k & 1 == 1:
            total += int(LACKING[lacking - 1]) - int(LACKING[lacking]) - SCARCE * scarce
        else:
            total += int(LACKING_LATER[lacking - 1]) - int(LACKING_LATER[lacking]) - SCARCE_LATER * scarce
            total += overtaking(k, lacking - 1, roll, sheet, notes, page)
        if lacking == 4:  # the place gets its faction
            rest = int(PLACE_CELLS[place]) & ~bit
            bound |= rest
            total += SCARCE_OF_FACTION * count_bits(notes[page + SCARCE_CELLS] & rest)
            for faction in range(4):
                if int(PLACE_CELLS[place]) & ~notes[page + BARRED + faction] == 0:
                    total -= OPTION_LOST
        else:
            total -= SCARCE_OF_FACTION * scarce
        if lacking == 1 and notes[page + SHORT] > 0 and r.formation_powers == 1 and int(PLACE_TYPES[place]) == BASTION:
            total -= TILE_SHORT * SPARED_BY_A_BASTION
    return total + SCARCE_OF_FACTION * count_bits(scarcer & bound)


@rule
def cost_at(r: Rules, s: State, p: int, offset: int, target: int, most: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """The cost of a player's castle that stands so many columns to the right in the blueprint; TOO_DEAR if it is more than `most`.

    The notes are written from a page on.
    """
    up = offset * COLUMN
    t = s.shapes[p]
    for faction in range(4):
        notes[page + BOARDS + faction] = s.factions[p][faction] << up
    return survey(r, t[0] << up, t[1] << up, t[2] << up, haunted_cell(s, p) << up, target, most, roll, sheet, notes, page)


@rule
def best_offset(r: Rules, s: State, p: int, target: int, most: int, roll: Ints, sheet: int, notes: Ints, page: int) -> int:
    """Where in the blueprint a castle lacks least: 16 times the cost, plus the offset; at least TOO_DEAR times 16 if that is more than `most`."""
    best = LOST * 16
    for offset in range(r.width - width_of(s, p) + 1):
        best = min(best, cost_at(r, s, p, offset, target, min(most, best // 16), roll, sheet, notes, page) * 16 + offset)
    return best
