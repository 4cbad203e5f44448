"""The fitted value functions as what the expectimax asks for at its leaves.

    expect_draws(position, fitted_chance, fitted_weights(position.rule_set))

The same sum as `estimate` of value.py, with its weights in one list of numbers instead of a record, because that is what a search can hand to any
value. The function is the one for positions at rest: a leaf is where a turn begins.
"""

from __future__ import annotations

from functools import lru_cache

from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, Layout, rule
from castlewise.solver.castle_panic.features import FEATURES, SCRATCH, features
from castlewise.solver.castle_panic.turn_search import AT_REST
from castlewise.solver.castle_panic.value_sets import value_set_for
from castlewise.solver.game_rules import CERTAIN
from castlewise.solver.value import MILLION, REACH, SECOND_UNIT, STEPS, TABLE, UNIT, Value

_STEP = UNIT // STEPS
# The list: room for the features and the units' sums, then the weights.
SUMS = FEATURES + SCRATCH
_MOST_UNITS = 64
UNITS_AT = SUMS + _MOST_UNITS
LINEAR_AT = UNITS_AT + 1
FIRST_AT = LINEAR_AT + FEATURES


@rule
def fitted_chance(r: Rules, s: State, weights: Ints) -> int:
    """The chance to win by a fitted function, from 0 to CERTAIN."""
    features(r, s, weights)
    units = weights[UNITS_AT]
    second_at = FIRST_AT + FEATURES * units
    for unit in range(units):
        weights[SUMS + unit] = 0
    total = 0
    for i in range(FEATURES):
        x = weights[i]
        if x != 0:
            total += x * weights[LINEAR_AT + i]
            for unit in range(units):
                weights[SUMS + unit] += x * weights[FIRST_AT + i * units + unit]
    for unit in range(units):
        if weights[SUMS + unit] > 0:
            total += (weights[SUMS + unit] * weights[second_at + unit]) // SECOND_UNIT
    place = min(max(total + REACH * UNIT, 0), 2 * REACH * UNIT)
    step = place // _STEP
    at = second_at + units + step
    chance = weights[at] + (weights[at + 1] - weights[at]) * (place - step * _STEP) // _STEP
    return chance * CERTAIN // MILLION


@lru_cache
def fitted_weights(rule_set: RuleSet) -> tuple[int, ...]:
    """The weights of the function for a rule set, as `fitted_chance` reads them."""
    net = value_set_for(rule_set).nets[AT_REST]
    units = len(net.second)
    record = Layout(Value, {"features": FEATURES, "units": units, "table": TABLE}).blank()
    net.write(record)
    assert units <= _MOST_UNITS
    first = [weight for row in record.first for weight in row]
    return tuple(int(n) for n in [*[0] * UNITS_AT, units, *record.linear, *first, *record.second, *record.chance])
