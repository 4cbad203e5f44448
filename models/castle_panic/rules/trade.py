"""Phase 3, Trade Cards: card for card, with players who hold one (Order of Play 3)."""

from __future__ import annotations

from castlewise.models.castle_panic.moves import NO_TRADE, TRADE, first_of, move, second_of, third_of
from castlewise.models.castle_panic.rules.play import add
from castlewise.models.castle_panic.stages import ANSWER_TRADE, TRADE_PHASE
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule


@rule
def trade_exists(r: Rules, s: State) -> int:
    """Whether some partner holds a card of another kind than one of mine."""
    mine = s.hands[s.player]
    only = -1
    for card in range(len(mine)):
        if mine[card] > 0:
            if only >= 0:
                only = len(mine)  # several kinds: any card of a partner differs from one of them
                break
            only = card
    if only < 0:
        return 0
    for partner in range(r.players):
        if partner == s.player or s.refused >> partner & 1:
            continue
        theirs = s.hands[partner]
        for other in range(len(theirs)):
            if theirs[other] > 0 and other != only:
                return 1
    return 0


@rule
def trade_choices(r: Rules, s: State, out: Ints) -> None:
    mine = s.hands[s.player]
    add(out, move(NO_TRADE, 0, 0, 0))
    for partner in range(r.players):
        if partner == s.player or s.refused >> partner & 1:
            continue
        theirs = s.hands[partner]
        for card in range(len(mine)):
            if mine[card] == 0:
                continue
            for other in range(len(theirs)):
                if theirs[other] > 0 and other != card:
                    add(out, move(TRADE, card, partner, other))


@rule
def offer_trade(r: Rules, s: State, m: int) -> None:
    """Agreed at once by a team; in Master Slayer the partner has to be asked."""
    if r.master_slayer == 1:
        s.offer_mine = first_of(m)
        s.offer_player = second_of(m)
        s.offer_theirs = third_of(m)
        s.stage = ANSWER_TRADE
    else:
        swap(s, first_of(m), second_of(m), third_of(m))


@rule
def answer_trade(s: State, accepted: int) -> None:
    if accepted == 1:
        swap(s, s.offer_mine, s.offer_player, s.offer_theirs)
    else:
        s.refused |= 1 << s.offer_player
    s.offer_mine = 0
    s.offer_player = 0
    s.offer_theirs = 0
    s.stage = TRADE_PHASE


@rule
def swap(s: State, mine: int, partner: int, theirs: int) -> None:
    s.hands[s.player][mine] -= 1
    s.hands[s.player][theirs] += 1
    s.hands[partner][theirs] -= 1
    s.hands[partner][mine] += 1
    s.trades_left -= 1
