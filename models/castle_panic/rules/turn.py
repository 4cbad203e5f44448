"""The order of play: from the setup through the six phases of each turn to the end, as a machine of stages (see stages.py).

`advance` runs through everything that happens by itself and stops at the next choice, chance event or end. A node with a single choice is not
a decision and is passed, except in the Play phase and when the starting Monsters are placed.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import ARCHER, EVERY_COLOUR, arc_of, monster
from castlewise.models.castle_panic.rules.cards import can_draw, discard, hand_count, hand_size
from castlewise.models.castle_panic.rules.expansions import expansion_advance, expansion_stage
from castlewise.models.castle_panic.rules.monsters import place, return_tar
from castlewise.models.castle_panic.rules.movement import march, resolve_structures
from castlewise.models.castle_panic.rules.tokens import begin_tokens, next_token
from castlewise.models.castle_panic.rules.towers import claim, claimable_towers, first_in_turn_order, leave_game, won
from castlewise.models.castle_panic.rules.trade import trade_exists
from castlewise.models.castle_panic.stages import (
    AFTER_MOVE,
    AFTERMATH,
    ASK_DESPERATE,
    BEGIN_DISCARD,
    BEGIN_DRAW_UP,
    BEGIN_PLAY,
    BEGIN_TOKENS,
    BEGIN_TRADE,
    BEGIN_TURN,
    CLAIM_BACKUP,
    CLAIM_TOWER,
    DEAL,
    DISCARD_PHASE,
    DRAW_IN_PLAY,
    DRAW_UP,
    END_TURN,
    GIVE_UP_CARD,
    MOVE_PHASE,
    NAME_KING,
    NEXT_DEAL,
    NEXT_TOKEN,
    OVER,
    PLACE_BY_CHANCE,
    PLACE_STARTING,
    PLAY_PHASE,
    REPLACE,
    ROLL_CHARGE,
    ROLL_STARTING,
    ROLL_WALL,
    SETUP_MONSTERS,
    SETUP_TOWERS,
    STRUCTURES,
    TRADE_PHASE,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in, kinds_in


@rule
def advance(r: Rules, s: State) -> int:
    """Run to the next node. Returns how many turns ended on the way."""
    turns = 0
    while True:
        expanded = expansion_stage(r, s)
        if expanded == 2:
            return turns
        if expanded == 1:
            continue
        stage = s.stage
        if stage == PLAY_PHASE:
            won(s)
            return turns
        if stage == DRAW_UP or stage == REPLACE or stage == DRAW_IN_PLAY or stage == DEAL:
            if s.cards_due > 0 and can_draw(r, s) == 1:
                return turns
            s.cards_due = 0
            if stage == DRAW_UP:
                s.stage = BEGIN_DISCARD
            elif stage == REPLACE:
                s.stage = BEGIN_TRADE
            elif stage == DRAW_IN_PLAY:
                s.stage = PLAY_PHASE
            else:
                s.player += 1
                s.stage = NEXT_DEAL
        elif stage == STRUCTURES:
            resolve_structures(r, s)
            if s.stage != AFTERMATH:
                return turns
        elif stage == AFTERMATH:
            aftermath(r, s)
            if s.stage == CLAIM_BACKUP or s.stage == GIVE_UP_CARD or s.stage == OVER:
                return turns
        elif stage == NEXT_TOKEN:
            next_token(r, s)
            if s.stage != END_TURN:
                return turns
        elif stage == BEGIN_TURN:
            return_tar(s)
            s.stage = BEGIN_DRAW_UP
            if r.desperate_times == 1 and any_in(s.hands[s.player]) == 1:
                s.stage = ASK_DESPERATE
                return turns
        elif stage == BEGIN_DRAW_UP:
            if s.first_turns == 0:
                s.cards_due = max(0, hand_size(r, s) - hand_count(s, s.player))
            s.stage = DRAW_UP
        elif stage == BEGIN_DISCARD:
            s.stage = BEGIN_TRADE
            if any_in(s.hands[s.player]) == 1:
                s.stage = DISCARD_PHASE
                return turns
        elif stage == BEGIN_TRADE:
            if s.desperate == 1:
                s.stage = MOVE_PHASE
            else:
                s.trades_left = r.trades
                s.stage = TRADE_PHASE
        elif stage == TRADE_PHASE:
            if s.trades_left > 0 and trade_exists(r, s) == 1:
                return turns
            s.stage = BEGIN_PLAY
        elif stage == BEGIN_PLAY:
            s.trades_left = 0
            s.refused = 0
            s.stage = PLAY_PHASE
        elif stage == MOVE_PHASE:
            s.resume = AFTER_MOVE
            march(r, s, EVERY_COLOUR)
            if s.stage == OVER:
                return turns
        elif stage == AFTER_MOVE:
            if won(s) == 1:
                return turns
            if s.charge == 1:
                s.stage = ROLL_CHARGE
                return turns
            s.stage = BEGIN_TOKENS
        elif stage == BEGIN_TOKENS:
            begin_tokens(r, s)
            if s.stage == OVER:
                return turns
        elif stage == END_TURN:
            turns += 1
            end_turn(r, s)
            if s.stage == OVER:
                return turns
        elif stage == ROLL_WALL:
            if s.walls_due > 0:
                return turns
            s.stage = SETUP_TOWERS
        elif stage == SETUP_TOWERS:
            set_up_towers(r, s)
            if s.stage == CLAIM_TOWER or s.stage == NAME_KING:
                return turns
        elif stage == SETUP_MONSTERS:
            set_up_monsters(r, s)
            if s.stage != NEXT_DEAL:
                return turns
        elif stage == NEXT_DEAL:
            if s.player < r.players:
                s.cards_due = r.hand_size
                s.stage = DEAL
            else:
                s.player = 0
                s.first_turns = r.players
                s.stage = BEGIN_TURN
        elif expansion_advance(r, s) == 0:
            return turns


@rule
def end_turn(r: Rules, s: State) -> None:
    """Hand over to the next player still in the game."""
    if won(s) == 1:
        return
    if r.final_charge == 1 and any_in(s.pile) == 0:
        s.charge = 1
    s.missing = 0
    s.desperate = 0
    s.resume = 0
    before = s.player
    for step in range(1, r.players + 1):
        s.player = (before + step) % r.players
        if s.out[s.player] == 0:
            break
    if s.player <= before:
        s.first_turns = 0
    elif s.first_turns > 0:
        s.first_turns -= 1
    s.stage = BEGIN_TURN


@rule
def aftermath(r: Rules, s: State) -> None:
    """What a movement or token leaves to settle: lost homes, then cards to give up; then the turn goes on."""
    if s.homeless != 0:
        player = first_in_turn_order(r, s, s.homeless)
        backups = claimable_towers(s)
        if r.first_edition == 1 or s.backup[player] == 1 or backups == 0:
            s.homeless &= ~(1 << player)
            leave_game(r, s, player)
        elif backups & (backups - 1) == 0:
            claim_backup(s, player, lowest_bit(backups))
        else:
            s.stage = CLAIM_BACKUP
    elif s.discarders != 0:
        player = first_in_turn_order(r, s, s.discarders)
        kinds = kinds_in(s.hands[player])
        if kinds & (kinds - 1) == 0:
            give_up(s, player, lowest_bit(kinds))
        else:
            s.stage = GIVE_UP_CARD
    else:
        s.stage = s.resume
        s.resume = 0


@rule
def claim_backup(s: State, player: int, arc: int) -> None:
    claim(s, player, arc)
    s.backup[player] = 1
    s.homeless &= ~(1 << player)
    s.stage = AFTERMATH


@rule
def give_up(s: State, player: int, card: int) -> None:
    discard(s, player, card)
    s.discarders &= ~(1 << player)
    s.stage = AFTERMATH


@rule
def set_up_towers(r: Rules, s: State) -> None:
    """My Home Is My Castle: players claim Towers in turn order, then the team names the King's Tower."""
    while r.my_home == 1 and s.player < r.players:
        free = claimable_towers(s)
        if free & (free - 1) != 0:
            s.stage = CLAIM_TOWER
            return
        claim(s, s.player, lowest_bit(free))
        s.player += 1
    s.player = 0
    if r.kings_tower == 1 and s.king == 0:
        free = claimable_towers(s)
        if free & (free - 1) != 0:
            s.stage = NAME_KING
            return
        s.king = lowest_bit(free) + 1
    s.stage = SETUP_MONSTERS


@rule
def set_up_monsters(r: Rules, s: State) -> None:
    if next_to_place(s) < 0:
        s.stage = NEXT_DEAL
    elif r.rough_start == 1:
        s.stage = ROLL_STARTING
    elif r.random_setup == 1:
        s.stage = PLACE_BY_CHANCE
    else:
        s.stage = PLACE_STARTING


@rule
def next_to_place(s: State) -> int:
    for token in range(len(s.to_place)):
        if s.to_place[token] > 0:
            return token
    return -1


@rule
def place_starting(r: Rules, s: State, token: int, arc: int) -> None:
    s.to_place[token] -= 1
    place(s, monster(token, ARCHER, arc, r.token_health[token]))
    s.stage = SETUP_MONSTERS


@rule
def next_free_arc(s: State) -> int:
    """Starting Monsters go one to an arc, arc by arc."""
    if s.monster_count == 0:
        return 0
    return arc_of(s.monsters[s.monster_count - 1]) + 1
