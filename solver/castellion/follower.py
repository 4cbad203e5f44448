"""The player of the rollouts: follows a blueprint; when that has become impossible, and after an ordeal, it takes up the cheapest of the pool.

What it has in mind lies in a buffer, the *mind*: which roll it follows and how far to the right its castle stands in it, for each player, and what the
ordeals ask for. Every choice is made without listing the others where that can be; the rarer ones are listed and compared by the castles they lead to.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.moves import (
    CHOOSE_WHO,
    DESTROY,
    DESTROY_END,
    DISCARD,
    DISCARD_TRAITOR,
    DONATE,
    DRAW,
    IMPRISON,
    MEET_NOW,
    PLACE,
    PLACE_PANTRY,
    PLACE_TRAITOR,
    POWER,
    PREMONITION,
    PROPHET,
    RECOVER_TILE,
    REVEAL,
    REVEAL_CARD,
    SWAP_VIGIL,
    TAKE,
)
from castlewise.models.castellion.rules.appendices import prison_complete, prison_ends
from castlewise.models.castellion.rules.castle import (
    foundation_complete,
    occupied,
    open_end,
    open_tops,
    pantry_tiles,
    shape_of,
    width_of,
)
from castlewise.models.castellion.rules.destruction import destroyable, end_columns
from castlewise.models.castellion.rules.game import apply, choices
from castlewise.models.castellion.rules.powers import piles_left, recoverable
from castlewise.models.castellion.rules.traitors import black, columns_for_cold_sweat
from castlewise.models.castellion.rules.turn import face_down_cards, prophet_numbers
from castlewise.models.castellion.rules.use import may_donate, may_swap, must_place
from castlewise.models.castellion.stages import (
    CHOOSE_CARD,
    CHOOSE_PROPHET,
    DESTROY_TILES,
    DRAWN,
    FACE_TRAITOR,
    HAUNT_COLUMN,
    JUGGLE,
    RECOVER,
    REVEAL_FROM,
    SHIFT,
    TURN,
    USE,
)
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, PANTRY, SEER, TRAITOR
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.move_code import move
from castlewise.solver.castellion.blueprint_costs import (
    BARRED,
    LATER_MISSING,
    MOST_GAINED,
    NEEDED,
    NOTES,
    SHORT,
    SOON_MISSING,
    TOO_DEAR,
    best_offset,
    change,
    cost_at,
)
from castlewise.solver.castellion.blueprint_rolls import (
    AGENDA,
    ALL_CELLS,
    ENTRY,
    ROLL,
    SHEET,
    SOON_CELLS,
    TILES,
    alike_neighbours,
    spoilt_at_once,
)
from castlewise.solver.castellion.greedy import pile_to_draw_from
from castlewise.solver.castellion.greedy_use import prison_end
from castlewise.solver.castellion.readiness import near, player_ready, ready
from castlewise.solver.castellion.worth import LOST

FOLLOWED_PAGE = 0
# The mind: first the notes of the castle by the blueprint that is followed, then for each of the two players which roll that is, how far right the castle
# stands in it, and how many ordeals were behind when it last chose.
FOLLOWED, OFFSET, BEHIND = NOTES, NOTES + 2, NOTES + 4
ROOT_MET = NOTES + 6  # ordeals behind when the sheets were written
POOL = NOTES + 7  # rolls of each player that may be taken up: the first POOL of those in the buffer
BEST = NOTES + 8  # what a question found: the cost
AT = NOTES + 9  # and where
SEEN = NOTES + 10  # how many cards were turned over, and how many tiles came from each pile
CREDITS = NOTES + 13  # what a rollout counts that is lost with so many ordeals behind (see move_race.py)
GREEDY = NOTES + 16  # whether rollouts are played by the greedy player instead
SURVEYED = NOTES + 17  # what the notes are of: the sheet, the cells of the castle, where it stands; and the cost that was found
CHANGES = (
    SURVEYED + 4
)  # how many blueprints, the best of the pool, may be changed to: MOST_CHANGES in rollouts, at most MOST_OTHERS; else none
MOST_CHANGES = SURVEYED + 5
RULED_OUT = SURVEYED + 6  # which of them have become impossible, for each player
GIVEN_UP = SURVEYED + 8  # the tiles that a penalty takes (greedy_rollouts.py)
AGENDAS = SURVEYED + 9
# Every second tile is of no use, and changes nothing: what was found out about the other blueprints for the last one still holds. Each of MOST_OTHERS has
# a page for the notes of its survey; there is one more for all else that is looked at in passing.
OTHERS_OF = AGENDAS + 2 * AGENDA  # the cells of the castle, and its ordeals and owner
KNOWN = OTHERS_OF + 2  # which blueprints were surveyed, as a set
COSTS = OTHERS_OF + 3
MOST_OTHERS = 8
OTHER_PAGES = COSTS + MOST_OTHERS
IN_PASSING = OTHER_PAGES + MOST_OTHERS * NOTES
MIND = IN_PASSING + NOTES
MOST_ROLLS = 64  # of each player
ROLLS = 2 * MOST_ROLLS * ROLL

LAST = 2  # the third ordeal
NO_SHEET = -1


@rule
def sheet_of(s: State, p: int, roll: int, mind: Ints) -> int:
    """Where the sheet for the next ordeal lies in the buffer."""
    return (p * MOST_ROLLS + roll) * ROLL + SHEET * (1 + s.met - mind[ROOT_MET])


@rule
def target(s: State, p: int, mind: Ints) -> int:
    return mind[AGENDAS + p * AGENDA + s.met * ENTRY + TILES]


@rule
def fit_in(r: Rules, s: State, p: int, mind: Ints) -> None:
    """A castle that gained or lost columns may stand elsewhere in its blueprint."""
    most = r.width - width_of(s, p)
    if mind[OFFSET + p] > most:
        mind[OFFSET + p] = most


@rule
def best_place(
    r: Rules, s: State, p: int, kind: int, now: int, sheet: int, offset: int, most: int, roll: Ints, mind: Ints, page: int
) -> int:
    """The position for a tile by which a castle costs least, if that is less than `most`; else -1. The cost is in the mind.

    The notes on the page are those of this castle by this sheet, and `now` is the cost that was found.
    """
    up = offset * COLUMN
    wanted = mind[page + NEEDED] if mind[page + SHORT] == 0 else r.cells
    if kind < DEFENDERS:
        wanted &= ~mind[page + BARRED + kind // 3]
    else:
        wanted &= ~(mind[page + SOON_MISSING] | mind[page + LATER_MISSING])
    spots = (open_tops(r, s, p, kind, 0) << up) & wanted
    width = width_of(s, p)
    if width < r.width:
        if offset > 0 and open_end(r, s, p, kind, 0) == 1:
            spots |= (1 << (up - COLUMN)) & wanted
        if offset + width < r.width and open_end(r, s, p, kind, 1) == 1:
            spots |= (1 << (up + width * COLUMN)) & wanted
    best = -1
    least = most - now + 1  # a tile that changes nothing is placed rather than discarded
    while spots != 0:
        bit = spots & -spots
        spots &= spots - 1
        value = change(r, kind, bit, roll, sheet, mind, page)
        if value < least:
            least = value
            best = lowest_bit(bit) // COLUMN - offset + 1
    mind[BEST] = now + least
    return best


@rule
def placed_left(p: int, position: int, mind: Ints) -> None:
    """A tile goes to the left end: the castle's first column is one further to the left."""
    if position == 0:
        mind[OFFSET + p] -= 1


@rule
def here(r: Rules, s: State, p: int, roll: Ints, mind: Ints) -> int:
    """The cost of a player's castle by the blueprint that is followed. Every second tile is discarded: then the notes are still those of this castle."""
    fit_in(r, s, p, mind)
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    cells = occupied(s, p)
    where = mind[OFFSET + p] * 128 + s.haunted
    if mind[SURVEYED] != sheet or mind[SURVEYED + 1] != cells or mind[SURVEYED + 2] != where:
        mind[SURVEYED], mind[SURVEYED + 1], mind[SURVEYED + 2] = sheet, cells, where
        mind[SURVEYED + 3] = cost_at(r, s, p, mind[OFFSET + p], target(s, p, mind), LOST, roll, sheet, mind, FOLLOWED_PAGE)
    return mind[SURVEYED + 3]


@rule
def forget_survey(mind: Ints) -> None:
    """The notes are no longer those of the castle."""
    mind[SURVEYED] = NO_SHEET


@rule
def forget_castle(mind: Ints) -> None:
    """The castle may get other tiles in the same cells: all that is known of it is out of date."""
    forget_survey(mind)
    mind[KNOWN] = 0


@rule
def take_up_cheapest(r: Rules, s: State, p: int, roll: Ints, mind: Ints) -> int:
    """Follow the cheapest blueprint of the pool; its cost."""
    aim = target(s, p, mind)
    best = LOST * 16
    mind[RULED_OUT + p] = 0
    cells, up, across = occupied(s, p), alike_neighbours(s, p, 1), alike_neighbours(s, p, COLUMN)
    wide = foundation_complete(r, s, p)
    for k in range(mind[POOL]):
        if wide == 1 and spoilt_at_once(cells, up, across, roll, sheet_of(s, p, k, mind)) == 1:
            continue
        value = best_offset(r, s, p, aim, best // 16, roll, sheet_of(s, p, k, mind), mind, IN_PASSING)
        if value < best:
            best = value
            mind[FOLLOWED + p] = k
            mind[OFFSET + p] = value % 16
    forget_survey(mind)
    return here(r, s, p, roll, mind)


@rule
def follow_use(r: Rules, s: State, roll: Ints, mind: Ints) -> int:
    """The tile in hand: where the blueprint wants it; a Chameleon for a tile that is wanted more; else it goes."""
    p = s.player
    kind = s.hand - 1
    now = here(r, s, p, roll, mind)
    if now >= LOST or mind[BEHIND + p] < s.met:
        mind[BEHIND + p] = s.met
        now = take_up_cheapest(r, s, p, roll, mind)
    position = -1
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    if now < LOST:
        position = best_place(r, s, p, kind, now, sheet, mind[OFFSET + p], now, roll, mind, FOLLOWED_PAGE)
        if r.powers == 1 and kind // 3 == CHAMELEON and best_fetch(r, s, p, shape_of(kind), now, mind[BEST], roll, mind) >= 0:
            return move(POWER, 0, 0, 0)
    if position < 0 and now < LOST and mind[CHANGES] > 0:
        position = change_blueprint(r, s, p, kind, now, roll, mind)
    if position >= 0:
        placed_left(p, position, mind)
        return move(PLACE, position, 0, 0)
    if must_place(r, s) == 1:
        return forced_place(r, s, p, kind, mind)
    return follow_useless(r, s, p, kind, roll, mind)


@rule
def change_blueprint(r: Rules, s: State, p: int, kind: int, now: int, roll: Ints, mind: Ints) -> int:
    """The blueprint has no use for a tile: take up another of the best of the pool, or the same with the castle elsewhere in it, if the castle with the
    tile then costs no more. Returns the tile's position, -1 if nothing comes of it."""
    best = -1
    followed, offset_followed = mind[FOLLOWED + p], mind[OFFSET + p]
    offsets = r.width - width_of(s, p) + 1
    cells, whose = occupied(s, p), s.met * 2 + p
    if mind[OTHERS_OF] != cells or mind[OTHERS_OF + 1] != whose:
        mind[OTHERS_OF], mind[OTHERS_OF + 1], mind[KNOWN] = cells, whose, 0
    up, across = alike_neighbours(s, p, 1), alike_neighbours(s, p, COLUMN)
    for k in range(min(mind[CHANGES], mind[POOL])):
        if mind[RULED_OUT + p] >> k & 1 == 1:
            continue
        possible = 0
        sheet = sheet_of(s, p, k, mind)
        if offsets == 1 and spoilt_at_once(cells, up, across, roll, sheet) == 1:
            mind[RULED_OUT + p] |= 1 << k
            continue
        for offset in range(offsets):
            if k == followed and offset == offset_followed:
                possible = 1
                continue
            cost = cost_by(r, s, p, k, offset, 1 if offsets == 1 else 0, now + MOST_GAINED, roll, mind)
            if cost < LOST:
                possible = 1
            if cost >= TOO_DEAR:
                continue
            position = best_place(r, s, p, kind, cost, sheet, offset, now, roll, mind, OTHER_PAGES + k * NOTES)
            if position >= 0:
                best = position
                now = mind[BEST]
                mind[FOLLOWED + p] = k
                mind[OFFSET + p] = offset
        if possible == 0:
            mind[RULED_OUT + p] |= 1 << k
    return best


@rule
def cost_by(r: Rules, s: State, p: int, k: int, offset: int, keep: int, most: int, roll: Ints, mind: Ints) -> int:
    """The cost of a castle by another blueprint, with the notes; known already, if they were kept and the castle is the same."""
    if keep == 1 and mind[KNOWN] >> k & 1 == 1:
        return mind[COSTS + k]
    cost = cost_at(r, s, p, offset, target(s, p, mind), most, roll, sheet_of(s, p, k, mind), mind, OTHER_PAGES + k * NOTES)
    if keep == 1:
        mind[KNOWN] |= 1 << k
        mind[COSTS + k] = cost
    return cost


@rule
def best_fetch(r: Rules, s: State, p: int, shape: int, now: int, most: int, roll: Ints, mind: Ints) -> int:
    """The tile among the discards that a Chameleon of this shape would do most with, if the castle then costs less than `most`; else -1."""
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    kinds = recoverable(s, shape)
    best = -1
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        if best_place(r, s, p, kind, now, sheet, mind[OFFSET + p], most, roll, mind, FOLLOWED_PAGE) >= 0:
            most = mind[BEST]
            best = kind
    return best


@rule
def forced_place(r: Rules, s: State, p: int, kind: int, mind: Ints) -> int:
    """A tile that has to be placed and fits nowhere in the blueprint."""
    tops = open_tops(r, s, p, kind, 0)
    if tops != 0:
        return move(PLACE, lowest_bit(tops) // COLUMN + 1, 0, 0)
    mind[OFFSET + p] = 0
    return move(PLACE, 0 if open_end(r, s, p, kind, 0) == 1 else width_of(s, p) + 1, 0, 0)


@rule
def follow_useless(r: Rules, s: State, p: int, kind: int, roll: Ints, mind: Ints) -> int:
    """A tile that the castle has no use for."""
    if r.prison == 1 and s.hand_from == DRAWN and prison_complete(s) == 0 and prison_ends(r, s, kind) != 0:
        return move(IMPRISON, prison_end(r, s, kind), 0, 0)
    if r.vigil == 1 and may_swap(r, s) == 1 and gain(r, s, p, s.vigil - 1, roll, mind) == 1:
        return move(SWAP_VIGIL, 0, 0, 0)
    if r.players == 2 and may_donate(r, s) == 1:
        wanted = roll[sheet_of(s, p, mind[FOLLOWED + p], mind) + ALL_CELLS] >> (mind[OFFSET + p] * COLUMN)
        if occupied(s, p) & ~wanted != 0 and gain(r, s, 1 - p, kind, roll, mind) == 1:
            return move(DONATE, 0, 0, 0)
    if r.powers == 1 and kind // 3 == SEER and any_in(s.revealed) == 0 and near(r, s) == 1 and ready(r, s) == 0 and piles_left(s) > 0:
        return move(POWER, 0, 0, 0)
    return move(DISCARD, 0, 0, 0)


@rule
def gain(r: Rules, s: State, p: int, kind: int, roll: Ints, mind: Ints) -> int:
    """Whether a player's castle has a use for a tile."""
    now = here(r, s, p, roll, mind)
    if now >= LOST:
        return 0
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    return 1 if best_place(r, s, p, kind, now, sheet, mind[OFFSET + p], now, roll, mind, FOLLOWED_PAGE) >= 0 else 0


@rule
def follow_turn(r: Rules, s: State, roll: Ints, mind: Ints) -> int:
    if r.pantry == 1:
        found = follow_pantry(r, s, roll, mind)
        if found != 0:
            return found
    if any_in(s.revealed) == 0:
        return move(DRAW, pile_to_draw_from(r, s), 0, 0)
    kinds = kinds_in(s.revealed)
    best = lowest_bit(kinds)
    defenders = kinds & ((1 << TRAITOR) - 1)
    if count_bits(defenders) > 1:
        p = s.player
        now = here(r, s, p, roll, mind)
        least = now
        sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
        while defenders != 0 and now < LOST:
            kind = lowest_bit(defenders)
            defenders &= defenders - 1
            if best_place(r, s, p, kind, now, sheet, mind[OFFSET + p], least, roll, mind, FOLLOWED_PAGE) >= 0:
                least = mind[BEST]
                best = kind
    return move(TAKE, best, 0, 0)


@rule
def follow_pantry(r: Rules, s: State, roll: Ints, mind: Ints) -> int:
    """A Pantry tile that is due for the next ordeal, where the blueprint wants any tile, or anywhere if the ordeal is near; 0 for none."""
    p = s.player
    wanted = (2 if r.players == 1 else 1) * (s.met + 1)
    if count_bits(pantry_tiles(s, p)) >= wanted:
        return 0
    now = here(r, s, p, roll, mind)
    if now >= LOST:
        return 0
    least = now + LOST if near(r, s) == 1 else now
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    found = 0
    for shape in range(3):
        if s.pantry[shape] > 0:
            position = best_place(r, s, p, PANTRY + shape, now, sheet, mind[OFFSET + p], least, roll, mind, FOLLOWED_PAGE)
            if position >= 0:
                least = mind[BEST]
                found = move(PLACE_PANTRY, position, shape, 0)
                mind[AT] = position
    if found != 0:
        placed_left(p, mind[AT], mind)
    return found


@rule
def follow_traitor(r: Rules, s: State, probe: State, out: Ints, roll: Ints, mind: Ints) -> int:
    """A Traitor that would bring on an ordeal too early is got rid of, if that is possible."""
    if near(r, s) == 0 or ready(r, s) == 1 or black(s) == 1:
        return move(PLACE_TRAITOR, 0, 0, 0)
    if r.premonition == 1 and s.pawn == 1:
        return move(PREMONITION, 0, 0, 0)
    if columns_for_cold_sweat(r, s) != 0:
        return best_listed(r, s, probe, s.player, 1, out, roll, mind)
    return move(DISCARD_TRAITOR if r.powers == 1 else PLACE_TRAITOR, 0, 0, 0)


@rule
def follow_loss(r: Rules, s: State, roll: Ints, mind: Ints) -> int:
    """The next tile to destroy: first those that stand above all that the blueprint wants, then what is for later, then any."""
    p = s.owner
    fit_in(r, s, p, mind)
    forget_castle(mind)
    offered = destroyable(r, s)
    if offered == 0:
        return move(DESTROY_END, end_columns(r, s), 0, 0)
    sheet = sheet_of(s, p, mind[FOLLOWED + p], mind)
    down = mind[OFFSET + p] * COLUMN
    ahead = occupied(s, p) >> (s.sweep_column * COLUMN) << (s.sweep_column * COLUMN)
    spare = ahead & ~(roll[sheet + ALL_CELLS] >> down)
    if count_bits(spare) < s.due:
        spare = ahead & ~(roll[sheet + SOON_CELLS] >> down)
    if offered & spare != 0:
        offered &= spare
    cell = lowest_bit(offered)
    column = offered >> (cell // COLUMN * COLUMN) & 255  # the highest of the leftmost column
    while column & (column - 1) != 0:
        column &= column - 1
    cell = cell // COLUMN * COLUMN + lowest_bit(column)
    return move(DESTROY, cell // COLUMN, cell % COLUMN, 0)


@rule
def best_listed(r: Rules, s: State, probe: State, p: int, first: int, out: Ints, roll: Ints, mind: Ints) -> int:
    """Of the choices from a number on, the one after which a player's castle costs least."""
    count = choices(r, s, out)
    best = first + 1
    least = 4 * LOST
    for i in range(first + 1, count + 1):
        copy_record(probe, s)
        apply(r, probe, out[i])
        value = 3 * LOST
        if probe.met == s.met:
            value = (
                best_offset(r, probe, p, target(s, p, mind), LOST, roll, sheet_of(s, p, mind[FOLLOWED + p], mind), mind, IN_PASSING) // 16
            )
        if value < least:
            least = value
            best = i
    forget_castle(mind)
    return out[best]


@rule
def follow(r: Rules, s: State, probe: State, out: Ints, roll: Ints, mind: Ints) -> int:
    """The follower's move at any choice."""
    stage = s.stage
    if r.powers == 1 and s.met == LAST and (stage == USE or stage == TURN or stage == FACE_TRAITOR) and ready(r, s) == 1:
        return move(MEET_NOW, 0, 0, 0)  # the last ordeal, and nothing to wait for
    if stage == USE:
        return follow_use(r, s, roll, mind)
    if stage == TURN:
        return follow_turn(r, s, roll, mind)
    if stage == FACE_TRAITOR:
        return follow_traitor(r, s, probe, out, roll, mind)
    if stage == DESTROY_TILES:
        return follow_loss(r, s, roll, mind)
    if stage == REVEAL_FROM:
        return move(REVEAL, pile_to_draw_from(r, s), 0, 0)
    if stage == RECOVER:
        return follow_recovery(r, s, roll, mind)
    if stage == CHOOSE_CARD:
        return move(REVEAL_CARD, lowest_bit(face_down_cards(s)), 0, 0)
    if stage == CHOOSE_PROPHET:
        return move(PROPHET, 2 if prophet_numbers(r) >> 2 & 1 == 1 else 1, 0, 0)
    if stage == JUGGLE or stage == SHIFT or stage == HAUNT_COLUMN:
        return best_listed(r, s, probe, s.player, 0, out, roll, mind)
    return move(CHOOSE_WHO, 0 if player_ready(r, s, 0) == 1 else 1, 0, 0)


@rule
def follow_recovery(r: Rules, s: State, roll: Ints, mind: Ints) -> int:
    """The tile that a Chameleon brings back."""
    p = s.player
    now = here(r, s, p, roll, mind)
    best = -1
    if now < LOST:
        best = best_fetch(r, s, p, s.recovering - 1, now, now, roll, mind)
    return move(RECOVER_TILE, best if best >= 0 else lowest_bit(recoverable(s, s.recovering - 1)), 0, 0)
