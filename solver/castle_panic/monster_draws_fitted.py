"""The fitted value functions as what the expectimax asks for at its leaves.

    expect_draws(position, fitted_chance, fitted_weights(position.rule_set))

A search hands one list of numbers to any value: here it is room for two rows of features, then the function. That is the one for positions at
rest: a leaf is where a turn begins.
"""

from __future__ import annotations

from functools import lru_cache

from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.solver.castle_panic.features import FEATURES, features
from castlewise.solver.castle_panic.turn_search import AT_REST
from castlewise.solver.castle_panic.value_sets import value_set_for
from castlewise.solver.game_rules import CERTAIN
from castlewise.solver.value import MILLION, chance_of_row

_FUNCTION_AT = 2 * FEATURES


@rule
def fitted_chance(r: Rules, s: State, weights: Ints) -> int:
    """The chance to win by a fitted function, from 0 to CERTAIN."""
    features(r, s, weights)
    return chance_of_row(weights, _FUNCTION_AT, weights, FEATURES) * CERTAIN // MILLION


@lru_cache
def fitted_weights(rule_set: RuleSet) -> tuple[int, ...]:
    """The weights of the function for a rule set, as `fitted_chance` reads them."""
    net = value_set_for(rule_set).nets[AT_REST]
    return (*[0] * _FUNCTION_AT, *net.numbers())
