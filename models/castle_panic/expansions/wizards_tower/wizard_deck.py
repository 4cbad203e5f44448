"""The Wizard deck, and draws in which players may choose a deck ("The Wizard Deck"; Reinforce, Thalgar's Blessing, Berserk, Eye of the Oracle)."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.expansions.wizards_tower.components import FIRST_WIZARD_CARD, LAST_WIZARD_CARD
from castlewise.models.castle_panic.expansions.wizards_tower.moves import DRAWN, KEEP_CARD, ORDER_CARD, SEEN, WIZARD_DRAWN
from castlewise.models.castle_panic.expansions.wizards_tower.stages import (
    DRAW_FOR,
    DRAW_WIZARD,
    ORACLE_DRAW,
    ORACLE_KEEP,
    ORACLE_ORDER,
    ROUND_OF_DRAWS,
    WHICH_DECK,
)
from castlewise.models.castle_panic.expansions.wizards_tower.state import ORACLE_CARDS, Rules, State
from castlewise.models.castle_panic.moves import CARD
from castlewise.models.castle_panic.rules.cards import can_draw, reshuffle
from castlewise.models.castle_panic.rules.game import card_at
from castlewise.models.castle_panic.rules.towers import first_in_turn_order
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in, kinds_in, total_in
from castlewise.models.listing import add, add_outcome
from castlewise.models.move_code import move
from castlewise.models.randomness import below

WIZARD_CARDS = (1 << (LAST_WIZARD_CARD + 1)) - (1 << FIRST_WIZARD_CARD)  # their kinds as a set


@rule
def is_wizard_card(card: int) -> int:
    return WIZARD_CARDS >> card & 1


@rule
def wizard_cards_held(s: State, player: int) -> int:
    """The kinds of Wizard card in a hand, as a set."""
    return kinds_in(s.hands[player]) & WIZARD_CARDS


@rule
def put_away(s: State, card: int, count: int) -> None:
    """Each deck has its discard pile. While the Wizard's Tower does not stand, Wizard cards leave the game."""
    if is_wizard_card(card) == 0:
        s.discards[card] += count
    elif s.wizard > 0:
        s.wizard_discards[card] += count


@rule
def discard(s: State, player: int, card: int) -> None:
    s.hands[player][card] -= 1
    put_away(s, card, 1)


@rule
def discard_hand(s: State, player: int) -> None:
    hand = s.hands[player]
    for card in range(len(hand)):
        put_away(s, card, hand[card])
        hand[card] = 0


@rule
def hand_size(r: Rules, s: State) -> int:
    """One fewer without the King's Tower, one more by Death Benefit."""
    return r.hand_size - s.king_fell + s.benefit


@rule
def can_draw_wizard_card(s: State) -> int:
    """An empty Wizard deck is made anew from its discards when a card is drawn."""
    return 1 if s.wizard > 0 and (any_in(s.wizard_deck) == 1 or any_in(s.wizard_discards) == 1) else 0


@rule
def open_wizard_deck(s: State) -> None:
    if any_in(s.wizard_deck) == 0:
        for card in range(len(s.wizard_deck)):
            s.wizard_deck[card] = s.wizard_discards[card]
            s.wizard_discards[card] = 0
    s.stage = DRAW_WIZARD


# Rounds of draws: `due` says how many cards each player still draws


@rule
def next_drawer(r: Rules, s: State) -> int:
    players = 0
    for player in range(r.players):
        if s.due[player] > 0 and s.out[player] == 0:
            players |= 1 << player
    return first_in_turn_order(r, s, players) if players != 0 else -1


@rule
def round_of_draws(r: Rules, s: State) -> None:
    """To the next draw, or on when none is due or there is nothing left to draw."""
    if next_drawer(r, s) >= 0:
        wizards = s.either_deck & can_draw_wizard_card(s)
        if can_draw(r, s) == 1:
            s.stage = WHICH_DECK if wizards == 1 else DRAW_FOR
            return
        if wizards == 1:
            open_wizard_deck(s)
            return
    for player in range(r.players):
        s.due[player] = 0
    s.either_deck = 0
    s.stage = s.then
    s.then = 0


@rule
def drawn_by(r: Rules, s: State, card: int) -> None:
    player = next_drawer(r, s)
    s.due[player] -= 1
    if is_wizard_card(card) == 1:
        s.wizard_deck[card] -= 1
        s.hands[player][card] += 1
    else:
        draw(s, player, card)
    s.stage = ROUND_OF_DRAWS


@rule
def wizard_card_outcomes(s: State, out: Ints, weights: Ints) -> None:
    for card in range(FIRST_WIZARD_CARD, LAST_WIZARD_CARD + 1):
        if s.wizard_deck[card] > 0:
            add_outcome(out, weights, move(WIZARD_DRAWN, card, 0, 0), s.wizard_deck[card])


# The Castle deck, of which the Oracle may know the top


@rule
def top_or_any(s: State, verb: int, out: Ints, weights: Ints) -> None:
    if s.oracle_count > 0:
        add_outcome(out, weights, move(verb, s.oracle[0] - 1, 0, 0), 1)
        return
    for card in range(len(s.deck)):
        if s.deck[card] > 0:
            add_outcome(out, weights, move(verb, card, 0, 0), s.deck[card])


@rule
def card_outcomes(s: State, out: Ints, weights: Ints) -> None:
    top_or_any(s, CARD, out, weights)


@rule
def drawn_outcomes(s: State, out: Ints, weights: Ints) -> None:
    top_or_any(s, DRAWN, out, weights)


@rule
def sampled_card(s: State, source: Ints) -> int:
    if s.oracle_count > 0:
        return s.oracle[0] - 1
    return card_at(s, below(source, total_in(s.deck)))


@rule
def draw(s: State, player: int, card: int) -> None:
    s.deck[card] -= 1
    s.hands[player][card] += 1
    if s.oracle_count > 0:
        forget_oracle(s, 0)


@rule
def forget_oracle(s: State, place: int) -> None:
    """A card that was seen is no longer in the deck."""
    for i in range(place, ORACLE_CARDS - 1):
        s.oracle[i] = s.oracle[i + 1]
    s.oracle[ORACLE_CARDS - 1] = 0
    s.oracle_count -= 1


@rule
def seen(s: State, card: int) -> int:
    count = 0
    for i in range(s.oracle_count):
        if s.oracle[i] == card + 1:
            count += 1
    return count


@rule
def consult_oracle(r: Rules, s: State) -> None:
    """To the next card that is seen; then to the one that is kept."""
    s.oracle_ordered = 0
    if s.oracle_count < ORACLE_CARDS:
        if total_in(s.deck) == s.oracle_count:
            reshuffle(r, s)
            if total_in(s.deck) == s.oracle_count:
                begin_keeping(s)
                return
        s.stage = ORACLE_DRAW
        return
    begin_keeping(s)


@rule
def begin_keeping(s: State) -> None:
    sort_oracle(s)
    s.stage = PLAY_PHASE
    if s.oracle_count > 0:
        if s.oracle[0] == s.oracle[s.oracle_count - 1]:
            keep_card(s, s.oracle[0] - 1)
        else:
            s.stage = ORACLE_KEEP


@rule
def sort_oracle(s: State) -> None:
    """What has no place yet lies sorted, so that equal knowledge is equal bytes."""
    for i in range(s.oracle_ordered + 1, s.oracle_count):
        card = s.oracle[i]
        at = i
        while at > s.oracle_ordered and s.oracle[at - 1] > card:
            s.oracle[at] = s.oracle[at - 1]
            at -= 1
        s.oracle[at] = card


@rule
def oracle_outcomes(s: State, out: Ints, weights: Ints) -> None:
    for card in range(len(s.deck)):
        left = s.deck[card] - seen(s, card)
        if left > 0:
            add_outcome(out, weights, move(SEEN, card, 0, 0), left)


@rule
def see_card(r: Rules, s: State, card: int) -> None:
    s.oracle[s.oracle_count] = card + 1
    s.oracle_count += 1
    consult_oracle(r, s)


@rule
def oracle_choices(s: State, verb: int, out: Ints) -> None:
    before = 0
    for i in range(s.oracle_ordered, s.oracle_count):
        if s.oracle[i] != before:
            before = s.oracle[i]
            add(out, move(verb, before - 1, 0, 0))


@rule
def keep_card(s: State, card: int) -> None:
    for i in range(s.oracle_count):
        if s.oracle[i] == card + 1:
            forget_oracle(s, i)
            break
    s.deck[card] -= 1
    s.hands[s.player][card] += 1
    order_oracle(s)


@rule
def order_oracle(s: State) -> None:
    """The others go back on top; asked for one after another as long as they differ."""
    sort_oracle(s)
    left = s.oracle_count - s.oracle_ordered
    if left > 1 and s.oracle[s.oracle_ordered] != s.oracle[s.oracle_count - 1]:
        s.stage = ORACLE_ORDER
        return
    s.oracle_ordered = 0
    s.stage = PLAY_PHASE


@rule
def order_card(s: State, card: int) -> None:
    for i in range(s.oracle_ordered, s.oracle_count):
        if s.oracle[i] == card + 1:
            s.oracle[i] = s.oracle[s.oracle_ordered]
            s.oracle[s.oracle_ordered] = card + 1
            break
    s.oracle_ordered += 1
    order_oracle(s)


@rule
def oracle_stage_choices(s: State, out: Ints) -> None:
    oracle_choices(s, KEEP_CARD if s.stage == ORACLE_KEEP else ORDER_CARD, out)


@rule
def only_kind(kinds: int) -> int:
    """The kind of a set that has no other, or -1."""
    return lowest_bit(kinds) if kinds != 0 and kinds & (kinds - 1) == 0 else -1
