"""Phase 3, Trade Cards: card for card, with players who hold one (Order of Play 3)."""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.moves import NO_TRADE, TRADE
from castlewise.models.castle_panic.stages import ANSWER_TRADE, TRADE_PHASE
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import kinds_in
from castlewise.models.listing import add
from castlewise.models.move_code import first_of, move, second_of, third_of


@rule
def trade_exists(r: Rules, s: State) -> int:
    """Whether some partner holds a card of another kind than one of mine."""
    mine = kinds_in(s.hands[s.player])
    if mine == 0:
        return 0
    for partner in range(r.players):
        if partner != s.player and s.refused >> partner & 1 == 0:
            theirs = kinds_in(s.hands[partner])
            if theirs != 0 and (theirs != mine or mine & (mine - 1) != 0):
                return 1
    return 0


@rule
def trade_choices(r: Rules, s: State, out: Ints) -> None:
    add(out, move(NO_TRADE, 0, 0, 0))
    for partner in range(r.players):
        if partner == s.player or s.refused >> partner & 1:
            continue
        mine = kinds_in(s.hands[s.player])
        while mine != 0:
            card = lowest_bit(mine)
            mine &= mine - 1
            theirs = kinds_in(s.hands[partner]) & ~(1 << card)
            while theirs != 0:
                add(out, move(TRADE, card, partner, lowest_bit(theirs)))
                theirs &= theirs - 1


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
