"""Whether anything fits a castle's reach, asked of both solvers: what does not is impossible, what does has still to be played."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from castlewise.models.castellion import reach_cpsat, reach_smt
from castlewise.models.castellion.reach import Reach
from castlewise.solver.cpsat import REACH, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import FEASIBLE, Answer, Solver
from castlewise.solver.z3 import verdict as z3_verdict

NOTHING_FITS = "nothing that the rules allow from here meets it"


def fits_cpsat(castles: Sequence[Reach], deadline: Deadline) -> Verdict:
    def outcome_of(reach: Reach, offset: int) -> tuple[Outcome, str]:
        status, _ = run(reach_cpsat.ReachModel(reach, offset).model, REACH, deadline.left)
        if status is Status.IMPOSSIBLE:
            return Outcome.IMPOSSIBLE, ""
        return (Outcome.UNKNOWN, deadline.unanswered) if status is Status.UNKNOWN else (Outcome.SOLVED, "")

    outcome, reason = _all_of(castles, outcome_of)
    return Verdict(outcome, "CP-SAT", ortools_version(), REACH.name, deadline.spent, reason=reason)


def fits_z3(castles: Sequence[Reach], deadline: Deadline) -> Verdict:
    def outcome_of(reach: Reach, offset: int) -> tuple[Outcome, str]:
        solver = Solver(reach_smt.ReachModel(reach, offset).circuit, FEASIBLE, deadline)
        answer = solver.ask()
        outcomes = {Answer.YES: Outcome.SOLVED, Answer.NO: Outcome.IMPOSSIBLE, Answer.UNKNOWN: Outcome.UNKNOWN}
        return outcomes[answer], solver.reason

    outcome, reason = _all_of(castles, outcome_of)
    return z3_verdict(outcome, FEASIBLE, deadline, reason=reason)


def _all_of(castles: Sequence[Reach], outcome_of: Callable[[Reach, int], tuple[Outcome, str]]) -> tuple[Outcome, str]:
    """IMPOSSIBLE if nothing fits any of them, in any place; SOLVED says only that something may."""
    open_reason: str | None = None
    for reach in castles:
        for offset in sorted(reach.offsets, key=reach.beyond):
            outcome, reason = outcome_of(reach, offset)
            if outcome is Outcome.SOLVED:
                return outcome, ""
            if outcome is Outcome.UNKNOWN:
                open_reason = reason
                break
    return (Outcome.IMPOSSIBLE, NOTHING_FITS) if open_reason is None else (Outcome.UNKNOWN, open_reason)
