"""The chance to win as a value function sees it, inside the kernel: a net over the features of castle_features.py, one for each ordeal that may come next
and each card that matters most by then.

Whole numbers only, so that compiled and plain agree. The nets lie one behind the other in a list of numbers (`CastleNet.numbers` in castle_net.py).
They are asked about positions at rest: the tile in hand was used, and the next is about to be drawn. value_player.py is the player who builds by it.
"""

from __future__ import annotations

from castlewise.models.castellion.rules.castle import castle_full, place_tile, width_of
from castlewise.models.castellion.rules.formations import in_tower
from castlewise.models.castellion.rules.turn import face_down_cards
from castlewise.models.castellion.stages import CHOOSE_CARD
from castlewise.models.castellion.state import Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.solver.castellion.castle_features import CARD_STATES, FEATURES, LISTED, list_features
from castlewise.solver.castellion.follower import LAST
from castlewise.solver.castellion.readiness import ready
from castlewise.solver.listed_sums import ROW, UNITS, listed_sum
from castlewise.solver.value import MILLION, TABLE, chance_of_sum

# A net in the list: the rows of its features, the weights of the second layer, what the sum begins with. The table of chances lies behind all nets.
SECOND = FEATURES * ROW
BEGINNING = SECOND + UNITS
NET = BEGINNING + 1
CARDS = CARD_STATES
NETS = 3 * CARDS
CHANCES = NETS * NET
NUMBERS = CHANCES + TABLE

# The list of features is also where answers are left that a rule has no other way to give.
CHANCE, OFFSET = LISTED, LISTED + 1  # the chance that was found, and where the castle stands then
NOTES = LISTED + 2


@rule
def net_of(r: Rules, s: State) -> int:
    """The number of the net to ask. Where cards lie open, what the third asks for matters from the first tile on; where they lie face down, what is known
    of the next."""
    if r.face_down == 1:
        return s.met * CARDS + min(s.card[s.met], CARDS - 1)
    return s.met * CARDS + min(max(s.card[LAST] - 1, 0), CARDS - 1)


@rule
def chance_at(r: Rules, s: State, p: int, offset: int, v: Ints, listed: Ints) -> int:
    """The chance to win with a castle that stands so many columns to the right, in millionths."""
    count = list_features(r, s, p, offset, listed)
    net = net_of(r, s) * NET
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
    cell = place_tile(probe, s.player, s.hand - 1, position)
    if r.formation_powers == 0:
        if castle_full(r, probe, s.player) == 1:  # all ordeals that are left come at once, and nothing makes room between them
            return MILLION if s.met == LAST and ready(r, probe) == 1 else 0
    elif in_tower(probe, s.player, cell) == 1 and face_down_cards(s) != 0:
        probe.stage = CHOOSE_CARD
    return castle_chance(r, probe, v, listed)
