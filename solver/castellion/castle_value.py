"""The chance to win as a value function sees it, inside the kernel: a net over the features of castle_features.py, one for each ordeal that may come next
and each card that the third may be.

Whole numbers only, so that compiled and plain agree. The nets lie one behind the other in a list of numbers (`CastleNet.numbers` in castle_net.py).
They are asked about positions at rest: the tile in hand was used, and the next is about to be drawn.
"""

from __future__ import annotations

from castlewise.models.castellion.moves import DISCARD, DRAW, PLACE
from castlewise.models.castellion.rules.castle import IN_COLUMN, castle_full, open_end, open_tops, place_tile, width_of
from castlewise.models.castellion.stages import TURN
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.models.move_code import move
from castlewise.solver.castellion.castle_features import FEATURES, LISTED, list_features
from castlewise.solver.castellion.follower import LAST
from castlewise.solver.castellion.greedy import pile_to_draw_from
from castlewise.solver.castellion.readiness import ready
from castlewise.solver.listed_sums import ROW, UNITS, listed_sum
from castlewise.solver.value import MILLION, TABLE, chance_of_sum

# A net in the list: the rows of its features, the weights of the second layer, what the sum begins with. The table of chances lies behind all nets.
SECOND = FEATURES * ROW
BEGINNING = SECOND + UNITS
NET = BEGINNING + 1
CARDS = 3  # of the third ordeal
NETS = 3 * CARDS
CHANCES = NETS * NET
NUMBERS = CHANCES + TABLE

# The list of features is also where answers are left that a rule has no other way to give.
CHANCE, OFFSET = LISTED, LISTED + 1  # the chance that was found, and where the castle stands then
NOTES = LISTED + 2


@rule
def net_of(s: State) -> int:
    """The number of the net to ask: what an ordeal behind it asks for matters from the first tile on."""
    return s.met * CARDS + min(max(s.card[LAST] - 1, 0), CARDS - 1)


@rule
def chance_at(r: Rules, s: State, p: int, offset: int, v: Ints, listed: Ints) -> int:
    """The chance to win with a castle that stands so many columns to the right, in millionths."""
    count = list_features(r, s, p, offset, listed)
    net = net_of(s) * NET
    return chance_of_sum(v, CHANCES, int(v[net + BEGINNING]) + listed_sum(v, net, net + SECOND, listed, count))


@rule
def castle_chance(r: Rules, s: State, v: Ints, listed: Ints) -> int:
    """The chance to win of the player to move, in millionths: wherever the castle may end up, where that is best. Notes the offset."""
    best = -1
    for offset in range(r.width - width_of(s, s.player) + 1):
        chance = chance_at(r, s, s.player, offset, v, listed)
        if chance > best:
            best = chance
            listed[OFFSET] = offset
    return best


@rule
def chance_with_tile(r: Rules, s: State, probe: State, position: int, v: Ints, listed: Ints) -> int:
    """The chance with the tile in hand placed at a position."""
    copy_record(probe, s)
    place_tile(probe, s.player, s.hand - 1, position)
    if castle_full(r, probe, s.player) == 1:  # all ordeals that are left come at once
        return MILLION if s.met == LAST and ready(r, probe) == 1 else 0
    return castle_chance(r, probe, v, listed)


@rule
def build(r: Rules, s: State, probe: State, v: Ints, listed: Ints) -> int:
    """What the function likes best: where to place the tile in hand, or to discard it; which pile to draw from is told by a rule. Notes the chance.

    Positions are tried in the order of the moves. Nothing is listed or carried out: this is what a rollout spends its time with.
    """
    if s.stage == TURN:
        return move(DRAW, pile_to_draw_from(r, s), 0, 0)
    p, kind = s.player, s.hand - 1
    best = castle_chance(r, s, v, listed)
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
