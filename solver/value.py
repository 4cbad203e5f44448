"""A value function inside the kernel: the chance to win, as a small net over a game's features. Whole numbers only, so that compiled and plain agree.

The net is a weighted sum, plus a few units that count above a threshold only; a table turns the sum into a chance. How its weights come about is in
net.py. All of it is one list of numbers, and several functions may stand one behind the other in a list. Two units share a number, one in each half of it:
one product and one sum serve both, which takes half the time.
"""

from __future__ import annotations

from castlewise.models.kernel import Ints, extension_point, rule
from castlewise.solver.game_rules import Rules, State

MILLION = 1_000_000  # chances are counted in millionths
UNIT = 1 << 16  # of the sums
SECOND_UNIT = 1 << 12  # of the second layer's weights
HALF = 1 << 32  # a number's upper half counts in these
STEPS = 64  # of the table, for a difference of 1 in the sum
REACH = 12  # the table goes from -REACH to REACH
TABLE = 2 * REACH * STEPS + 2
_STEP = UNIT // STEPS

PAIRS = 8  # of units
STRIDE = PAIRS + 1  # numbers a feature: its weight in the sum, then those of the pairs

# A function in a list: how many numbers it takes, the weights feature by feature, those of the second layer, the table of chances in millionths.
LENGTH, WEIGHTS = range(2)


@extension_point
def write_features(r: Rules, s: State, out: Ints) -> int:
    """Write a position's features to the beginning of a buffer and return how many there are. What lies behind them is free."""
    return 0


@rule
def above_threshold(both: int, values: Ints, second: int) -> int:
    """What a pair of units adds."""
    even = (both + HALF // 2 & HALF - 1) - HALF // 2
    odd = (both - even) // HALF
    return (max(even, 0) * values[second]) // SECOND_UNIT + (max(odd, 0) * values[second + 1]) // SECOND_UNIT


@rule
def chance_of_row(values: Ints, place: int, row: Ints, count: int) -> int:
    """What the function at a place of the list says of a row of so many features, in millionths. Behind the row there is room for another.

    Most features are 0. Which are not is written down first, without a branch that a processor would have to guess, and the sums are kept in variables
    rather than in a list: this is called a million times a second.
    """
    some = 0
    for i in range(count):
        row[count + some] = i
        some += row[i] != 0
    total = 0
    a = 0
    b = 0
    c = 0
    d = 0
    e = 0
    f = 0
    g = 0
    h = 0
    for k in range(some):
        i = row[count + k]
        x = row[i]
        at = place + WEIGHTS + i * STRIDE
        total += x * values[at]
        a += x * values[at + 1]
        b += x * values[at + 2]
        c += x * values[at + 3]
        d += x * values[at + 4]
        e += x * values[at + 5]
        f += x * values[at + 6]
        g += x * values[at + 7]
        h += x * values[at + 8]
    second = place + WEIGHTS + count * STRIDE
    total += above_threshold(a, values, second) + above_threshold(b, values, second + 2)
    total += above_threshold(c, values, second + 4) + above_threshold(d, values, second + 6)
    total += above_threshold(e, values, second + 8) + above_threshold(f, values, second + 10)
    total += above_threshold(g, values, second + 12) + above_threshold(h, values, second + 14)
    steps = min(max(total + REACH * UNIT, 0), 2 * REACH * UNIT)
    step = steps // _STEP
    at = second + 2 * PAIRS + step
    return values[at] + (values[at + 1] - values[at]) * (steps - step * _STEP) // _STEP


@rule
def estimate(r: Rules, s: State, values: Ints, place: int, out: Ints) -> int:
    """The chance to win, in millionths."""
    count = write_features(r, s, out)
    return chance_of_row(values, place, out, count)
