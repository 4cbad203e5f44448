"""The greedy player of Castellion: one decision at a time, by what the castle would be worth after it (see worth.py); a few microseconds each.

It never lists the choices. That what it picks is always among the listed ones is a test's business.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.moves import (
    CHOOSE_WHO,
    COLD_SWEAT,
    DESTROY,
    DESTROY_END,
    DISCARD_TRAITOR,
    DRAW,
    EXCHANGE,
    HAUNT,
    MEET_NOW,
    PLACE_PANTRY,
    PLACE_TRAITOR,
    PREMONITION,
    PROPHET,
    RECOVER_TILE,
    REVEAL,
    REVEAL_CARD,
    SAFE_PILE,
    SHIFT_TILE,
    STANDARD_PILE,
    TAKE,
)
from castlewise.models.castellion.rules.appendices import columns_to_haunt
from castlewise.models.castellion.rules.castle import pantry_tiles
from castlewise.models.castellion.rules.destruction import end_columns
from castlewise.models.castellion.rules.piles import pile_left
from castlewise.models.castellion.rules.traitors import black, columns_for_cold_sweat
from castlewise.models.castellion.rules.turn import face_down_cards, prophet_numbers
from castlewise.models.castellion.stages import (
    CHOOSE_CARD,
    CHOOSE_PROPHET,
    DESTROY_TILES,
    FACE_TRAITOR,
    HAUNT_COLUMN,
    JUGGLE,
    PENALTY,
    RECOVER,
    REVEAL_FROM,
    SHIFT,
    TURN,
    USE,
)
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import PANTRY, TRAITOR
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.move_code import move
from castlewise.solver.castellion.building import (
    FOUND,
    best_exchange,
    best_position,
    best_recovery,
    best_shift,
    best_to_haunt,
    measure,
    tile_to_lose,
)
from castlewise.solver.castellion.greedy_use import greedy_use
from castlewise.solver.castellion.readiness import near, player_ready, ready

LAST = 2  # the third ordeal
PANTRY_PERCENT = 95  # a Pantry tile is placed where the castle stays worth so much


@rule
def greedy(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The greedy player's move at any choice."""
    stage = s.stage
    if r.powers == 1 and s.met == LAST and (stage == USE or stage == TURN or stage == FACE_TRAITOR) and ready(r, s) == 1:
        return move(MEET_NOW, 0, 0, 0)  # the last ordeal, and nothing to wait for
    if stage == USE:
        return greedy_use(r, s, out)
    if stage == TURN:
        return greedy_turn(r, s, out)
    if stage == FACE_TRAITOR:
        return greedy_traitor(r, s, out)
    if stage == DESTROY_TILES:
        return greedy_loss(r, s, out)
    if stage == REVEAL_FROM:
        return move(REVEAL, pile_to_draw_from(r, s), 0, 0)
    if stage == CHOOSE_CARD:
        return move(REVEAL_CARD, lowest_bit(face_down_cards(s)), 0, 0)
    if stage == CHOOSE_PROPHET:
        return move(PROPHET, 2 if prophet_numbers(r) >> 2 & 1 == 1 else 1, 0, 0)  # the last there is: with one alone nobody is asked
    if stage == RECOVER or stage == JUGGLE or stage == SHIFT or stage == HAUNT_COLUMN:
        measure(r, s, s.player, 0, out)
        return greedy_effect(r, s, out)
    return move(CHOOSE_WHO, 0 if player_ready(r, s, 0) == 1 else 1, 0, 0)


@rule
def greedy_effect(r: Rules, s: State, out: Ints) -> int:
    """What a power is used on, or which tile is haunted."""
    if s.stage == RECOVER:
        return move(RECOVER_TILE, best_recovery(r, s, s.player, s.recovering - 1, out), 0, 0)
    if s.stage == JUGGLE:
        found = best_exchange(r, s, s.player, out)
        return move(EXCHANGE, found // 2 // COLUMN, found // 2 % COLUMN, found % 2)
    if s.stage == SHIFT:
        found = best_shift(r, s, s.player, out)
        return move(SHIFT_TILE, found // 8, found % 8, 0)
    return move(HAUNT, best_to_haunt(r, s, s.player, columns_to_haunt(r, s, s.player), out), 0, 0)


@rule
def pile_to_draw_from(r: Rules, s: State) -> int:
    """The safe pile is kept for when the next Traitor would bring on an ordeal that is not met yet."""
    if pile_left(s, STANDARD_PILE) == 0:
        return SAFE_PILE
    if pile_left(s, SAFE_PILE) == 1 and near(r, s) == 1 and ready(r, s) == 0:
        return SAFE_PILE
    return STANDARD_PILE


@rule
def greedy_turn(r: Rules, s: State, out: Ints) -> int:
    if r.pantry == 1:
        found = pantry_move(r, s, out)
        if found != 0:
            return found
    if any_in(s.revealed) == 1:
        return move(TAKE, revealed_to_take(r, s, out), 0, 0)
    return move(DRAW, pile_to_draw_from(r, s), 0, 0)


@rule
def revealed_to_take(r: Rules, s: State, out: Ints) -> int:
    """The revealed tile that the castle gains most by; Traitors come last."""
    kinds = kinds_in(s.revealed)
    best = lowest_bit(kinds)
    most = -1
    defenders = kinds & ((1 << TRAITOR) - 1)
    if count_bits(defenders) < 2:
        return best
    measure(r, s, s.player, 0, out)
    while defenders != 0:
        kind = lowest_bit(defenders)
        defenders &= defenders - 1
        best_position(r, s, s.player, kind, out)
        if out[FOUND] > most:
            most = out[FOUND]
            best = kind
    return best


@rule
def pantry_move(r: Rules, s: State, out: Ints) -> int:
    """A Pantry tile that is due for the next ordeal, placed where it does no harm, or anywhere if the ordeal is near; 0 for none."""
    wanted = (2 if r.players == 1 else 1) * (s.met + 1)
    if count_bits(pantry_tiles(s, s.player)) >= wanted:
        return 0
    now = measure(r, s, s.player, 0, out)
    most = 0 if near(r, s) == 1 else now * PANTRY_PERCENT // 100
    found = 0
    for shape in range(3):
        if s.pantry[shape] > 0:
            position = best_position(r, s, s.player, PANTRY + shape, out)
            if position >= 0 and out[FOUND] > most:
                most = out[FOUND]
                found = move(PLACE_PANTRY, position, shape, 0)
    return found


@rule
def greedy_traitor(r: Rules, s: State, out: Ints) -> int:
    """A Traitor that would bring on an ordeal too early is got rid of, if that is possible."""
    if near(r, s) == 0 or ready(r, s) == 1 or black(s) == 1:
        return move(PLACE_TRAITOR, 0, 0, 0)
    if r.premonition == 1 and s.pawn == 1:
        return move(PREMONITION, 0, 0, 0)
    columns = columns_for_cold_sweat(r, s)
    if columns != 0:
        measure(r, s, s.player, 0, out)
        return move(COLD_SWEAT, best_to_haunt(r, s, s.player, columns, out), 0, 0)
    return move(DISCARD_TRAITOR if r.powers == 1 else PLACE_TRAITOR, 0, 0, 0)


@rule
def greedy_loss(r: Rules, s: State, out: Ints) -> int:
    """The next tile to destroy; for a penalty, with the ordeal that it is for behind."""
    measure(r, s, s.owner, 1 if s.purpose == PENALTY else 0, out)
    cell = tile_to_lose(r, s, out)
    if cell >= 0:
        return move(DESTROY, cell // COLUMN, cell % COLUMN, 0)
    return move(DESTROY_END, end_columns(r, s), 0, 0)
