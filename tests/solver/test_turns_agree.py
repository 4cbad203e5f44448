"""CP-SAT, Z3 and the enumeration of all plays, asked the same about a thousand turns: best value, whether a goal can be reached, whether in one way only."""

from __future__ import annotations

import pytest

from castle_panic.small_turns import any_goal, any_worth, small_turn
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.game import CastlePanic
from castlewise.solver.castle_panic.enumeration import enumerate_turn
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.castle_panic.turn_smt_answers import best, unique
from castlewise.solver.verdict import Outcome

TURNS = 1_000
STRETCH = 50


@pytest.mark.parametrize("first", range(0, TURNS, STRETCH))
def test_all_three_agree_on_best_value_feasibility_and_uniqueness(first: int) -> None:
    for seed in range(first, first + STRETCH):
        position = small_turn(100_000 + seed, phase=stages.PLAY_PHASE)
        enumerable = CastlePanic(position.rule_set).adopted(position)
        worth, goal = any_worth(position, seed), any_goal(position, seed)
        counted, _ = enumerate_turn(enumerable, worth)
        if counted.outcome is Outcome.UNKNOWN:
            continue
        assert best_turns(position, worth)[0].value == counted.value, str(position)
        assert best(position, worth).value == counted.value, str(position)
        reached, ways = enumerate_turn(enumerable, worth, goal=goal, count=2)
        by_cpsat, cpsat_ways = best_turns(position, worth, goal=goal, count=2)
        by_z3 = unique(position, goal)
        assert by_cpsat.outcome is by_z3.verdict.outcome is reached.outcome, str(position)
        assert [plan.value for plan in cpsat_ways] == [plan.value for plan in ways], str(position)
        assert by_z3.unique is (len(ways) == 1), str(position)
