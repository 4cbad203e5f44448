"""Which tiles a penalty or a Traitor's price takes, by the value function, inside the kernel.

All that is due is chosen at once, before the first tile goes: whatever is missed least in the castle as it will be afterwards, with the ordeal behind that the
penalty is for. A few go in each step, so that a penalty of thirty does not take thirty looks at the whole castle. The choice is noted where the greedy player
of the rollouts looks for it (`GIVEN_UP`), who then destroys in the order that the rules have for it.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits, lowest_bit
from castlewise.models.castellion.rules.castle import IN_COLUMN, occupied, take_tile
from castlewise.models.castellion.rules.destruction import ABOVE_ALL
from castlewise.models.castellion.stages import PENALTY, TURN
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.kernel import Ints, copy_record, rule
from castlewise.solver.castellion.castle_value import castle_chance
from castlewise.solver.castellion.follower import GIVEN_UP, LAST
from castlewise.solver.castellion.greedy_rollouts import UNKNOWN

STEPS = 6  # a large penalty is chosen in about so many
_CHANCES = 192  # in the working buffer: the chance without the tile of each cell
_ALONE = 3  # tiles of a small price are chosen one by one up to here


@rule
def cell_now(gone: int, cell: int) -> int:
    """Where the tile of a cell stands once some cells are empty: it has come down by those below it."""
    below = (1 << cell) - (1 << (cell // COLUMN * COLUMN))
    return cell - count_bits(gone & below)


@rule
def may_be_lost(taken: int, gone: int) -> int:
    """The cells whose tile can go without emptying its column, as a set."""
    found = 0
    for column in range(COLUMN):
        cells = taken & ~gone & (IN_COLUMN << (column * COLUMN))
        if cells & (cells - 1) != 0:
            found |= cells
    return found


@rule
def choose_losses(r: Rules, s: State, held: State, probe: State, v: Ints, listed: Ints, out: Ints, mind: Ints) -> None:
    """Note the tiles to be destroyed, if a destruction begins. Where columns would have to vanish the greedy player chooses."""
    begins = s.sweep_column == 0 and s.sweep_row == ABOVE_ALL
    if not begins and mind[GIVEN_UP] != UNKNOWN:
        return
    mind[GIVEN_UP] = UNKNOWN
    if not begins:
        return
    if s.purpose == PENALTY and s.met == LAST:
        mind[GIVEN_UP] = occupied(s, s.owner)  # only the foundation counts any more
        return
    copy_record(held, s)
    held.stage = TURN
    if s.purpose == PENALTY:
        held.met += 1
        held.traitors = 0
        held.black_traitors = 0
    p = s.owner
    taken = occupied(s, p)
    gone = 0
    due = s.due
    while due > 0:
        ahead = may_be_lost(taken, gone)
        if ahead == 0:
            return
        step = 1 if due <= _ALONE else max(1, min(due, (s.due + STEPS - 1) // STEPS))
        cells = ahead
        while cells != 0:
            cell = lowest_bit(cells)
            cells &= cells - 1
            copy_record(probe, held)
            probe.discards[take_tile(probe, p, cell_now(gone, cell))] += 1
            out[_CHANCES + cell] = castle_chance(r, probe, v, listed)
        for _ in range(step):
            ahead &= may_be_lost(taken, gone)
            if ahead == 0:
                break
            best = lowest_bit(ahead)
            cells = ahead
            while cells != 0:
                cell = lowest_bit(cells)
                cells &= cells - 1
                if out[_CHANCES + cell] > out[_CHANCES + best]:
                    best = cell
            held.discards[take_tile(held, p, cell_now(gone, best))] += 1
            gone |= 1 << best
            ahead &= ~(1 << best)
            due -= 1
    mind[GIVEN_UP] = gone
