"""The answer to a question about a turn from both solvers: CP-SAT finds the best, Z3 confirms an impossibility and says why.

An IMPOSSIBLE that the second solver did not confirm in time is UNKNOWN. If the two contradict each other nobody is told anything: that is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import Goal, Worth
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.castle_panic.turn_replay import ReplayFailed, TurnPlan
from castlewise.solver.verdict import Outcome, Verdict

if TYPE_CHECKING:
    from castlewise.solver.castle_panic.why_not import WhyNot


class Solvers(StrEnum):
    cpsat = "cpsat"
    z3 = "z3"
    both = "both"


@dataclass(frozen=True)
class TurnAnswer:
    verdict: Verdict
    plans: tuple[TurnPlan, ...] = ()
    why_not: WhyNot | None = None


def answer_turn(position: Position, worth: Worth, *, goal: Goal, count: int, solvers: Solvers, seconds: float) -> TurnAnswer:
    """The best ways to play a turn that meet a goal (which may be empty), with different resulting boards."""
    if solvers is Solvers.z3:
        return _z3_alone(position, goal, count, seconds)
    verdict, plans = best_turns(position, worth, goal=goal, count=count, seconds=seconds)
    if verdict.outcome is not Outcome.IMPOSSIBLE or solvers is Solvers.cpsat:
        return TurnAnswer(verdict, tuple(plans))
    from castlewise.solver.castle_panic.why_not import why_not

    reasons = why_not(position, goal, seconds=seconds)
    second = reasons.verdict
    if second.outcome is Outcome.SOLVED:
        raise ReplayFailed(f"{position}: CP-SAT finds {goal} impossible, Z3 does not")
    if second.outcome is Outcome.UNKNOWN:
        reason = f"CP-SAT finds it impossible, but Z3 could not confirm it: {second.reason}"
        return TurnAnswer(replace(verdict, outcome=Outcome.UNKNOWN, reason=reason))
    return TurnAnswer(replace(verdict, confirmed_by=(f"{second.solver} {second.version}",)), why_not=reasons)


def _z3_alone(position: Position, goal: Goal, count: int, seconds: float) -> TurnAnswer:
    """Ways to meet a goal, in no order of worth."""
    from castlewise.solver.castle_panic.turn_smt_answers import boards
    from castlewise.solver.castle_panic.why_not import why_not

    found = boards(position, goal, most=count, seconds=seconds)
    if found.verdict.outcome is Outcome.IMPOSSIBLE:
        return TurnAnswer(found.verdict, why_not=why_not(position, goal, seconds=seconds))
    return TurnAnswer(found.verdict, tuple(TurnPlan(way.moves, way.end, way.outlook, 0) for way in found.ways))
