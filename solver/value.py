"""A value function inside the kernel: the chance to win, as a small net over a game's features. Whole numbers only, so that compiled and plain agree.

The net is a weighted sum, plus a few units that count above a threshold only; a table turns the sum into a chance. How its weights come about is in
net.py, how the sum is reckoned in net_sums.py. All of it is one list of numbers, and several functions may stand one behind the other in a list.
"""

from __future__ import annotations

from castlewise.models.kernel import Ints, placeholder, rule
from castlewise.solver.game_rules import Rules, State
from castlewise.solver.net_sums import PAIRS, UNITS, net_sum

MILLION = 1_000_000  # chances are counted in millionths
UNIT = 1 << 16  # of the sums
STEPS = 64  # of the table, for a difference of 1 in the sum
REACH = 12  # the table goes from -REACH to REACH
TABLE = 2 * REACH * STEPS + 2
_STEP = UNIT // STEPS

# A function in a list: how many numbers it takes, the weights as net_sum reads them, the table of chances in millionths.
LENGTH, WEIGHTS = range(2)


@placeholder
def write_features(r: Rules, s: State, out: Ints) -> int:
    """Write a position's features to the beginning of a buffer and return how many there are. What lies behind them is free."""
    return 0


@rule
def chance_of_sum(values: Ints, table: int, total: int) -> int:
    """The chance for a sum, by the table that begins at a place of the list."""
    steps = min(max(total + REACH * UNIT, 0), 2 * REACH * UNIT)
    step = steps // _STEP
    at = table + step
    return int(values[at] + (values[at + 1] - values[at]) * (steps - step * _STEP) // _STEP)


@rule
def chance_of_row(values: Ints, place: int, row: Ints, count: int) -> int:
    """What the function at a place of the list says of a row of so many features, in millionths. Behind the row there is room for another."""
    total = net_sum(values, place + WEIGHTS, row, count)
    return chance_of_sum(values, place + WEIGHTS + count * (1 + PAIRS) + UNITS, total)


@rule
def estimate(r: Rules, s: State, values: Ints, place: int, out: Ints) -> int:
    """The chance to win, in millionths."""
    count = write_features(r, s, out)
    return chance_of_row(values, place, out, count)
