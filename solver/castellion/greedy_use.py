"""The greedy player with a tile in hand: place it, use its power, or one of what an appendix or a partner adds; else discard it."""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.moves import DISCARD, DONATE, IMPRISON, PLACE, POWER, SAFE_PILE, STANDARD_PILE, SWAP_VIGIL
from castlewise.models.castellion.rules.appendices import prison_complete, prison_ends
from castlewise.models.castellion.rules.castle import occupied, shape_of, tiles_in
from castlewise.models.castellion.rules.piles import pile_left
from castlewise.models.castellion.rules.powers import recoverable
from castlewise.models.castellion.rules.use import may_donate, may_swap, must_place
from castlewise.models.castellion.stages import DRAWN
from castlewise.models.castellion.state import Rules, State
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, SEER
from castlewise.models.kernel import Ints, rule
from castlewise.models.move_code import move
from castlewise.solver.castellion.building import FOUND, best_exchange, best_position, best_recovery, measure
from castlewise.solver.castellion.outlook import FROM, STANDING, TO
from castlewise.solver.castellion.worth import NO_WAY

# What a castle has to be worth afterwards, in per cent of what it is worth without.
PLACE_PERCENT = 99
RECOVER_PERCENT = 102  # more than by placing the Chameleon itself
EXCHANGE_PERCENT = 139
DONATE_PERCENT = 120  # the partner's castle


@rule
def greedy_use(r: Rules, s: State, out: Ints) -> int:
    kind = s.hand - 1
    now = measure(r, s, s.player, 0, out)
    position = best_position(r, s, s.player, kind, out)
    if must_place(r, s) == 1:
        return move(PLACE, position, 0, 0)
    line = now * PLACE_PERCENT // 100 if now > NO_WAY else now
    best = line
    chosen = move(DISCARD, 0, 0, 0)
    if position >= 0 and out[FOUND] > best:
        best = out[FOUND]
        chosen = move(PLACE, position, 0, 0)
    if r.prison == 1 and prison_wanted(r, s, 1 if best > line else 0) == 1:
        return move(IMPRISON, prison_end(r, s, kind), 0, 0)
    if r.vigil == 1 and best == line and may_swap(r, s) == 1:
        best_position(r, s, s.player, s.vigil - 1, out)
        if out[FOUND] > best:
            return move(SWAP_VIGIL, 0, 0, 0)
    if r.powers == 1 and kind < DEFENDERS and power_better(r, s, kind, best, line, out) == 1:
        best = max(best, out[FOUND])
        chosen = move(POWER, 0, 0, 0)
    if r.players == 2:
        if best == line and position >= 0 and out[FROM] == out[TO] and tiles_in(s, s.player) < r.area - r.width:
            chosen = move(PLACE, position, 0, 0)  # to pay with for a donation
        if partner_gains(r, s, kind, best * 100 // line, out) == 1:
            return move(DONATE, 0, 0, 0)
    return chosen


@rule
def power_better(r: Rules, s: State, kind: int, best: int, line: int, out: Ints) -> int:
    """Whether to discard a tile for its power. A Seer's costs nothing where the tile is of no other use; a Pyro's is not tried."""
    faction = kind // 3
    if faction == CHAMELEON:
        if recoverable(s, shape_of(kind)) == 0:
            return 0
        best_recovery(r, s, s.player, shape_of(kind), out)
        return 1 if out[FOUND] * 100 > best * RECOVER_PERCENT else 0
    if faction == JUGGLER and best == line:
        best_exchange(r, s, s.player, out)
        return 1 if out[FOUND] * 100 > best * EXCHANGE_PERCENT else 0
    if faction == SEER and best == line:
        out[FOUND] = line
        return 1 if pile_left(s, SAFE_PILE) == 1 or pile_left(s, STANDARD_PILE) == 1 else 0
    return 0


@rule
def prison_wanted(r: Rules, s: State, useful: int) -> int:
    """Tiles of no use go to prison; once the last ordeal is next, any."""
    if s.hand_from != DRAWN or prison_complete(s) == 1 or prison_ends(r, s, s.hand - 1) == 0:
        return 0
    return 1 if useful == 0 or s.met == 2 else 0


@rule
def prison_end(r: Rules, s: State, kind: int) -> int:
    """Next to which end of the prison."""
    ends = prison_ends(r, s, kind)
    if ends == 1:
        return 0
    return 1 + s.prison_first if ends >> (1 + s.prison_first) & 1 == 1 else 1 + s.prison_last


@rule
def partner_gains(r: Rules, s: State, kind: int, own_percent: int, out: Ints) -> int:
    """Whether the tile is worth more to the partner, and there is a tile to pay with."""
    standing = out[STANDING]
    if may_donate(r, s) == 0 or standing & ~occupied(s, s.player) != 0 or tiles_in(s, s.player) <= count_bits(standing):
        return 0
    before = measure(r, s, 1 - s.player, 0, out)
    best_position(r, s, 1 - s.player, kind, out)
    return 1 if out[FOUND] * 100 > before * max(DONATE_PERCENT, own_percent) else 0
