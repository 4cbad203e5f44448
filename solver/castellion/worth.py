"""What a castle is worth to the greedy player: how near it is to the blueprints that it can still become.

Every blueprint that is still possible counts, the more the fewer tiles it lacks, so that a castle with several ways to go on is worth more than one with a
single way. First each of the 61 places for a formation gets a price: what it lacks, or that it is lost because other factions, shapes or a fifth tile are in
the way; with these prices a blueprint takes a handful of additions. The numbers are rules of thumb, tuned together by win rate at the introductory and
the base level.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import beside, haunted_cell
from castlewise.models.castellion.rules.formations import bastion_starts
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castellion.blueprint_tables import ALL_CELLS, COSTS, COUNTS_FOR, NO_PLACE, PLACE_CELLS, PLACES, SOON_CELLS
from castlewise.solver.castellion.outlook import FROM, NEED, SHIFT, SIZE, SOON, STANDING, STANDING_COST, TARGET, TO
from castlewise.solver.castellion.placements import COLUMNS, ROWS

# Places in the working buffer; outlook.py has the others.
PRICES = 0  # of the places for the next ordeal
LATER_PRICES = NO_PLACE  # and for later ones; the last of them is that of no place at all
MODE = 137
LEVEL = 138  # the cost from which what a blueprint counts is measured
POSSIBLE = 140  # the blueprints that the castle can still become, as sets

# Modes: measure a castle and note what is possible; then compare castles that one more tile makes of it, or (EVERY) castles that lost or exchanged tiles.
MEASURE, GROWN, EVERY = 0, 1, 2
SET = 60  # blueprints in one integer

LACKING = (0, 10, 23, 34, 50)  # the price of a formation that lacks so many tiles: one for the next ordeal, one for later
LACKING_LATER = (0, 2, 5, 7, 9)
SCARCE, SCARCE_LATER = 4, 6  # more for a cell that only one shape fits in
CELL, CELL_LATER = 10, 5  # the cost of an empty cell that has to be filled for the next ordeal, for all of them
TILE_SHORT = 4  # the cost of a tile too few to survive a penalty
LOST = 10_000
HEADROOM = 64  # a castle can become so much better without counting more than it should
NO_WAY = 1_000  # castles that no blueprint fits are worth less than this


@rule
def tower_room(faction: int, free: int) -> int:
    """Where a tower of a faction stands or can still be built, by its lowest cell. Like formations.tower_starts, with free cells as good as filled ones."""
    cells = faction | free
    pairs = cells & (cells >> 1)
    beyond = ~((faction << COLUMN) | (faction >> COLUMN))
    beyond &= beyond >> 1
    beyond &= beyond >> 2
    return pairs & (pairs >> 2) & ~(faction << 1) & ~(faction >> 4) & beyond


@rule
def line_room(faction: int, free: int) -> int:
    cells = faction | free
    pairs = cells & (cells >> 8)
    beyond = ~((faction << 1) | (faction >> 1))
    beyond &= beyond >> 8
    beyond &= beyond >> 16
    return pairs & (pairs >> 16) & ~(faction << 8) & ~(faction >> 32) & beyond


@rule
def bastion_room(faction: int, free: int) -> int:
    cells = faction | free
    pairs = cells & (cells >> 1)
    rows = ~((faction << 1) | (faction >> 2))
    columns = ~((faction << 8) | (faction >> 16))
    return pairs & (pairs >> 8) & rows & (rows >> 8) & columns & (columns >> 1)


@rule
def set_prices(room: int, kind: int, number: int, empty: int, scarce: int, shift: int, out: Ints) -> int:
    """Price the places of one type, from a number on; `room` has a bit for each that is not lost. Returns the next number."""
    for column in range(LARGEST + 1 - COLUMNS[kind]):
        for row in range(LARGEST + 1 - ROWS[kind]):
            if room >> (column * COLUMN + row + shift) & 1 == 0:
                out[PRICES + number] = LOST
                out[LATER_PRICES + number] = LOST
            else:
                missing = (int(PLACE_CELLS[number]) << shift) & empty
                lacking = count_bits(missing)
                rare = count_bits(missing & scarce)
                out[PRICES + number] = LACKING[lacking] + SCARCE * rare
                out[LATER_PRICES + number] = LACKING_LATER[lacking] + SCARCE_LATER * rare
            number += 1
    return number


@rule
def worth(r: Rules, a: int, b: int, c: int, d: int, x: int, y: int, z: int, haunted: int, out: Ints) -> int:
    """What a castle is worth, given as the boards of its four factions and its three shapes, with its haunted tile.

    A castle that is not as wide as it may be is tried at every place of the blueprint.
    """
    taken = x | y | z
    total = 0
    best_of_types = 0
    if out[MODE] == MEASURE:
        out[LEVEL] = LOST
    for place in range(r.width - count_bits(taken & FLOOR) + 1):
        if place > 0:
            a, b, c, d = a << COLUMN, b << COLUMN, c << COLUMN, d << COLUMN
            x, y, z, haunted = x << COLUMN, y << COLUMN, z << COLUMN, haunted << COLUMN
            taken = taken << COLUMN
        empty = r.cells & ~taken
        by_x, by_y, by_z = beside(x), beside(y), beside(z)
        dead = by_x & by_y & by_z & empty & ~FLOOR
        scarce = ((by_x & by_y) | (by_x & by_z) | (by_y & by_z)) & empty & ~FLOOR
        if haunted != 0:
            dead |= beside(haunted) & empty
        free = empty & ~dead
        towers = tower_room(a, free) | tower_room(b, free) | tower_room(c, free) | tower_room(d, free)
        bastions = bastion_room(a, free) | bastion_room(b, free) | bastion_room(c, free) | bastion_room(d, free)
        lines = line_room(a, free) | line_room(b, free) | line_room(c, free) | line_room(d, free)
        if haunted != 0:  # it is part of no formation, but a fifth tile beside others
            towers &= ~(haunted | (haunted >> 1) | (haunted >> 2) | (haunted >> 3))
            bastions &= ~(haunted | (haunted >> 1) | (haunted >> 8) | (haunted >> 9))
            lines &= ~(haunted | (haunted >> 8) | (haunted >> 16) | (haunted >> 24))
        shift = out[SHIFT]
        number = set_prices(towers, 0, 0, empty, scarce, shift, out)
        number = set_prices(bastions, 1, number, empty, scarce, shift, out)
        number = set_prices(lines, 2, number, empty, scarce, shift, out)
        out[LATER_PRICES + NO_PLACE] = 0
        common = out[STANDING_COST] * count_bits(out[STANDING] & empty)
        if out[TARGET] > 0:
            spared = count_bits(bastion_starts(a, haunted)) + count_bits(bastion_starts(b, haunted))
            spared += count_bits(bastion_starts(c, haunted)) + count_bits(bastion_starts(d, haunted))
            common += TILE_SHORT * max(out[TARGET] - count_bits(taken) - SPARED_BY_A_BASTION * spared, 0)
        total = counted(total, place, empty, dead, common, out)
        best_of_types = max(best_of_types, NO_WAY // 2 - without_blueprint(out) - common)
    return total + NO_WAY if total > 0 else max(best_of_types, 1)


@rule
def counted(total: int, place: int, empty: int, dead: int, common: int, out: Ints) -> int:
    """Add what every blueprint counts, with the prices set."""
    shift = out[SHIFT]
    standing = out[STANDING]
    soon = out[SOON] if shift == 0 else 0
    size = out[SIZE]
    level = out[LEVEL]
    mode = out[MODE]
    first = out[FROM]
    group = POSSIBLE
    while first < out[TO]:
        left = (1 << min(SET, out[TO] - first)) - 1
        if mode == GROWN:
            left &= out[group]
        kept = 0
        while left != 0:
            bit = lowest_bit(left)
            left &= left - 1
            i = first + bit
            cost = common
            for k in range(soon):
                cost += out[PRICES + int(PLACES[i, k])]
            for k in range(soon, size):
                cost += out[LATER_PRICES + int(PLACES[i, k])]
            if cost >= LOST:
                continue
            needed = (int(ALL_CELLS[i]) << shift) | standing
            if needed & dead != 0:
                continue
            kept |= 1 << bit
            next_needed = int(SOON_CELLS[i]) if shift == 0 else standing
            cost += CELL * count_bits(next_needed & empty) + CELL_LATER * count_bits(needed & empty)
            if mode == MEASURE and cost < level + HEADROOM:
                # The best so far: what was added before counts that much less.
                total = (total >> 8) * int(COUNTS_FOR[min(level + HEADROOM - cost, COSTS - 1)]) >> 20
                level = cost - HEADROOM
            if cost - level < COSTS:
                total += int(COUNTS_FOR[max(cost - level, 0)])
        if mode == MEASURE:
            out[group] = kept if place == 0 else out[group] | kept
        first += SET
        group += 1
    out[LEVEL] = level
    return total


@rule
def without_blueprint(out: Ints) -> int:
    """For castles that no blueprint fits: what the formations that the next ordeal asks for still cost, one of each type at its lowest price."""
    cost = 0
    number = 0
    for kind in range(3):
        missing = out[NEED + kind]
        lowest = LACKING[4]
        for _ in range((LARGEST + 1 - COLUMNS[kind]) * (LARGEST + 1 - ROWS[kind])):
            price = out[PRICES + number]
            if price == 0:
                missing -= 1
            else:
                lowest = min(lowest, price)
            number += 1
        if missing > 0:
            cost += lowest + (missing - 1) * LACKING[4]
    return cost


@rule
def worth_now(r: Rules, s: State, p: int, out: Ints) -> int:
    """What a player's castle is worth as it is."""
    f = s.factions[p]
    t = s.shapes[p]
    return worth(r, f[0], f[1], f[2], f[3], t[0], t[1], t[2], haunted_cell(s, p), out)
