"""The answer to a question about a turn from both solvers: CP-SAT finds the best, Z3 confirms an impossibility and says why.

What the turn models leave out is enumerated: every way to play, through the rules.

An IMPOSSIBLE that the second solver did not confirm in time is UNKNOWN. If the two contradict each other nobody is told anything: that is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import PLAY_PHASE
from castlewise.models.castle_panic.turn_question import BeyondTurnModel, Goal, Worth, no_worth
from castlewise.models.version import castlewise_version
from castlewise.solver.castle_panic.enumeration import enumerate_turn
from castlewise.solver.castle_panic.turn_plan import best_turns
from castlewise.solver.castle_panic.turn_replay import TurnPlan
from castlewise.solver.cpsat import ortools_version
from castlewise.solver.verdict import Outcome, ReplayFailed, Solvers, Verdict

if TYPE_CHECKING:
    from castlewise.solver.castle_panic.guarantee import Guarantee
    from castlewise.solver.castle_panic.why_not import WhyNot
    from castlewise.solver.castle_panic.worst_draws import Condition

MOST_BOARDS = 300  # that an impossible guarantee is confirmed on


@dataclass(frozen=True)
class TurnAnswer:
    verdict: Verdict
    plans: tuple[TurnPlan, ...] = ()
    why_not: WhyNot | None = None


def answer_turn(position: Position, worth: Worth, *, goal: Goal, count: int, solvers: Solvers, seconds: float) -> TurnAnswer:
    """The best ways to play a turn that meet a goal (which may be empty), with different resulting boards."""
    if solvers is Solvers.z3:
        return _z3_alone(position, goal, count, seconds)
    try:
        verdict, plans = best_turns(position, worth, goal=goal, count=count, seconds=seconds)
    except BeyondTurnModel as beyond:
        return _enumerated(position, worth, goal, count, str(beyond))
    if verdict.outcome is not Outcome.IMPOSSIBLE or solvers is Solvers.cpsat:
        return TurnAnswer(verdict, tuple(plans))
    if position.rule_set.wizards_tower:
        return _confirmed(position, verdict, goal, seconds)
    from castlewise.solver.castle_panic.why_not import why_not

    reasons = why_not(position, goal, seconds=seconds)
    second = reasons.verdict
    if second.outcome is Outcome.SOLVED:
        raise ReplayFailed(f"{position}: CP-SAT finds {goal} impossible, Z3 does not")
    if second.outcome is Outcome.UNKNOWN:
        reason = f"CP-SAT finds it impossible, but Z3 could not confirm it: {second.reason}"
        return TurnAnswer(replace(verdict, outcome=Outcome.UNKNOWN, reason=reason))
    return TurnAnswer(replace(verdict, confirmed_by=(f"{second.solver} {second.version}",)), why_not=reasons)


def _enumerated(position: Position, worth: Worth, goal: Goal, count: int, why: str) -> TurnAnswer:
    """What the turn models leave out: every way to play, tried through the rules."""
    if position.state.stage != PLAY_PHASE:
        reason = f"{why}, and enumeration begins with the Play phase: make the discard and the trades first"
        return TurnAnswer(Verdict(Outcome.UNKNOWN, "enumeration", castlewise_version(), "", 0.0, reason=reason))
    verdict, plans = enumerate_turn(position, worth, goal=goal, count=count)
    return TurnAnswer(replace(verdict, reason=f"{why}; {verdict.reason or 'every way to play was tried'}"), tuple(plans))


def _confirmed(position: Position, verdict: Verdict, goal: Goal, seconds: float) -> TurnAnswer:
    """An impossibility with the Wizard's Tower, confirmed by Z3, or by trying everything; without reasons, which Z3's model of it does not give."""
    from castlewise.solver.castle_panic.turn_smt_answers import reach

    second = reach(position, goal, seconds=seconds)
    if second.outcome is Outcome.UNKNOWN and position.state.stage == PLAY_PHASE:
        second, _ = enumerate_turn(position, no_worth(), goal=goal)
    if second.outcome is Outcome.SOLVED:
        raise ReplayFailed(f"{position}: CP-SAT finds {goal} impossible, but {second.moves} reach it")
    if second.outcome is Outcome.UNKNOWN:
        return TurnAnswer(replace(verdict, outcome=Outcome.UNKNOWN, reason=f"CP-SAT finds it impossible, not confirmed: {second.reason}"))
    return TurnAnswer(replace(verdict, reason=second.reason, confirmed_by=(f"{second.solver} {second.version}",)))


def answer_guarantee(position: Position, condition: Condition, *, seconds: float) -> Guarantee:
    """A play that holds whatever is drawn. That there is none is confirmed by CP-SAT, which lists the boards, and by the draws that break each of them."""
    from castlewise.solver.castle_panic.guarantee import guarantee

    found = guarantee(position, condition, seconds=seconds)
    if found.verdict.outcome is not Outcome.IMPOSSIBLE:
        return found
    confirmed = _every_board_breaks(position, condition, seconds)
    if confirmed:
        return replace(found, verdict=replace(found.verdict, confirmed_by=(f"CP-SAT {ortools_version()}, {confirmed} boards one by one",)))
    reason = f"{found.verdict.reason}; by Z3 alone, as there are more than {MOST_BOARDS} boards to confirm it on or too little time"
    return replace(found, verdict=replace(found.verdict, outcome=Outcome.UNKNOWN, reason=reason))


def _every_board_breaks(position: Position, condition: Condition, seconds: float) -> int:
    """How many boards a turn can lead to, if all of them are broken by some draw; 0 if they could not all be looked at."""
    from castlewise.solver.castle_panic.worst_draws import Condition, OutOfTime, WorstDraws
    from castlewise.solver.deadline import Deadline

    goal = Goal(no_tower_falls=condition is Condition.NO_TOWER_FALLS)
    deadline = Deadline(seconds)
    # Of plays with the same board the one with Missing is the safest: no token comes.
    verdict, plans = best_turns(position, replace(no_worth(), missing=1), goal=goal, count=MOST_BOARDS, seconds=seconds)
    if verdict.outcome is Outcome.IMPOSSIBLE:
        return 1  # the Move phase breaks the only boards there are
    if verdict.reason or len(plans) == MOST_BOARDS:
        return 0
    try:
        for plan in plans:
            if WorstDraws(plan.end, condition, deadline).refutation() is None:
                raise ReplayFailed(f"{position}: Z3 finds no play that holds, but {plan.moves} does")
    except OutOfTime:
        return 0
    return len(plans)


def _z3_alone(position: Position, goal: Goal, count: int, seconds: float) -> TurnAnswer:
    """Ways to meet a goal, in no order of worth."""
    from castlewise.solver.castle_panic.turn_smt_answers import boards
    from castlewise.solver.castle_panic.why_not import why_not

    found = boards(position, goal, most=count, seconds=seconds)
    if found.verdict.outcome is Outcome.IMPOSSIBLE and not position.rule_set.wizards_tower:
        return TurnAnswer(found.verdict, why_not=why_not(position, goal, seconds=seconds))
    return TurnAnswer(found.verdict, tuple(TurnPlan(way.moves, way.end, way.outlook, 0) for way in found.ways))
