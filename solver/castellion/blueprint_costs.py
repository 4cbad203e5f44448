"""What a castle still lacks by a sheet of a blueprint, as one number: the lower, the nearer. LOST if it can no longer become that castle.

Like what a castle is worth to the greedy player (worth.py), but here one blueprint is looked at, and the faction of each of its places. The weights were tuned
by the follower's win rate at the introductory level. A survey of a castle leaves notes, by which what one more tile changes takes a few steps (`change`).
"""

from __future__ import annotations

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

LACKING = (0, 9, 23, 37, 50)  # the price of a place that lacks so many tiles: one for the next ordeal, one for later
LACKING_LATER = (0, 3, 7, 7, 7)
SCARCE, SCARCE_LATER = 10, 9  # more for a cell that only one shape fits in
SCARCE_OF_FACTION = 3  # and still more if the place has its faction
CELL, CELL_LATER = 9, 9  # the cost of an empty cell that has to be filled for the next ordeal, for all of them
OPTION_LOST = 4  # the price of a place without tiles rises by so much for each faction that it cannot have

# The notes of a survey, from the beginning of their buffer.
BARRED = 0  # for each faction the cells where a tile of it would spoil the blueprint
OPTIONS = 4  # and the cells where it would take an option from a place without tiles
NEXT_TO = 8  # the cells beside each shape
NEEDED, EMPTY_CELLS, SCARCE_CELLS, SOON_MISSING, LATER_MISSING, BOUND_MISSING, SHORT = 11, 12, 13, 14, 15, 16, 17
CELLS_NOW = 18  # the cells to be filled for the next ordeal
ROLES = 19  # the places for it, as a set of their numbers on the sheet
LACKS = 20  # how many tiles each place lacks
NOTES = LACKS + MOST_PLACES


@rule
def take_roles(taken: int, roll: Ints, sheet: int, notes: Ints) -> int:
    """Which places serve the next ordeal, as a set: of each type as many as the sheet says, those that lack least. How much each lacks is noted."""
    places = roll[sheet + PLACES]
    soon = roll[sheet + SOON]
    for k in range(places):
        notes[LACKS + k] = 4 - count_bits(int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]]) & taken)
    roles = (1 << soon) - 1
    for k in range(soon):
        kind = int(PLACE_TYPES[roll[sheet + FIRST_PLACE + k]])
        best = k
        for j in range(soon, places):
            if roles >> j & 1 == 0 and notes[LACKS + j] < notes[LACKS + best] and int(PLACE_TYPES[roll[sheet + FIRST_PLACE + j]]) == kind:
                best = j
        roles ^= (1 << k) ^ (1 << best)
    return roles


@rule
def survey(
    r: Rules, a: int, b: int, c: int, d: int, x: int, y: int, z: int, haunted: int, target: int, roll: Ints, sheet: int, notes: Ints
) -> int:
    """The cost of a castle, given as the boards of its factions and its shapes, shifted to where it stands in the blueprint."""
    taken = x | y | z
    empty = r.cells & ~taken
    by_x, by_y, by_z = beside(x), beside(y), beside(z)
    dead = by_x & by_y & by_z & empty & ~FLOOR
    if haunted != 0:
        dead |= beside(haunted) & empty
    needed = roll[sheet + ALL_CELLS]
    if needed & dead != 0:
        return LOST
    scarce = ((by_x & by_y) | (by_x & by_z) | (by_y & by_z)) & empty & ~FLOOR
    places = roll[sheet + PLACES]
    soon_set = take_roles(taken, roll, sheet, notes)
    soon_cells = roll[sheet + SOON_CELLS]
    if soon_set != (1 << roll[sheet + SOON]) - 1:
        soon_cells = 0
        for k in range(places):
            if soon_set >> k & 1 == 1:
                soon_cells |= int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]])
        soon_cells = supported(soon_cells) | roll[sheet + ROW_CELLS]
    total = CELL * count_bits(soon_cells & empty) + CELL_LATER * count_bits(needed & empty)
    of_a, of_b, of_c, of_d = 0, 0, 0, 0  # places of each faction
    bar_a, bar_b, bar_c, bar_d = 0, 0, 0, 0
    option_a, option_b, option_c, option_d = 0, 0, 0, 0
    soon_missing, later_missing = 0, 0
    bound_missing = 0
    for k in range(places):
        place = roll[sheet + FIRST_PLACE + k]
        cells = int(PLACE_CELLS[place])
        filled = cells & taken
        missing = cells & empty
        if soon_set >> k & 1 == 1:
            total += LACKING[count_bits(missing)] + SCARCE * count_bits(missing & scarce)
            soon_missing |= missing
        else:
            total += LACKING_LATER[count_bits(missing)] + SCARCE_LATER * count_bits(missing & scarce)
            later_missing |= missing
        if filled == 0:
            continue
        if filled & haunted != 0:
            return LOST
        total += SCARCE_OF_FACTION * count_bits(missing & scarce)
        bound_missing |= missing
        ring = int(PLACE_RINGS[place])
        near = int(NEIGHBOURS[place])
        if filled & a != 0:
            if filled & ~a != 0 or ring & a != 0 or near & of_a != 0:
                return LOST
            of_a |= 1 << place
            bar_a |= ring
            bar_b |= missing
            bar_c |= missing
            bar_d |= missing
        elif filled & b != 0:
            if filled & ~b != 0 or ring & b != 0 or near & of_b != 0:
                return LOST
            of_b |= 1 << place
            bar_b |= ring
            bar_a |= missing
            bar_c |= missing
            bar_d |= missing
        elif filled & c != 0:
            if filled & ~c != 0 or ring & c != 0 or near & of_c != 0:
                return LOST
            of_c |= 1 << place
            bar_c |= ring
            bar_a |= missing
            bar_b |= missing
            bar_d |= missing
        else:
            if filled & ~d != 0 or ring & d != 0 or near & of_d != 0:
                return LOST
            of_d |= 1 << place
            bar_d |= ring
            bar_a |= missing
            bar_b |= missing
            bar_c |= missing
    for k in range(places):
        place = roll[sheet + FIRST_PLACE + k]
        cells = int(PLACE_CELLS[place])
        if cells & taken != 0:
            continue
        # A place without tiles may have a faction that lies nowhere around it and that no neighbouring place has.
        ring = int(PLACE_RINGS[place])
        near = int(NEIGHBOURS[place])
        options = 0
        only_a, only_b, only_c, only_d = 0, 0, 0, 0
        if ring & a == 0 and near & of_a == 0:
            options += 1
            only_a = ring
        else:
            bar_a |= cells
        if ring & b == 0 and near & of_b == 0:
            options += 1
            only_b = ring
        else:
            bar_b |= cells
        if ring & c == 0 and near & of_c == 0:
            options += 1
            only_c = ring
        else:
            bar_c |= cells
        if ring & d == 0 and near & of_d == 0:
            options += 1
            only_d = ring
        else:
            bar_d |= cells
        if options == 0:
            return LOST
        if options == 1:
            bar_a |= only_a
            bar_b |= only_b
            bar_c |= only_c
            bar_d |= only_d
        option_a |= only_a
        option_b |= only_b
        option_c |= only_c
        option_d |= only_d
        total += OPTION_LOST * (4 - options)
    short = 0
    if target > 0:
        short = target - count_bits(taken)
        if r.formation_powers == 1:
            spared = count_bits(bastion_starts(a, haunted)) + count_bits(bastion_starts(b, haunted))
            spared += count_bits(bastion_starts(c, haunted)) + count_bits(bastion_starts(d, haunted))
            short -= SPARED_BY_A_BASTION * spared
        short = max(short, 0)
        total += TILE_SHORT * short
    notes[BARRED], notes[BARRED + 1], notes[BARRED + 2], notes[BARRED + 3] = bar_a, bar_b, bar_c, bar_d
    notes[OPTIONS], notes[OPTIONS + 1], notes[OPTIONS + 2], notes[OPTIONS + 3] = option_a, option_b, option_c, option_d
    notes[NEXT_TO], notes[NEXT_TO + 1], notes[NEXT_TO + 2] = by_x, by_y, by_z
    notes[NEEDED], notes[EMPTY_CELLS], notes[SCARCE_CELLS], notes[CELLS_NOW], notes[ROLES] = needed, empty, scarce, soon_cells, soon_set
    notes[SOON_MISSING], notes[LATER_MISSING], notes[BOUND_MISSING], notes[SHORT] = soon_missing, later_missing, bound_missing, short
    return total


@rule
def overtaking(k: int, lacking: int, roll: Ints, sheet: int, notes: Ints) -> int:
    """What changes when a place for later lacks fewer tiles than one of its type for the next ordeal: they change roles."""
    kind = int(PLACE_TYPES[roll[sheet + FIRST_PLACE + k]])
    most = lacking
    for j in range(roll[sheet + PLACES]):
        if notes[ROLES] >> j & 1 == 1 and notes[LACKS + j] > most and int(PLACE_TYPES[roll[sheet + FIRST_PLACE + j]]) == kind:
            most = notes[LACKS + j]
    return LACKING[lacking] - LACKING[most] + LACKING_LATER[most] - LACKING_LATER[lacking]


@rule
def change(r: Rules, kind: int, bit: int, roll: Ints, sheet: int, notes: Ints) -> int:
    """What the cost changes by when a tile is placed in a cell that is not barred for it, by the notes of the survey. LOST if that spoils a cell."""
    shape = kind % 3
    empty = notes[EMPTY_CELLS]
    one = notes[NEXT_TO + (shape + 1) % 3]
    other = notes[NEXT_TO + (shape + 2) % 3]
    around = beside(bit) & empty & ~FLOOR & ~notes[NEXT_TO + shape]
    if around & one & other & notes[NEEDED] != 0:
        return LOST
    scarcer = around & (one | other)
    soon, later, bound = notes[SOON_MISSING], notes[LATER_MISSING], notes[BOUND_MISSING]
    total = SCARCE * count_bits(scarcer & soon) + SCARCE_LATER * count_bits(scarcer & later)
    if bit & notes[NEEDED] != 0:
        total -= CELL_LATER
        if bit & notes[CELLS_NOW] != 0:
            total -= CELL
    if kind < 12 and notes[OPTIONS + kind // 3] & bit != 0:
        total += OPTION_LOST
    if notes[SHORT] > 0:
        total -= TILE_SHORT
    if (soon | later) & bit != 0:
        k = 0
        while int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]]) & bit == 0:
            k += 1
        place = roll[sheet + FIRST_PLACE + k]
        lacking = notes[LACKS + k]
        scarce = 1 if notes[SCARCE_CELLS] & bit != 0 else 0
        if notes[ROLES] >> k & 1 == 1:
            total += LACKING[lacking - 1] - LACKING[lacking] - SCARCE * scarce
        else:
            total += LACKING_LATER[lacking - 1] - LACKING_LATER[lacking] - SCARCE_LATER * scarce
            total += overtaking(k, lacking - 1, roll, sheet, notes)
        if lacking == 4:  # the place gets its faction
            rest = int(PLACE_CELLS[place]) & ~bit
            bound |= rest
            total += SCARCE_OF_FACTION * count_bits(notes[SCARCE_CELLS] & rest)
            for faction in range(4):
                if int(PLACE_CELLS[place]) & ~notes[BARRED + faction] == 0:
                    total -= OPTION_LOST
        else:
            total -= SCARCE_OF_FACTION * scarce
        if lacking == 1 and notes[SHORT] > 0 and r.formation_powers == 1 and int(PLACE_TYPES[place]) == BASTION:
            total -= TILE_SHORT * SPARED_BY_A_BASTION
    return total + SCARCE_OF_FACTION * count_bits(scarcer & bound)


@rule
def cost_at(r: Rules, s: State, p: int, offset: int, target: int, roll: Ints, sheet: int, notes: Ints) -> int:
    """The cost of a player's castle that stands so many columns to the right in the blueprint."""
    up = offset * COLUMN
    f = s.factions[p]
    t = s.shapes[p]
    return survey(
        r,
        f[0] << up,
        f[1] << up,
        f[2] << up,
        f[3] << up,
        t[0] << up,
        t[1] << up,
        t[2] << up,
        haunted_cell(s, p) << up,
        target,
        roll,
        sheet,
        notes,
    )


@rule
def best_offset(r: Rules, s: State, p: int, target: int, roll: Ints, sheet: int, notes: Ints) -> int:
    """Where in the blueprint a castle lacks least: 16 times the cost, plus the offset. With a complete foundation the notes are those of its survey."""
    best = LOST * 16
    for offset in range(r.width - width_of(s, p) + 1):
        best = min(best, cost_at(r, s, p, offset, target, roll, sheet, notes) * 16 + offset)
    return best
