"""The player who goes by the value function, inside the kernel: whatever there is to decide, what leads to the castle that the function likes best.

Nothing is listed that need not be: this is what rollouts spend their time with. With powers there is more to compare: a Chameleon is worth what the tile is
that it brings back, a Juggler the best of all exchanges, a Seer what the function says of a look that is about to be taken. Which pile to draw from is told by
a rule, and a Pyro's power is not used. What is destroyed is chosen in tiles_to_lose.py; anything else is left to the greedy player.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.moves import (
    DISCARD,
    DISCARD_TRAITOR,
    DRAW,
    EXCHANGE,
    MEET_NOW,
    PLACE,
    PLACE_TRAITOR,
    POWER,
    RECOVER_TILE,
    TAKE,
)
from castlewise.models.castellion.rules.castle import IN_COLUMN, open_end, open_tops, shape_of, width_of
from castlewise.models.castellion.rules.game import apply, game_won, node
from castlewise.models.castellion.rules.powers import exchange, exchanges, power_possible, recoverable
from castlewise.models.castellion.rules.traitors import black
from castlewise.models.castellion.stages import DESTROY_TILES, FACE_TRAITOR, JUGGLE, PENALTY, RECEIVED, RECOVER, TRAITOR_PRICE, TURN, USE
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, PYRO
from castlewise.models.contract import GAME_OVER
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.kinds import any_in, kinds_in
from castlewise.models.move_code import move
from castlewise.solver.castellion.castle_value import CHANCE, castle_chance, chance_with_tile
from castlewise.solver.castellion.follower import GIVEN_UP, LAST
from castlewise.solver.castellion.greedy import pile_to_draw_from
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN, next_given_up, quick_greedy
from castlewise.solver.castellion.readiness import ready
from castlewise.solver.castellion.tiles_to_lose import choose_losses
from castlewise.solver.value import MILLION

# Scratch states: what a tile is tried in, and what it is tried in after something else was done.
PROBE, HELD = range(2)
SCRATCH = 2

States = list[State]


@rule
def best_use(r: Rules, s: State, probe: State, v: Ints, listed: Ints) -> int:
    """Where to place the tile in hand, or to discard it. Notes the chance. Positions are tried in the order of the moves."""
    p, kind = s.player, s.hand - 1
    s.discards[kind] += 1
    best = castle_chance(r, s, v, listed)
    s.discards[kind] -= 1
    chosen = -1
    tops = open_tops(r, s, p, kind, 0)
    width = width_of(s, p)
    for position in range(width + 2):
        if position == 0 or position > width:
            if open_end(r, s, p, kind, 1 if position > 0 else 0) == 0:
                continue
        elif (tops >> ((position - 1) * COLUMN)) & IN_COLUMN == 0:
            continue
        chance = chance_with_tile(r, s, probe, position, v, listed)
        if chance > best:
            best = chance
            chosen = position
    listed[CHANCE] = best
    return move(DISCARD, 0, 0, 0) if chosen < 0 else move(PLACE, chosen, 0, 0)


@rule
def best_recovery(r: Rules, s: State, shape: int, scratch: States, v: Ints, listed: Ints) -> int:
    """The kind that a Chameleon of a shape should bring back. Notes the chance."""
    most, best = -1, -1
    kinds = recoverable(s, shape)
    held = scratch[HELD]
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        copy_record(held, s)
        if s.hand != 0:  # the Chameleon itself, still to be discarded
            held.discards[s.hand - 1] += 1
        held.discards[kind] -= 1
        held.hand = kind + 1
        held.hand_from = RECEIVED
        held.stage = USE
        best_use(r, held, scratch[PROBE], v, listed)
        if listed[CHANCE] > most:
            most = listed[CHANCE]
            best = kind
    listed[CHANCE] = most
    return best


@rule
def best_exchange(r: Rules, s: State, held: State, v: Ints, listed: Ints) -> int:
    """The tiles that a Juggler should exchange, as a move. Notes the chance."""
    most, best = -1, 0
    p = s.player
    copy_record(held, s)
    if s.hand != 0:  # the Juggler itself, still to be discarded
        held.discards[s.hand - 1] += 1
        held.hand = 0
    for upward in range(2):
        cells = exchanges(r, s, p, upward)
        while cells != 0:
            cell = lowest_bit(cells)
            cells &= cells - 1
            exchange(held, p, cell, upward)
            chance = castle_chance(r, held, v, listed)
            exchange(held, p, cell, upward)
            if chance > most:
                most = chance
                best = move(EXCHANGE, cell // COLUMN, cell % COLUMN, upward)
    listed[CHANCE] = most
    return best


@rule
def chance_after(r: Rules, s: State, scratch: States, v: Ints, listed: Ints) -> int:
    """The chance where a move has led to, also if the tile in hand or a power is still to be used."""
    if node(r, s) == GAME_OVER:
        return MILLION * game_won(r, s)
    if s.stage == USE:
        best_use(r, s, scratch[PROBE], v, listed)
    elif s.stage == RECOVER:
        best_recovery(r, s, s.recovering - 1, scratch, v, listed)
    elif s.stage == JUGGLE:
        best_exchange(r, s, scratch[HELD], v, listed)
    else:
        listed[CHANCE] = castle_chance(r, s, v, listed)
    return int(listed[CHANCE])


@rule
def chance_with(r: Rules, s: State, m: int, scratch: States, v: Ints, listed: Ints) -> int:
    """The chance after a move that leaves nothing in hand."""
    held = scratch[HELD]
    copy_record(held, s)
    apply(r, held, m)
    return MILLION * game_won(r, held) if node(r, held) == GAME_OVER else castle_chance(r, held, v, listed)


@rule
def power_chance(r: Rules, s: State, scratch: States, v: Ints, listed: Ints) -> int:
    """The chance if the tile in hand is discarded for its power; -1 if that is not thought of."""
    faction = (s.hand - 1) // 3
    if faction == PYRO:
        return -1
    if faction == CHAMELEON:
        best_recovery(r, s, shape_of(s.hand - 1), scratch, v, listed)
        return int(listed[CHANCE])
    if faction == JUGGLER:
        best_exchange(r, s, scratch[HELD], v, listed)
        return int(listed[CHANCE])
    return chance_with(r, s, move(POWER, 0, 0, 0), scratch, v, listed)


@rule
def use_by_value(r: Rules, s: State, scratch: States, v: Ints, listed: Ints) -> int:
    chosen = best_use(r, s, scratch[PROBE], v, listed)
    if r.powers == 1 and power_possible(r, s, s.hand - 1) == 1:
        best = listed[CHANCE]
        chance = power_chance(r, s, scratch, v, listed)
        listed[CHANCE] = max(best, chance)
        if chance > best:
            return move(POWER, 0, 0, 0)
    return chosen


@rule
def turn_by_value(r: Rules, s: State, scratch: States, v: Ints, listed: Ints) -> int:
    """Meet the ordeal before it comes, take a tile that a Seer has revealed, Traitors last, or draw one."""
    if r.powers == 1 and ready(r, s) == 1:
        waiting = castle_chance(r, s, v, listed)
        if chance_with(r, s, move(MEET_NOW, 0, 0, 0), scratch, v, listed) > waiting:
            return move(MEET_NOW, 0, 0, 0)
    if any_in(s.revealed) == 0:
        return move(DRAW, pile_to_draw_from(r, s), 0, 0)
    kinds = kinds_in(s.revealed)
    best = lowest_bit(kinds)
    kinds &= (1 << DEFENDERS) - 1
    if kinds & (kinds - 1) == 0:  # not two to choose from
        return move(TAKE, best, 0, 0)
    most = -1
    held = scratch[HELD]
    while kinds != 0:
        kind = lowest_bit(kinds)
        kinds &= kinds - 1
        copy_record(held, s)
        held.revealed[kind] -= 1
        held.hand = kind + 1
        held.stage = USE
        best_use(r, held, scratch[PROBE], v, listed)
        if listed[CHANCE] > most:
            most = listed[CHANCE]
            best = kind
    return move(TAKE, best, 0, 0)


@rule
def traitor_by_value(r: Rules, s: State, scratch: States, v: Ints, listed: Ints) -> int:
    """Whether a Traitor is worth its price."""
    if black(s) == 1:
        return move(PLACE_TRAITOR, 0, 0, 0)
    placed = chance_with(r, s, move(PLACE_TRAITOR, 0, 0, 0), scratch, v, listed)
    discarded = chance_with(r, s, move(DISCARD_TRAITOR, 0, 0, 0), scratch, v, listed)
    return move(DISCARD_TRAITOR if discarded > placed else PLACE_TRAITOR, 0, 0, 0)


@rule
def decide_by_value(r: Rules, s: State, scratch: States, v: Ints, listed: Ints, source: Ints, out: Ints, mind: Ints) -> int:
    """The move at any choice of a game with one castle. With a tile in hand the chance is noted."""
    stage = s.stage
    if r.powers == 1 and s.met == LAST and (stage == USE or stage == TURN or stage == FACE_TRAITOR) and ready(r, s) == 1:
        listed[CHANCE] = MILLION
        return move(MEET_NOW, 0, 0, 0)  # the last ordeal, and nothing to wait for
    if stage == USE:
        return use_by_value(r, s, scratch, v, listed)
    if stage == TURN:
        return turn_by_value(r, s, scratch, v, listed)
    if stage == FACE_TRAITOR:
        return traitor_by_value(r, s, scratch, v, listed)
    if stage == RECOVER:
        return move(RECOVER_TILE, best_recovery(r, s, s.recovering - 1, scratch, v, listed), 0, 0)
    if stage == JUGGLE:
        return best_exchange(r, s, scratch[HELD], v, listed)
    if stage == DESTROY_TILES and (s.purpose == PENALTY or s.purpose == TRAITOR_PRICE):
        choose_losses(r, s, scratch[HELD], scratch[PROBE], v, listed, out, mind)
        given_up = next_given_up(r, s, mind) if mind[GIVEN_UP] != UNKNOWN else 0
        if given_up != 0:
            return given_up
    return quick_greedy(r, s, source, out, mind)
