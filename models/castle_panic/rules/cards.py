"""Castle cards: hands, the deck, the discards, and the reshuffle (Order of Play 1 and 2)."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.components import BRICK_CARD, MORTAR_CARD
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in, kinds_in, total_in


@rule
def hand_count(s: State, player: int) -> int:
    return total_in(s.hands[player])


@rule
def hand_size(r: Rules, s: State) -> int:
    """Cards in a full hand: one fewer once the King's Tower has fallen."""
    return r.hand_size - s.king_fell


@rule
def holder_of(r: Rules, s: State, player: int, effect: int) -> int:
    """The first card of a player with an effect, or -1."""
    kinds = kinds_in(s.hands[player])
    while kinds != 0:
        card = lowest_bit(kinds)
        if r.card_effect[card] == effect:
            return card
        kinds &= kinds - 1
    return -1


@rule
def discard(s: State, player: int, card: int) -> None:
    s.hands[player][card] -= 1
    s.discards[card] += 1


@rule
def discard_hand(s: State, player: int) -> None:
    hand = s.hands[player]
    for card in range(len(hand)):
        s.discards[card] += hand[card]
        hand[card] = 0


@rule
def can_draw(r: Rules, s: State) -> int:
    """Whether a card can be drawn now. An empty deck is made anew from the discards at this moment, not before."""
    if any_in(s.deck) == 1:
        return 1
    reshuffle(r, s)
    return any_in(s.deck)


@rule
def reshuffle(r: Rules, s: State) -> None:
    """The discards become cards of the deck; with dwindling resources a Brick and a Mortar of them leave the game."""
    if r.dwindling_resources == 1:
        if s.discards[BRICK_CARD] > 0:
            s.discards[BRICK_CARD] -= 1
        if s.discards[MORTAR_CARD] > 0:
            s.discards[MORTAR_CARD] -= 1
    for card in range(len(s.deck)):
        s.deck[card] += s.discards[card]
        s.discards[card] = 0


@rule
def draw(s: State, player: int, card: int) -> None:
    s.deck[card] -= 1
    s.hands[player][card] += 1
