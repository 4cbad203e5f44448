"""Blueprints that are made during a game: places for all formations that the ordeals to come ask for, and what they say before each of these ordeals.

The castles of a blueprint may have any factions: a place gets its faction with its first tile. Every ordeal to come has a *sheet*: the places that still
serve it or a later one, so much lower if rows went before, those for the next formations first; and the cells that have to be filled. A blueprint with its
sheets is a *roll*. Rolls lie one behind the other in a buffer, each ROLL long; the *agenda* says what the ordeals ask of a player.
"""

from __future__ import annotations

import numpy as np

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import beside
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.randomness import below
from castlewise.solver.castellion.outlook import asked_for, meets
from castlewise.solver.castellion.placements import CELLS, PLACEMENTS, TYPES

ORDEALS = 3

# The agenda: for each ordeal, the formations it asks a player for, the rows it destroys, whether it is that player's, the rows that must stand, the tiles.
FORMATIONS, ROWS_LOST, MINE, ROWS_STANDING, TILES = 0, 3, 4, 5, 6
ENTRY = 8
AGENDA = ORDEALS * ENTRY

# A sheet. The first one of a roll is the blueprint itself: its places in the order in which they were chosen.
PLACES, SOON, FIRST_PLACE, ROW_CELLS, SOON_CELLS, ALL_CELLS = 0, 1, 2, 13, 14, 15
# Pairs of cells, each written down by its lower or left cell: one above the other, then side by side. Both in one place; and one in a place, the other not.
JOINED_UP, JOINED_ACROSS, SEAMS_UP, SEAMS_ACROSS = 16, 17, 18, 19
MOST_PLACES = ROW_CELLS - FIRST_PLACE
RESULT, GAMES = 13, 14  # in the first sheet: what rollouts by the blueprint came to of late, in thousandths, and how many they were
SHEET = 20
ROLL = SHEET * (1 + ORDEALS)

PLACE_CELLS = np.array(CELLS, np.int64)
PLACE_RINGS = np.array([beside(cells) & ~cells for cells in CELLS], np.int64)  # what lies around a place
NEIGHBOURS = np.array(
    [sum(1 << j for j, other in enumerate(CELLS) if beside(cells) & other and not cells & other) for cells in CELLS], np.int64
)
PLACE_TYPES = np.array(TYPES, np.int64)
PLACE_ROWS = np.array([row for _, _, row in PLACEMENTS], np.int64)
FIRST_OF_TYPE = np.array([TYPES.index(kind) for kind in range(3)] + [len(TYPES)], np.int64)

_ROWS_AND_COLUMNS = FLOOR * 63
_TRIES = 24


@rule
def supported(board: int) -> int:
    """Some cells and all below them."""
    for _ in range(LARGEST - 1):
        board |= (board >> 1) & _ROWS_AND_COLUMNS
    return board


@rule
def write_agenda(r: Rules, s: State, p: int, agenda: Ints, at: int) -> None:
    """What the ordeals to come ask of a player, as far as it is known."""
    for number in range(ORDEALS):
        entry = at + number * ENTRY
        for i in range(ENTRY):
            agenda[entry + i] = 0
        if number < s.met or meets(r, s, number, p) == 0:
            continue
        card = s.card[number] - 1
        agenda[entry + MINE] = 1
        agenda[entry + ROWS_STANDING] = 1
        if card >= 0 and r.rows[number][card] > 0:
            agenda[entry + ROWS_LOST] = r.rows[number][card]
            agenda[entry + ROWS_STANDING] = r.rows[number][card] + 1
            continue
        if card < 0:
            for other in range(r.cards[number]):
                agenda[entry + ROWS_STANDING] = max(agenda[entry + ROWS_STANDING], r.rows[number][other] + 1)
        for kind in range(3):
            agenda[entry + FORMATIONS + kind] = asked_for(r, number, card, kind)
        for other in range(r.cards[number]):
            if (card < 0 or card == other) and r.penalty[number][other] > 0:
                agenda[entry + TILES] = max(agenda[entry + TILES], r.width + r.penalty[number][other])


@rule
def rows_gone(agenda: Ints, at: int, first: int, number: int) -> int:
    """Rows that go between the ordeal `first`, it included, and another."""
    gone = 0
    for other in range(first, number):
        gone += agenda[at + other * ENTRY + ROWS_LOST]
    return gone


@rule
def serves(roll: Ints, start: int, k: int, agenda: Ints, at: int, met: int, number: int) -> int:
    """Whether the k-th place of a blueprint is one of those meant for an ordeal: the first of each type, as many as it asks for, that still stand then."""
    place = roll[start + FIRST_PLACE + k]
    gone = rows_gone(agenda, at, met, number)
    kind = int(PLACE_TYPES[place])
    if int(PLACE_ROWS[place]) < gone:
        return 0
    before = 0
    for j in range(k):
        other = roll[start + FIRST_PLACE + j]
        if int(PLACE_TYPES[other]) == kind and int(PLACE_ROWS[other]) >= gone:
            before += 1
    return 1 if before < agenda[at + number * ENTRY + FORMATIONS + kind] else 0


@rule
def write_sheets(r: Rules, roll: Ints, start: int, agenda: Ints, at: int, met: int) -> None:
    """Write the sheets of a blueprint for the ordeals from `met` on."""
    places = roll[start + PLACES]
    for number in range(met, ORDEALS):
        sheet = start + SHEET * (1 + number - met)
        sunk = rows_gone(agenda, at, met, number)
        next_asked = first_asking(agenda, at, number)
        count = 0
        soon = 0
        soon_cells = 0
        cells = 0
        for late in range(2):
            for k in range(places):
                is_soon = serves(roll, start, k, agenda, at, met, next_asked)
                used = is_soon
                for later in range(next_asked + 1, ORDEALS):
                    used |= serves(roll, start, k, agenda, at, met, later)
                if used == 1 and is_soon == 1 - late:
                    place = roll[start + FIRST_PLACE + k] - sunk
                    roll[sheet + FIRST_PLACE + count] = place
                    count += 1
                    cells |= int(PLACE_CELLS[place])
            if late == 0:
                soon = count
                soon_cells = cells
        roll[sheet + PLACES] = count
        roll[sheet + SOON] = soon
        roll[sheet + ROW_CELLS] = rows_now(r, agenda, at, number)
        roll[sheet + SOON_CELLS] = supported(soon_cells) | roll[sheet + ROW_CELLS]
        roll[sheet + ALL_CELLS] = supported(cells) | rows_in_all(r, agenda, at, number)
        write_seams(roll, sheet)


@rule
def write_seams(roll: Ints, sheet: int) -> None:
    """Which neighbouring cells of a sheet belong to one place, and which do not: by that most castles that spoil it are told at once."""
    up, across, all_cells = 0, 0, 0
    for k in range(roll[sheet + PLACES]):
        cells = int(PLACE_CELLS[roll[sheet + FIRST_PLACE + k]])
        up |= cells & (cells >> 1)
        across |= cells & (cells >> COLUMN)
        all_cells |= cells
    roll[sheet + JOINED_UP], roll[sheet + JOINED_ACROSS] = up, across
    roll[sheet + SEAMS_UP] = (all_cells | all_cells >> 1) & ~up
    roll[sheet + SEAMS_ACROSS] = (all_cells | all_cells >> COLUMN) & ~across


@rule
def alike_neighbours(s: State, p: int, step: int) -> int:
    """The tiles of a castle that have a tile of their faction next to them: above with a step of 1, to the right with a step of COLUMN."""
    a, b, c, d = s.factions[p][0], s.factions[p][1], s.factions[p][2], s.factions[p][3]
    return (a & a >> step) | (b & b >> step) | (c & c >> step) | (d & d >> step)


@rule
def spoilt_at_once(cells: int, up: int, across: int, roll: Ints, sheet: int) -> int:
    """1 if two neighbouring tiles of one place are of different factions, or one in a place and one beside it are of the same; `up` and `across` are the
    castle's alike neighbours. It may be spoilt otherwise, too."""
    apart = roll[sheet + JOINED_UP] & cells & cells >> 1 & ~up
    apart |= roll[sheet + JOINED_ACROSS] & cells & cells >> COLUMN & ~across
    return 1 if apart | (roll[sheet + SEAMS_UP] & up) | (roll[sheet + SEAMS_ACROSS] & across) != 0 else 0


@rule
def rows_now(r: Rules, agenda: Ints, at: int, number: int) -> int:
    """The cells of the rows that must stand when an ordeal is met."""
    return FLOOR * ((1 << max(1, agenda[at + number * ENTRY + ROWS_STANDING])) - 1) & r.cells


@rule
def rows_in_all(r: Rules, agenda: Ints, at: int, number: int) -> int:
    """The cells of the rows that must stand before an ordeal for it and all that follow."""
    standing = 1
    for later in range(number, ORDEALS):
        standing = max(standing, rows_gone(agenda, at, number, later) + agenda[at + later * ENTRY + ROWS_STANDING])
    return FLOOR * ((1 << standing) - 1) & r.cells


@rule
def first_asking(agenda: Ints, at: int, number: int) -> int:
    """The first ordeal from a number on that asks for formations; the last of all if none does."""
    while number < ORDEALS - 1 and formations_asked(agenda, at, number) == 0:
        number += 1
    return number


@rule
def formations_asked(agenda: Ints, at: int, number: int) -> int:
    entry = at + number * ENTRY
    return agenda[entry + FORMATIONS] + agenda[entry + FORMATIONS + 1] + agenda[entry + FORMATIONS + 2]


@rule
def missing_type(roll: Ints, start: int, agenda: Ints, at: int, met: int, number: int) -> int:
    """A type of which an ordeal asks for more places than a blueprint has; -1 if there is none."""
    gone = rows_gone(agenda, at, met, number)
    for kind in range(3):
        count = 0
        for k in range(roll[start + PLACES]):
            place = roll[start + FIRST_PLACE + k]
            if int(PLACE_TYPES[place]) == kind and int(PLACE_ROWS[place]) >= gone:
                count += 1
        if count < agenda[at + number * ENTRY + FORMATIONS + kind]:
            return kind
    return -1


@rule
def cells_of_roll(roll: Ints, start: int) -> int:
    cells = 0
    for k in range(roll[start + PLACES]):
        cells |= int(PLACE_CELLS[roll[start + FIRST_PLACE + k]])
    return cells


@rule
def any_of(members: int, source: Ints) -> int:
    """One member of a set that is not empty, each as likely."""
    for _ in range(below(source, count_bits(members))):
        members &= members - 1
    return lowest_bit(members)


@rule
def fill_up(roll: Ints, start: int, agenda: Ints, at: int, met: int, last: int, possible: int, begun: int, source: Ints) -> int:
    """Add places at random until a blueprint has what the ordeals up to `last` ask for, the last or the first of them first. 0 if that fails.

    `possible` has the places that the castle leaves possible, `begun` those with tiles: they are taken more often.
    """
    backwards = below(source, 2)
    for i in range(last + 1 - met):
        number = last - i if backwards == 1 else met + i
        kind = missing_type(roll, start, agenda, at, met, number)
        while kind >= 0:
            taken = cells_of_roll(roll, start)
            gone = rows_gone(agenda, at, met, number)
            of_type = ((1 << int(FIRST_OF_TYPE[kind + 1])) - 1) & ~((1 << int(FIRST_OF_TYPE[kind])) - 1)
            if roll[start + PLACES] == MOST_PLACES or possible & of_type == 0:
                return 0
            found = 0
            for _ in range(_TRIES):
                among = begun & of_type
                if among == 0 or below(source, 2) == 0:
                    among = possible & of_type
                place = any_of(among, source)
                if int(PLACE_ROWS[place]) >= gone and int(PLACE_CELLS[place]) & taken == 0:
                    roll[start + FIRST_PLACE + roll[start + PLACES]] = place
                    roll[start + PLACES] += 1
                    found = 1
                    break
            if found == 0:
                return 0
            kind = missing_type(roll, start, agenda, at, met, number)
    return 1


@rule
def mutate(roll: Ints, parent: int, child: int, agenda: Ints, at: int, met: int, possible: int, begun: int, source: Ints) -> int:
    """A new blueprint that differs from another in one place or two, or in their order. 0 if that fails."""
    places = roll[parent + PLACES]
    for i in range(SHEET):
        roll[child + i] = roll[parent + i]
    if places == 0:
        return 1
    k = below(source, places)
    if below(source, 4) == 0:
        j = below(source, places)
        place = roll[child + FIRST_PLACE + k]
        roll[child + FIRST_PLACE + k] = roll[child + FIRST_PLACE + j]
        roll[child + FIRST_PLACE + j] = place
    else:
        for _ in range(1 + below(source, 2)):
            if roll[child + PLACES] > 0:
                k = below(source, roll[child + PLACES])
                for i in range(k, roll[child + PLACES] - 1):
                    roll[child + FIRST_PLACE + i] = roll[child + FIRST_PLACE + i + 1]
                roll[child + PLACES] -= 1
    return fill_up(roll, child, agenda, at, met, ORDEALS - 1, possible, begun, source)


@rule
def go_on(roll: Ints, start: int, ordeals: int) -> None:
    """So many ordeals are behind: the sheet for the next one becomes the blueprint."""
    for i in range(RESULT):
        roll[start + i] = roll[start + SHEET * (1 + ordeals) + i]
