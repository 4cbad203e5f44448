"""Two solvers, one answer: an impossibility counts when the other solver confirms it, and is UNKNOWN otherwise."""

from __future__ import annotations

import pytest

from castle_panic.small_turns import any_goal, any_worth, small_turn
from castlewise.models.castle_panic import stages
from castlewise.models.castle_panic.notation import read_line
from castlewise.models.castle_panic.turn_question import read_goal, simple_worth
from castlewise.solver.castle_panic import turn_answer
from castlewise.solver.castle_panic.turn_answer import answer_guarantee, answer_turn
from castlewise.solver.castle_panic.worst_draws import Condition
from castlewise.solver.verdict import Outcome, Solvers

FIELD = "cp:players=2,co-op/WWTTTT/a1g1.a1o2.k3t3.s4o1/p1.play/ra.rh.gk.gs,ta/-/-"


def test_either_solver_alone_and_both_give_the_same_verdict() -> None:
    seen = set()
    for seed in range(40):
        position = small_turn(200_000 + seed)
        goal, worth = any_goal(position, seed), any_worth(position, seed)
        answers = [answer_turn(position, worth, goal=goal, count=1, solvers=solvers, seconds=20) for solvers in Solvers]
        assert len({answer.verdict.outcome for answer in answers}) == 1, str(position)
        seen.add(answers[0].verdict.outcome)
    assert seen == {Outcome.SOLVED, Outcome.IMPOSSIBLE}


def test_an_impossible_goal_is_confirmed_by_z3_and_explained() -> None:
    position = read_line(FIELD, compiled=False)
    goal = read_goal(position, "slay=k3t3")
    answer = answer_turn(position, simple_worth(position.rule_set), goal=goal, count=1, solvers=Solvers.both, seconds=20)
    assert answer.verdict.outcome is Outcome.IMPOSSIBLE
    assert answer.verdict.confirmed_by[0].startswith("z3 ")
    assert answer.why_not is not None
    assert answer.why_not.conflict is not None


def test_a_guarantee_that_nothing_can_give_is_confirmed_on_every_board(monkeypatch: pytest.MonkeyPatch) -> None:
    position = read_line(FIELD, compiled=False)
    refused = answer_guarantee(position, Condition.NO_TOWER_FALLS, seconds=20).verdict
    assert refused.outcome is Outcome.IMPOSSIBLE
    assert "boards one by one" in refused.confirmed_by[0]
    monkeypatch.setattr(turn_answer, "MOST_BOARDS", 2)
    assert answer_guarantee(position, Condition.NO_TOWER_FALLS, seconds=20).verdict.outcome is Outcome.UNKNOWN


def test_guarantees_are_given_or_confirmed_to_be_impossible() -> None:
    seen = set()
    for seed in range(25):
        position = small_turn(300_000 + seed, phase=stages.PLAY_PHASE)
        verdict = answer_guarantee(position, Condition.NO_TOWER_FALLS, seconds=10).verdict
        assert verdict.outcome is not Outcome.IMPOSSIBLE or verdict.confirmed_by, str(position)
        seen.add(verdict.outcome)
    assert {Outcome.SOLVED, Outcome.IMPOSSIBLE} <= seen
