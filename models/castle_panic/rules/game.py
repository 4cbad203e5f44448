"""The contract, for the kernel: node, choices, outcomes, sample, apply, mover over the two records."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import ARCS, ATTACKING, space_of
from castlewise.models.castle_panic.moves import (
    ACCEPT,
    CARD,
    CARRY_ON,
    CLAIM,
    DESPERATE,
    DISCARD,
    GIVE_UP,
    HURT,
    KEEP,
    KING,
    NO_TRADE,
    NOTHING,
    PLACE,
    PLACED,
    REFUSE,
    ROLL,
    TOKEN,
    TRADE,
    WALL,
    WALL_COUNT,
)
from castlewise.models.castle_panic.rules.cards import discard, discard_hand, draw, hand_size
from castlewise.models.castle_panic.rules.expansions import expansion_choices, expansion_mover, expansion_outcomes, expansion_roll
from castlewise.models.castle_panic.rules.movement import space_under_attack, structure_falls
from castlewise.models.castle_panic.rules.play import apply_play, play_choices
from castlewise.models.castle_panic.rules.tokens import charge, draw_token, roll_token
from castlewise.models.castle_panic.rules.towers import claim, claimable_towers, first_in_turn_order, towers_standing
from castlewise.models.castle_panic.rules.trade import answer_trade, offer_trade, trade_choices
from castlewise.models.castle_panic.rules.turn import advance, claim_backup, give_up, next_free_arc, next_to_place, place_starting
from castlewise.models.castle_panic.stages import (
    ANSWER_TRADE,
    ASK_DESPERATE,
    BEGIN_DRAW_UP,
    BEGIN_PLAY,
    BEGIN_TOKENS,
    BEGIN_TRADE,
    CLAIM_BACKUP,
    CLAIM_TOWER,
    DEAL,
    DISCARD_PHASE,
    DRAW_IN_PLAY,
    DRAW_TOKEN,
    DRAW_UP,
    FIRST_CHANCE,
    FIRST_PASSING,
    GIVE_UP_CARD,
    NAME_KING,
    OVER,
    PLACE_BY_CHANCE,
    PLACE_STARTING,
    PLAY_PHASE,
    REPLACE,
    ROLL_CHARGE,
    ROLL_STARTING,
    ROLL_TOKEN,
    ROLL_WALL,
    ROLL_WALL_COUNT,
    SETUP_MONSTERS,
    SETUP_TOWERS,
    TRADE_PHASE,
    WHO_IS_HURT,
    WON,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.contract import A_CHANCE, A_CHOICE, GAME_OVER, TEAM
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import total_in
from castlewise.models.listing import add, add_outcome, one_of_the_listed
from castlewise.models.move_code import first_of, move, second_of, target_of, verb_of
from castlewise.models.randomness import below


@rule
def node(r: Rules, s: State) -> int:
    if s.stage == OVER:
        return GAME_OVER
    if s.stage < FIRST_CHANCE:
        return A_CHOICE
    return A_CHANCE


@rule
def mover(r: Rules, s: State) -> int:
    stage = s.stage
    if stage == WHO_IS_HURT or stage == PLACE_STARTING or stage == NAME_KING:
        return TEAM
    if stage == GIVE_UP_CARD:
        return first_in_turn_order(r, s, s.discarders)
    if stage == CLAIM_BACKUP:
        return first_in_turn_order(r, s, s.homeless)
    if stage == ANSWER_TRADE:
        return s.offer_player
    other = expansion_mover(r, s)
    return other - 2 if other > 0 else s.player


@rule
def game_won(r: Rules, s: State) -> int:
    return 1 if s.outcome == WON else 0


@rule
def left_standing(r: Rules, s: State) -> int:
    return towers_standing(s)


@rule
def choices(r: Rules, s: State, out: Ints) -> int:
    """List the legal moves from out[1] on; their number is in out[0] and returned."""
    out[0] = 0
    stage = s.stage
    if stage == PLAY_PHASE:
        play_choices(r, s, out)
    elif stage == TRADE_PHASE:
        trade_choices(r, s, out)
    elif stage == DISCARD_PHASE:
        discard_choices(r, s, out)
    elif stage == WHO_IS_HURT:
        hurt_choices(s, out)
    elif stage == GIVE_UP_CARD:
        add_kinds(s, GIVE_UP, first_in_turn_order(r, s, s.discarders), out)
    elif stage == ANSWER_TRADE:
        add(out, move(ACCEPT, 0, 0, 0))
        add(out, move(REFUSE, 0, 0, 0))
    elif stage == ASK_DESPERATE:
        add(out, move(DESPERATE, 0, 0, 0))
        add(out, move(CARRY_ON, 0, 0, 0))
    elif stage == CLAIM_TOWER or stage == CLAIM_BACKUP:
        add_claimable(s, CLAIM, out)
    elif stage == NAME_KING:
        add_claimable(s, KING, out)
    elif stage == PLACE_STARTING:
        for token in range(len(s.to_place)):
            if s.to_place[token] > 0:
                add(out, move(PLACE, token, next_free_arc(s), 0))
    elif stage != OVER and stage < FIRST_CHANCE:
        expansion_choices(r, s, out)
    return out[0]


@rule
def discards_allowed(r: Rules, s: State) -> int:
    """Cards that may be discarded and replaced this turn."""
    return r.discards


@rule
def discard_choices(r: Rules, s: State, out: Ints) -> None:
    """Keep everything, or discard one card; in solitaire also two at once."""
    hand = s.hands[s.player]
    add(out, move(KEEP, 0, 0, 0))
    for card in range(len(hand)):
        if hand[card] == 0:
            continue
        add(out, move(DISCARD, card, NOTHING, 0))
        if discards_allowed(r, s) == 2:
            for other in range(card, len(hand)):
                if hand[other] > (1 if other == card else 0):
                    add(out, move(DISCARD, card, other, 0))


@rule
def hurt_choices(s: State, out: Ints) -> None:
    space = space_under_attack(s)
    before = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space and m != before:
            add(out, move(HURT, 0, 0, 0) + m)
            before = m


@rule
def add_kinds(s: State, verb: int, player: int, out: Ints) -> None:
    hand = s.hands[player]
    for card in range(len(hand)):
        if hand[card] > 0:
            add(out, move(verb, card, 0, 0))


@rule
def add_claimable(s: State, verb: int, out: Ints) -> None:
    free = claimable_towers(s)
    while free != 0:
        add(out, move(verb, lowest_bit(free), 0, 0))
        free &= free - 1


@rule
def draws_card(stage: int) -> int:
    return 1 if stage == DRAW_UP or stage == REPLACE or stage == DRAW_IN_PLAY or stage == DEAL else 0


@rule
def outcomes(r: Rules, s: State, out: Ints, weights: Ints) -> int:
    """List what chance can do from out[1] on, each with its weight; out[0] is their number, weights[0] the sum."""
    out[0] = 0
    weights[0] = 0
    stage = s.stage
    if draws_card(stage) == 1:
        card_outcomes(s, out, weights)
    elif stage == DRAW_TOKEN:
        for token in range(len(s.pile)):
            if s.pile[token] > 0:
                add_outcome(out, weights, move(TOKEN, token, 0, 0), s.pile[token])
    elif stage == ROLL_TOKEN or stage == ROLL_CHARGE or stage == ROLL_STARTING:
        for roll in range(6):
            add_outcome(out, weights, move(ROLL, roll, 0, 0), 1)
    elif stage == PLACE_BY_CHANCE:
        for token in range(len(s.to_place)):
            if s.to_place[token] > 0:
                add_outcome(out, weights, move(PLACED, token, next_free_arc(s), 0), s.to_place[token])
    elif stage == ROLL_WALL_COUNT:
        for roll in range(6):
            add_outcome(out, weights, move(WALL_COUNT, roll, 0, 0), 1)
    elif stage == ROLL_WALL:
        for arc in range(ARCS):
            if s.walls[arc] == 0:
                add_outcome(out, weights, move(WALL, arc, 0, 0), 1)
    elif stage >= FIRST_CHANCE and stage < FIRST_PASSING:
        expansion_outcomes(r, s, out, weights)
    return out[0]


@rule
def card_outcomes(s: State, out: Ints, weights: Ints) -> None:
    """Every card that may be the next of the deck."""
    for card in range(len(s.deck)):
        if s.deck[card] > 0:
            add_outcome(out, weights, move(CARD, card, 0, 0), s.deck[card])


@rule
def sampled_card(s: State, source: Ints) -> int:
    return card_at(s, below(source, total_in(s.deck)))


@rule
def card_at(s: State, place: int) -> int:
    """The kind of card at a place of the deck, counted from 0, as if it lay sorted."""
    card = 0
    while place >= s.deck[card]:
        place -= s.deck[card]
        card += 1
    return card


@rule
def token_at(s: State, place: int) -> int:
    token = 0
    while place >= s.pile[token]:
        place -= s.pile[token]
        token += 1
    return token


@rule
def sample(r: Rules, s: State, source: Ints, out: Ints, weights: Ints) -> int:
    """One chance outcome, drawn with its weight. The two common draws are made without listing them."""
    stage = s.stage
    if draws_card(stage) == 1:
        return move(CARD, sampled_card(s, source), 0, 0)
    if stage == DRAW_TOKEN:
        return move(TOKEN, token_at(s, below(source, total_in(s.pile))), 0, 0)
    if stage == ROLL_TOKEN or stage == ROLL_CHARGE or stage == ROLL_STARTING:
        return move(ROLL, below(source, 6), 0, 0)
    outcomes(r, s, out, weights)
    return one_of_the_listed(source, out, weights)


@rule
def apply(r: Rules, s: State, m: int) -> int:
    """Carry out a legal choice or outcome and run to the next node. Returns how many turns ended on the way."""
    verb = verb_of(m)
    first = first_of(m)
    if verb == CARD:
        draw(s, s.player, first)
        s.cards_due -= 1
    elif verb == TOKEN:
        draw_token(r, s, first)
    elif verb == ROLL:
        apply_roll(r, s, first)
    elif verb == KEEP:
        s.stage = BEGIN_TRADE
    elif verb == DISCARD:
        discard(s, s.player, first)
        s.cards_due = 1
        if second_of(m) != NOTHING:
            discard(s, s.player, second_of(m))
            s.cards_due = 2
        s.stage = REPLACE
    elif verb == TRADE:
        offer_trade(r, s, m)
    elif verb == NO_TRADE:
        s.stage = BEGIN_PLAY
    elif verb == ACCEPT:
        answer_trade(s, 1)
    elif verb == REFUSE:
        answer_trade(s, 0)
    elif verb == HURT:
        structure_falls(r, s, target_of(m))
    elif verb == GIVE_UP:
        give_up(s, first_in_turn_order(r, s, s.discarders), first)
    elif verb == DESPERATE:
        discard_hand(s, s.player)
        s.desperate = 1
        s.cards_due = hand_size(r, s)
        s.stage = DRAW_UP
    elif verb == CARRY_ON:
        s.stage = BEGIN_DRAW_UP
    elif verb == CLAIM:
        if s.stage == CLAIM_BACKUP:
            claim_backup(s, first_in_turn_order(r, s, s.homeless), first)
        else:
            claim(s, s.player, first)
            s.player += 1
            s.stage = SETUP_TOWERS
    elif verb == KING:
        s.king = first + 1
        s.stage = SETUP_MONSTERS
    elif verb == PLACE or verb == PLACED:
        place_starting(r, s, first, second_of(m))
    elif verb == WALL_COUNT:
        s.walls_due = first + 1
        s.stage = ROLL_WALL
    elif verb == WALL:
        s.walls[first] = 1
        s.walls_due -= 1
    else:
        apply_play(r, s, m)
    return advance(r, s)


@rule
def apply_roll(r: Rules, s: State, roll: int) -> None:
    if s.stage == ROLL_TOKEN:
        roll_token(r, s, roll)
    elif s.stage == ROLL_CHARGE:
        s.resume = BEGIN_TOKENS
        charge(r, s, roll)
    elif s.stage == ROLL_STARTING:
        place_starting(r, s, next_to_place(s), roll)
    else:
        expansion_roll(r, s, roll)
