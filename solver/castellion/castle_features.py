"""What a value function sees of a castle and of what is left to build with, as a list of features that are there; inside the kernel.

Three kinds of them are about cells: which tile lies in a cell; which shapes an empty cell is barred for; and for each of the 61 places of a formation how
far it has come: untouched, or with one to four tiles of a faction. A place that holds another faction, that lies beside a tile of its own, or that has a cell
that no shape fits in can never be a formation, and is not listed at all. The rest counts what is left, what stands and what is missing.

No feature knows where the castle stands on the table, so a castle that is not yet as wide as it may be is looked at wherever it could end up (`offset`).
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import beside
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST, Rules, State
from castlewise.models.castellion.tiles import DEFENDERS
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castellion.blueprint_rolls import PLACE_CELLS, PLACE_RINGS, PLACE_TYPES
from castlewise.solver.castellion.placements import BASTION, PLACEMENTS, TOWER

CELLS = LARGEST * COLUMN
MOST_LEFT = 6  # tiles of a kind
MOST_TRAITORS = 5  # beside an ordeal, at the introductory level
MOST_STANDARD = 60  # Defenders
MOST_SAFE = 12
MOST_STANDING = LARGEST * LARGEST
MOST_COUNTED = 4  # formations of a type
MOST_MISSING = 9
STATES = 17  # of a place: untouched, or one to four tiles of one of four factions

ALWAYS = 0
TILE_IN = 1
BARRED = TILE_IN + DEFENDERS * CELLS
PLACE = BARRED + 7 * CELLS
TRAITORS = PLACE + len(PLACEMENTS) * STATES
SAFE_LEFT = TRAITORS + MOST_TRAITORS + 1
KIND_LEFT = SAFE_LEFT + MOST_SAFE + 1
STANDARD_LEFT = KIND_LEFT + DEFENDERS * (MOST_LEFT + 1)
STANDING = STANDARD_LEFT + MOST_STANDARD + 1
COUNTED = STANDING + MOST_STANDING + 1
MISSING = COUNTED + 3 * (MOST_COUNTED + 1)
FEATURES = MISSING + MOST_MISSING + 1

LISTED = 256  # room for a list; the longest possible one is far shorter: 36 cells, 61 places and some twenty counts


@rule
def list_cells(r: Rules, s: State, p: int, up: int, taken: int, listed: Ints) -> int:
    """The features of tiles and of empty cells, from the beginning of the list. Returns how many there are."""
    listed[0] = ALWAYS
    n = 1
    for faction in range(4):
        for shape in range(3):
            cells = (s.factions[p][faction] & s.shapes[p][shape]) << up
            first = TILE_IN + (faction * 3 + shape) * CELLS
            while cells != 0:
                listed[n] = first + lowest_bit(cells)
                cells &= cells - 1
                n += 1
    empty = r.cells & ~taken & ~FLOOR
    by_x = beside(s.shapes[p][0] << up)
    by_y = beside(s.shapes[p][1] << up)
    by_z = beside(s.shapes[p][2] << up)
    cells = (by_x | by_y | by_z) & empty
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        shapes = (by_x >> cell & 1) + 2 * (by_y >> cell & 1) + 4 * (by_z >> cell & 1)
        listed[n] = BARRED + (shapes - 1) * CELLS + cell
        n += 1
    return n


@rule
def list_features(r: Rules, s: State, p: int, offset: int, listed: Ints) -> int:
    """All features of a player's castle that stands so many columns to the right of where it could. Returns how many there are."""
    up = offset * COLUMN
    a, b, c, d = s.factions[p][0] << up, s.factions[p][1] << up, s.factions[p][2] << up, s.factions[p][3] << up
    taken = a | b | c | d
    n = list_cells(r, s, p, up, taken, listed)
    hopeless = beside(s.shapes[p][0] << up) & beside(s.shapes[p][1] << up) & beside(s.shapes[p][2] << up) & ~taken & ~FLOOR
    towers, bastions, lines = 0, 0, 0
    for place in range(len(PLACEMENTS)):
        cells = int(PLACE_CELLS[place])
        if cells & hopeless != 0:
            continue
        inside = cells & taken
        if inside == 0:
            listed[n] = PLACE + place * STATES
            n += 1
            continue
        own = d
        faction = 3
        if inside & a != 0:
            own = a
            faction = 0
        elif inside & b != 0:
            own = b
            faction = 1
        elif inside & c != 0:
            own = c
            faction = 2
        if (inside & ~own) | (int(PLACE_RINGS[place]) & own) != 0:
            continue
        tiles = count_bits(inside)
        listed[n] = PLACE + place * STATES + faction * 4 + tiles
        n += 1
        if tiles == 4:
            kind = int(PLACE_TYPES[place])
            if kind == TOWER:
                towers += 1
            elif kind == BASTION:
                bastions += 1
            else:
                lines += 1
    return list_counts(r, s, count_bits(taken), towers, bastions, lines, listed, n)


@rule
def list_counts(r: Rules, s: State, standing: int, towers: int, bastions: int, lines: int, listed: Ints, n: int) -> int:
    """The features that count: what is left, what stands, and what the next ordeal that asks for formations still lacks."""
    safe, standard = 0, 0
    for kind in range(DEFENDERS):
        listed[n] = KIND_LEFT + kind * (MOST_LEFT + 1) + min(s.safe[kind] + s.standard[kind], MOST_LEFT)
        n += 1
        safe += s.safe[kind]
        standard += s.standard[kind]
    number = 0 if s.met == 0 else 2
    asked = max(s.card[number] - 1, 0)
    missing = max(r.towers[number][asked] - towers, 0) + max(r.bastions[number][asked] - bastions, 0)
    missing += max(r.lines[number][asked] - lines, 0)
    listed[n] = TRAITORS + min(s.traitors + s.black_traitors, MOST_TRAITORS)
    listed[n + 1] = SAFE_LEFT + min(safe, MOST_SAFE)
    listed[n + 2] = STANDARD_LEFT + min(standard, MOST_STANDARD)
    listed[n + 3] = STANDING + standing
    listed[n + 4] = COUNTED + min(towers, MOST_COUNTED)
    listed[n + 5] = COUNTED + MOST_COUNTED + 1 + min(bastions, MOST_COUNTED)
    listed[n + 6] = COUNTED + 2 * (MOST_COUNTED + 1) + min(lines, MOST_COUNTED)
    listed[n + 7] = MISSING + min(missing, MOST_MISSING)
    return n + 8
