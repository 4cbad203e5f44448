"""Phase 6: drawing Monster tokens and resolving them (Order of Play 6; Play Details, "Drawing New Monsters")."""

from __future__ import annotations

from castlewise.models.castle_panic.board import EVERY_COLOUR, FOREST, colour_of, monster
from castlewise.models.castle_panic.components import (
    ALL_DISCARD,
    BOULDER,
    DRAW_AFTER,
    DRAW_NOW,
    HEAL,
    MARCH_ALL,
    MARCH_COLOUR,
    MARCH_OWN_COLOUR,
    PLAGUE,
    ROTATE,
)
from castlewise.models.castle_panic.rules.boulder import roll_boulder
from castlewise.models.castle_panic.rules.expansions import expansion_token
from castlewise.models.castle_panic.rules.monsters import heal_all, place
from castlewise.models.castle_panic.rules.movement import march, rotate
from castlewise.models.castle_panic.rules.towers import call_for_discards, won
from castlewise.models.castle_panic.stages import AFTERMATH, DRAW_TOKEN, END_TURN, NEXT_TOKEN, ROLL_TOKEN
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in


@rule
def begin_tokens(r: Rules, s: State) -> None:
    if won(s) == 1:
        return
    if s.missing == 1 or any_in(s.pile) == 0:
        s.stage = END_TURN
        return
    s.tokens_due = r.tokens_per_turn
    s.stage = NEXT_TOKEN


@rule
def refill_pile(s: State) -> None:
    """Not Over Yet: the discarded tokens are drawn once more."""
    for token in range(len(s.pile)):
        s.pile[token] = s.token_discards[token]
        s.token_discards[token] = 0


@rule
def next_token(r: Rules, s: State) -> None:
    if s.tokens_due == 0:
        s.tokens_due = s.tokens_after
        s.tokens_after = 0
    if s.tokens_due > 0 and any_in(s.pile) == 0 and r.not_over_yet == 1:
        refill_pile(s)
    if s.tokens_due > 0 and any_in(s.pile) == 1:
        s.stage = DRAW_TOKEN
    else:
        s.tokens_due = 0
        s.tokens_after = 0
        s.stage = END_TURN


@rule
def rolled_for(r: Rules, token: int) -> int:
    """Whether a die says where a token goes."""
    return 1 if r.token_health[token] > 0 or r.token_effect[token] == BOULDER else 0


@rule
def draw_token(r: Rules, s: State, token: int) -> None:
    s.pile[token] -= 1
    s.tokens_due -= 1
    if rolled_for(r, token) == 1:
        s.token = token
        s.stage = ROLL_TOKEN
    else:
        s.token_discards[token] += 1
        resolve_effect(r, s, token, 0)


@rule
def roll_token(r: Rules, s: State, arc: int) -> None:
    token = s.token
    s.token = 0
    if r.token_health[token] > 0:
        place(s, monster(token, FOREST, arc, r.token_health[token]))
    else:
        s.token_discards[token] += 1
    resolve_effect(r, s, token, arc)


@rule
def resolve_effect(r: Rules, s: State, token: int, arc: int) -> None:
    """What a token does when it is drawn, beyond being placed."""
    effect = r.token_effect[token]
    argument = r.token_argument[token]
    s.resume = NEXT_TOKEN
    s.stage = AFTERMATH
    if effect == MARCH_COLOUR:
        march(r, s, 1 << argument)
    elif effect == MARCH_OWN_COLOUR:
        march(r, s, 1 << colour_of(arc))
    elif effect == MARCH_ALL:
        march(r, s, EVERY_COLOUR)
    elif effect == ROTATE:
        rotate(r, s, argument)
    elif effect == HEAL:
        heal_all(r, s)
    elif effect == BOULDER:
        roll_boulder(r, s, arc)
    elif effect == PLAGUE:
        plague(r, s, argument)
    elif effect == ALL_DISCARD:
        call_for_discards(r, s)
    elif effect == DRAW_NOW or (effect == DRAW_AFTER and r.first_edition == 1):
        s.tokens_due += argument
    elif effect == DRAW_AFTER:
        s.tokens_after += argument
    else:
        expansion_token(r, s, token, arc)


@rule
def plague(r: Rules, s: State, troop: int) -> None:
    """Every player discards all cards of one troop, Any Color included."""
    for player in range(r.players):
        hand = s.hands[player]
        for card in range(len(hand)):
            if hand[card] > 0 and r.card_troop[card] == troop:
                s.discards[card] += hand[card]
                hand[card] = 0


@rule
def charge(r: Rules, s: State, roll: int) -> None:
    """Final Charge!: the special movement for a roll of 0 to 5."""
    if roll < 3:
        march(r, s, 1 << roll)
    elif roll == 3:
        rotate(r, s, 1)
    elif roll == 4:
        march(r, s, EVERY_COLOUR)
    else:
        rotate(r, s, -1)
