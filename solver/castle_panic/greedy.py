"""The greedy player of Castle Panic: one decision at a time, no look-ahead, a few hundred nanoseconds each.

It never lists the choices: it looks for the best one directly, which is what makes it fast enough for rollouts. That what it picks is always among the
listed ones is a test's business. What cards are worth to it is in card_worth.py, how it plays them in greedy_play.py.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castle_panic.board import (
    ATTACKING,
    CASTLE,
    health_of,
    space_of,
)
from castlewise.models.castle_panic.moves import (
    ACCEPT,
    CARRY_ON,
    CLAIM,
    DISCARD,
    GIVE_UP,
    HURT,
    KEEP,
    KING,
    NO_TRADE,
    NOTHING,
    PLACE,
    TRADE,
)
from castlewise.models.castle_panic.rules.game import choices, discards_allowed
from castlewise.models.castle_panic.rules.movement import space_under_attack
from castlewise.models.castle_panic.rules.towers import claimable_towers, first_in_turn_order
from castlewise.models.castle_panic.rules.turn import next_free_arc
from castlewise.models.castle_panic.stages import (
    ANSWER_TRADE,
    ASK_DESPERATE,
    CLAIM_BACKUP,
    CLAIM_TOWER,
    DISCARD_PHASE,
    GIVE_UP_CARD,
    NAME_KING,
    PLACE_STARTING,
    PLAY_PHASE,
    TRADE_PHASE,
    WHO_IS_HURT,
)
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, placeholder, rule
from castlewise.models.kinds import kinds_in
from castlewise.models.move_code import move
from castlewise.solver.castle_panic.card_worth import (
    HIT_BASE,
    HIT_RING,
    LATER_PERCENT,
    forecast,
    least_worth,
    worth_later,
    worth_now,
    worth_of_holding,
)
from castlewise.solver.castle_panic.greedy_play import greedy_play

KEEP_LINE = 60  # a card worth less than this is discarded for a new one
SECOND_KEEP_LINE = 70  # solitaire's second discard
TRADE_LINE = 5  # what a trade has to gain
PARTNER_PERCENT = 70  # what the partner of a trade gains or loses
MY_KINDS = 32  # in the buffer, behind the forecast: kinds of card in hand
MY_WORTHS = 64  # and what each of them is worth
UNKNOWN = -(1 << 30)

# No card is worth more to the partner of a trade than a hit in the Castle ring at their turn: what makes some trades not worth looking at.
MOST_A_PARTNER_GAINS = (HIT_BASE + HIT_RING * CASTLE) * LATER_PERCENT * PARTNER_PERCENT // 10_000


@rule
def greedy(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The greedy player's move at any choice."""
    stage = s.stage
    if stage == PLAY_PHASE:
        return greedy_play(r, s, out)
    if stage == TRADE_PHASE:
        return greedy_trade(r, s, out)
    if stage == DISCARD_PHASE:
        return greedy_discard(r, s, out)
    if stage == WHO_IS_HURT:
        return move(HURT, 0, 0, 0) + weakest_attacker(s)
    if stage == GIVE_UP_CARD:
        player = first_in_turn_order(r, s, s.discarders)
        forecast(r, s, out)
        return move(GIVE_UP, least_worth(r, s, player, NOTHING, out), 0, 0)
    if stage == ANSWER_TRADE:
        return move(ACCEPT, 0, 0, 0)
    if stage == ASK_DESPERATE:
        return move(CARRY_ON, 0, 0, 0)
    if stage == CLAIM_TOWER or stage == CLAIM_BACKUP:
        return move(CLAIM, lowest_bit(claimable_towers(s)), 0, 0)
    if stage == NAME_KING:
        return move(KING, lowest_bit(claimable_towers(s)), 0, 0)
    if stage == PLACE_STARTING:
        for token in range(len(s.to_place)):
            if s.to_place[token] > 0:
                return move(PLACE, token, next_free_arc(s), 0)
    found = greedy_elsewhere(r, s, out)
    if found != 0:
        return found
    choices(r, s, out)
    return out[1]


@placeholder
def greedy_elsewhere(r: Rules, s: State, out: Ints) -> int:
    """The move at a stage of an expansion, or 0 for the first that is listed."""
    return 0


@rule
def weakest_attacker(s: State) -> int:
    """Who takes a structure's point: the one it kills, if any."""
    space = space_under_attack(s)
    found = 0
    for i in range(s.monster_count):
        m = s.monsters[i]
        if m & ATTACKING and space_of(m) == space and (found == 0 or health_of(m) < health_of(found)):
            found = m
    return found


@rule
def keep_line(s: State) -> int:
    return KEEP_LINE


@rule
def greedy_discard(r: Rules, s: State, out: Ints) -> int:
    forecast(r, s, out)
    first = least_worth(r, s, s.player, NOTHING, out)
    if worth_of_holding(r, s, s.player, first, s.hands[s.player][first], 0, out) >= keep_line(s):
        return move(KEEP, 0, 0, 0)
    if discards_allowed(r, s) == 2:
        second = least_worth(r, s, s.player, first, out)
        if second >= 0:
            copies = s.hands[s.player][second] - (1 if second == first else 0)
            if worth_of_holding(r, s, s.player, second, copies, 0, out) < SECOND_KEEP_LINE:
                return move(DISCARD, min(first, second), max(first, second), 0)
    return move(DISCARD, first, NOTHING, 0)


@rule
def greedy_trade(r: Rules, s: State, out: Ints) -> int:
    """The trade that gains most for this turn, counting what the partner gains or loses for theirs."""
    forecast(r, s, out)
    mine = s.hands[s.player]
    kinds = 0
    left = kinds_in(mine)
    while left != 0:
        out[MY_KINDS + kinds] = lowest_bit(left)
        kinds += 1
        left &= left - 1
    valued = 0
    least_held = 0
    best = TRADE_LINE
    best_move = move(NO_TRADE, 0, 0, 0)
    for step in range(1, r.players):
        partner = (s.player + step) % r.players
        if s.refused >> partner & 1:
            continue
        theirs = s.hands[partner]
        give = -1
        spare = -1
        given = UNKNOWN
        spared = UNKNOWN
        left = kinds_in(theirs)
        while left != 0:
            wanted = lowest_bit(left)
            left &= left - 1
            gain = worth_now(r, s, s.player, wanted, mine[wanted] + 1, out)
            if gain <= TRADE_LINE:
                continue
            if valued == 0:
                valued = 1
                least_held = 1 << 30
                for k in range(kinds):
                    card = out[MY_KINDS + k]
                    out[MY_WORTHS + k] = worth_of_holding(r, s, s.player, card, mine[card], 0, out)
                    least_held = min(least_held, out[MY_WORTHS + k])
            if gain + MOST_A_PARTNER_GAINS - least_held <= best:
                continue
            if given == UNKNOWN:
                # What giving a card changes does not depend on the card asked for: the best to give, and the second best in case they are the same kind.
                for k in range(kinds):
                    card = out[MY_KINDS + k]
                    change = worth_later(r, s, partner, card, theirs[card] + 1, step, out) * PARTNER_PERCENT // 100 - out[MY_WORTHS + k]
                    if change > given:
                        spare, spared = give, given
                        give, given = card, change
                    elif change > spared:
                        spare, spared = card, change
            card = spare if wanted == give else give
            if card < 0:
                continue
            gain += spared if wanted == give else given
            if gain <= best:
                continue
            gain -= worth_later(r, s, partner, wanted, theirs[wanted], step, out) * PARTNER_PERCENT // 100
            if gain > best:
                best = gain
                best_move = move(TRADE, card, partner, wanted)
    return best_move
