"""A value function inside the kernel: the chance to win, as a small net over a game's features. Whole numbers only, so that compiled and plain agree.

The net is a weighted sum, plus a few units that count above a threshold only; a table turns the sum into a chance. How its weights come about is in
training.py.
"""

from __future__ import annotations

from typing import Annotated

from castlewise.models.kernel import Ints, Shape, extension_point, rule
from castlewise.solver.game_rules import Rules, State

MILLION = 1_000_000  # chances are counted in millionths
UNIT = 1 << 16  # of the sums
SECOND_UNIT = 1 << 12  # of the second layer's weights
STEPS = 64  # of the table, for a difference of 1 in the sum
REACH = 12  # the table goes from -REACH to REACH
TABLE = 2 * REACH * STEPS + 2
_STEP = UNIT // STEPS


class Value:
    """The weights."""

    linear: Annotated[list[int], Shape("int32", "features")]
    first: Annotated[list[list[int]], Shape("int32", "features", "units")]
    second: Annotated[list[int], Shape("int32", "units")]
    chance: Annotated[list[int], Shape("int32", "table")]  # in millionths


@extension_point
def write_features(r: Rules, s: State, out: Ints) -> int:
    """Write a position's features to the beginning of a buffer and return how many there are. What lies behind them is free."""
    return 0


@rule
def estimate(r: Rules, s: State, v: Value, out: Ints) -> int:
    """The chance to win, in millionths."""
    count = write_features(r, s, out)
    units = len(v.second)
    for unit in range(units):
        out[count + unit] = 0
    total = 0
    for i in range(count):
        x = out[i]
        if x != 0:
            total += x * v.linear[i]
            weights = v.first[i]
            for unit in range(units):
                out[count + unit] += x * weights[unit]
    for unit in range(units):
        if out[count + unit] > 0:
            total += (out[count + unit] * v.second[unit]) // SECOND_UNIT
    place = min(max(total + REACH * UNIT, 0), 2 * REACH * UNIT)
    step = place // _STEP
    below = v.chance[step]
    return below + (v.chance[step + 1] - below) * (place - step * _STEP) // _STEP
