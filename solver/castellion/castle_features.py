"""What a value function sees of a castle and of what is left to build with, as a list of features that are there; inside the kernel.

Three kinds of them are about cells: which tile lies in a cell; which shapes an empty cell is barred for; and for each of the 61 places of a formation how
far it has come: untouched, or with one to four tiles of a faction. A place that holds another faction, that lies beside a tile of its own, or that has a cell
that no shape fits in can never be a formation, and is not listed at all. The rest counts what is left, what stands and what is missing. Where there are
powers it matters, too, what was discarded, what a Seer sees, which cards are known, how many Traitors are still hidden, and what is about to happen.

No feature knows where the castle stands on the table, so a castle that is not yet as wide as it may be is looked at wherever it could end up (`offset`).
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import beside, occupied
from castlewise.models.castellion.rules.destruction import rows_left
from castlewise.models.castellion.rules.ordeals import SPARED_BY_A_BASTION
from castlewise.models.castellion.stages import (
    CHOOSE_CARD,
    DESTROY_TILES,
    MEET_CARD,
    PENALTY,
    REVEAL_FROM,
    REVEAL_SAFE,
    REVEAL_STANDARD,
    TRAITOR_PRICE,
    TURN_OVER_CARD,
)
from castlewise.models.castellion.state import COLUMN, FLOOR, LARGEST, Rules, State
from castlewise.models.castellion.tiles import BLACK_TRAITOR, DEFENDERS, TRAITOR
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in
from castlewise.solver.castellion.place_boards import FORMS, NUMBERS, STARTS, beside_places, touching
from castlewise.solver.castellion.placements import BASTION, LINE, PLACEMENTS, TOWER

CELLS = LARGEST * COLUMN
MOST_LEFT = 6  # tiles of a kind
MOST_TRAITORS = 5  # beside an ordeal, at the introductory level
MOST_STANDARD = 60  # Defenders
MOST_SAFE = 12
MOST_STANDING = LARGEST * LARGEST
MOST_COUNTED = 6  # formations of a type
MOST_MISSING = 9
STATES = 17  # of a place: untouched, or one to four tiles of one of four factions
MOST_REVEALED = 4
MOST_HIDDEN, MOST_BLACK = 9, 3  # Traitors
CARD_STATES = 5  # of an ordeal: its card is not known, or which of four it is
MOST_DUE = 42  # tiles to be destroyed
MOST_SHORT = 20  # tiles, to survive a penalty
SHORT_STATES = (
    MOST_SHORT + 2
)  # of a card that may be next: its formations are there, or the penalty can be paid, or so many tiles are lacking

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
# From here on, where there are powers.
DISCARDED = MISSING + MOST_MISSING + 1
REVEALED = DISCARDED + DEFENDERS * (MOST_LEFT + 1)
REVEALED_TRAITORS = REVEALED + DEFENDERS * MOST_REVEALED
HIDDEN = REVEALED_TRAITORS + MOST_REVEALED
HIDDEN_BLACK = HIDDEN + MOST_HIDDEN + 1
CARD = HIDDEN_BLACK + MOST_BLACK + 1
COMING = CARD + 3 * CARD_STATES
DUE = COMING + 6
SHORT = DUE + MOST_DUE + 1
FEATURES = SHORT + (CARD_STATES - 1) * SHORT_STATES

# What is about to happen.
NOTHING, A_LOOK, A_CARD, A_MEETING, A_PENALTY, A_PRICE = range(6)

AFTER = 255  # in the list, behind all features: where those listed so far end
LISTED = 256  # room for a list; the longest possible one is far shorter: 36 cells, 61 places and some fifty counts


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
    towers = list_places(TOWER, a, b, c, d, taken, hopeless, listed, n)
    n = listed[AFTER]
    bastions = list_places(BASTION, a, b, c, d, taken, hopeless, listed, n)
    n = listed[AFTER]
    lines = list_places(LINE, a, b, c, d, taken, hopeless, listed, n)
    return list_counts(r, s, count_bits(taken), towers, bastions, lines, listed, listed[AFTER])


@rule
def list_places(kind: int, a: int, b: int, c: int, d: int, taken: int, hopeless: int, listed: Ints, n: int) -> int:
    """The features of the places of one type, from the n-th of the list on. Returns how many of them are formations; where the list ends is noted."""
    possible = int(STARTS[kind]) & ~touching(kind, hopeless)
    untouched = possible & ~touching(kind, taken)
    while untouched != 0:
        listed[n] = PLACE + int(NUMBERS[kind][lowest_bit(untouched)]) * STATES
        untouched &= untouched - 1
        n += 1
    complete = 0
    for faction in range(4):
        own = a if faction == 0 else b if faction == 1 else c if faction == 2 else d
        begun = possible & touching(kind, own) & ~touching(kind, taken & ~own) & ~beside_places(kind, own)
        while begun != 0:
            cell = lowest_bit(begun)
            begun &= begun - 1
            tiles = count_bits((own >> cell) & int(FORMS[kind]))
            listed[n] = PLACE + int(NUMBERS[kind][cell]) * STATES + faction * 4 + tiles
            n += 1
            if tiles == 4:
                complete += 1
    listed[AFTER] = n
    return complete


@rule
def list_counts(r: Rules, s: State, standing: int, towers: int, bastions: int, lines: int, listed: Ints, n: int) -> int:
    """The features that count: what is left, what stands, and what the next ordeal that asks for formations still lacks."""
    safe, standard = 0, 0
    for kind in range(DEFENDERS):
        listed[n] = KIND_LEFT + kind * (MOST_LEFT + 1) + min(s.safe[kind] + s.standard[kind], MOST_LEFT)
        n += 1
        safe += s.safe[kind]
        standard += s.standard[kind]
    listed[n] = TRAITORS + min(s.traitors + s.black_traitors, MOST_TRAITORS)
    listed[n + 1] = SAFE_LEFT + min(safe, MOST_SAFE)
    listed[n + 2] = STANDARD_LEFT + min(standard, MOST_STANDARD)
    listed[n + 3] = STANDING + standing
    listed[n + 4] = COUNTED + min(towers, MOST_COUNTED)
    listed[n + 5] = COUNTED + MOST_COUNTED + 1 + min(bastions, MOST_COUNTED)
    listed[n + 6] = COUNTED + 2 * (MOST_COUNTED + 1) + min(lines, MOST_COUNTED)
    n += 7
    number = s.met
    if s.card[number] > 0 and r.rows[number][s.card[number] - 1] > 0 and number < 2:
        number += 1  # it asks for no formations, the next one does
    asked = s.card[number] - 1
    if asked >= 0:
        missing = max(r.towers[number][asked] - towers, 0) + max(r.bastions[number][asked] - bastions, 0)
        missing += max(r.lines[number][asked] - lines, 0)
        listed[n] = MISSING + min(missing, MOST_MISSING)
        n += 1
    if r.face_down == 1:
        n = list_shortages(r, s, standing, towers, bastions, lines, listed, n)
    return list_beyond_castle(r, s, listed, n) if r.powers == 1 else n


@rule
def list_shortages(r: Rules, s: State, standing: int, towers: int, bastions: int, lines: int, listed: Ints, n: int) -> int:
    """How each card that the next ordeal may be would end for the castle. Returns how many features there are then."""
    number = s.met
    for card in range(min(r.cards[number], CARD_STATES - 1)):
        if s.card[number] > 0 and s.card[number] - 1 != card:
            continue
        rows = r.rows[number][card]
        enough = towers >= r.towers[number][card] and bastions >= r.bastions[number][card] and lines >= r.lines[number][card]
        if rows > 0:
            short = r.width - count_bits(rows_left(occupied(s, s.player), rows) & FLOOR)
        elif enough:
            short = -1
        else:
            short = max(r.penalty[number][card] - SPARED_BY_A_BASTION * bastions + r.width - standing, 0)
        listed[n] = SHORT + card * SHORT_STATES + 1 + min(short, MOST_SHORT)
        n += 1
    return n


@rule
def what_is_coming(s: State) -> int:
    """What is about to happen, where the tile in hand was used and the next is not drawn yet."""
    stage = s.stage
    if stage == REVEAL_FROM or stage == REVEAL_SAFE or stage == REVEAL_STANDARD:
        return A_LOOK
    if stage == CHOOSE_CARD or stage == TURN_OVER_CARD:
        return A_CARD
    if stage == MEET_CARD:
        return A_MEETING
    if stage == DESTROY_TILES:
        return A_PENALTY if s.purpose == PENALTY else A_PRICE if s.purpose == TRAITOR_PRICE else NOTHING
    return NOTHING


@rule
def list_beyond_castle(r: Rules, s: State, listed: Ints, n: int) -> int:
    """What matters where there are powers. Returns how many features there are then."""
    for kind in range(DEFENDERS):
        listed[n] = DISCARDED + kind * (MOST_LEFT + 1) + min(s.discards[kind], MOST_LEFT)
        n += 1
    if any_in(s.revealed) == 1:
        for kind in range(DEFENDERS):
            if s.revealed[kind] > 0:
                listed[n] = REVEALED + kind * MOST_REVEALED + min(s.revealed[kind], MOST_REVEALED) - 1
                n += 1
        traitors = s.revealed[TRAITOR] + s.revealed[BLACK_TRAITOR]
        if traitors > 0:
            listed[n] = REVEALED_TRAITORS + min(traitors, MOST_REVEALED) - 1
            n += 1
    listed[n] = HIDDEN + min(s.standard[TRAITOR], MOST_HIDDEN)
    listed[n + 1] = HIDDEN_BLACK + min(s.standard[BLACK_TRAITOR], MOST_BLACK)
    n += 2
    for number in range(3):
        listed[n] = CARD + number * CARD_STATES + min(s.card[number], CARD_STATES - 1)
        n += 1
    coming = what_is_coming(s)
    listed[n] = COMING + coming
    n += 1
    if coming == A_PENALTY or coming == A_PRICE:
        listed[n] = DUE + min(s.due, MOST_DUE)
        n += 1
    return n
