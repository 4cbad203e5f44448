"""The answer to a question about ordeals from both solvers: each is asked on its own, and what they say is compared.

A castle that one of them found was replayed through the rules, so it stands. That there is none is said only if both found none; if the second could not
tell in time, the answer is UNKNOWN. If they contradict each other nobody is told anything: that is a bug.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from castlewise.models.castellion.castle_question import Building, CastleQuestion
from castlewise.models.castellion.order_question import OrderQuestion
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Solvers, Verdict

if TYPE_CHECKING:
    from castlewise.solver.conflict import Conflict


@dataclass(frozen=True)
class Why:
    """Why something is impossible: sentences that exclude each other (within a frame that holds throughout), and what would help, in words."""

    conflict: Conflict | None
    frame: str
    repairs: tuple[str, ...]


@dataclass(frozen=True)
class OrdealAnswer:
    """`verdicts` has what each solver said. `tiles` is the fewest further tiles, if that was asked; `proved_by` names who proved that fewer do not do."""

    outcome: Outcome
    verdicts: tuple[Verdict, ...]
    reason: str = ""
    building: Building | None = None
    moves: tuple[int, ...] = ()
    tiles: int | None = None
    proved_by: tuple[str, ...] = ()
    why: Why | None = None


def answer_castle(
    question: CastleQuestion, *, solvers: Solvers, fewest: bool = False, why: bool = False, seconds: float, each: bool = False
) -> OrdealAnswer:
    """`each`: ask both solvers also where the first has found a castle. It was replayed: there is nothing left to confirm but that fewer tiles do not do."""
    deadline = Deadline(seconds)
    verdicts: list[Verdict] = []
    buildings: list[Building] = []
    for solver in (Solvers.cpsat, Solvers.z3):
        if solvers not in (solver, Solvers.both):
            continue
        if buildings and not (fewest or each):
            break
        verdict, building = _ask_about_castle(solver, question, fewest, deadline.left)
        verdicts.append(verdict)
        buildings += [building] if building is not None else []
    outcome, reason = agreed(verdicts)
    counts = [verdict.value for verdict in verdicts if verdict.value is not None]
    proved = [verdict for verdict in verdicts if verdict.optimal and verdict.value is not None]
    if proved and min(counts) < max(verdict.value or 0 for verdict in proved):
        raise ReplayFailed(f"{question}: a number of tiles proved the fewest is not: {verdicts}")
    best = counts.index(min(counts)) if counts else 0
    reasons = None
    if why and outcome is Outcome.IMPOSSIBLE:
        from castlewise.solver.castellion.castle_why_not import why_not

        found = why_not(question, seconds=max(deadline.left, seconds / 2))
        reasons = Why(found.conflict, found.frame, tuple(repair.words for repair in found.repairs))
    return OrdealAnswer(
        outcome,
        tuple(verdicts),
        reason,
        buildings[best] if buildings else None,
        tiles=min(counts, default=None),
        proved_by=tuple(verdict.solver for verdict in proved),
        why=reasons,
    )


def answer_order(question: OrderQuestion, *, solvers: Solvers, why: bool = False, seconds: float) -> OrdealAnswer:
    """Whether tiles in a known order can win, and how."""
    deadline = Deadline(seconds)
    verdicts: list[Verdict] = []
    for solver in (Solvers.cpsat, Solvers.z3):
        if solvers not in (solver, Solvers.both):
            continue
        if verdicts and verdicts[0].outcome is Outcome.SOLVED:
            break  # the moves were replayed to a game that is won: there is nothing left to confirm
        verdicts.append(_ask_about_order(solver, question, deadline.left))
    outcome, reason = agreed(verdicts)
    moves = next((verdict.moves for verdict in verdicts if verdict.outcome is Outcome.SOLVED), ())
    reasons = None
    if why and outcome is Outcome.IMPOSSIBLE:
        from castlewise.solver.castellion.order_why_not import why_not

        found = why_not(question, seconds=max(deadline.left, seconds / 2))
        reasons = Why(found.conflict, "", (found.repair.words,) if found.repair is not None else ())
    return OrdealAnswer(outcome, tuple(verdicts), reason, moves=moves, why=reasons)


def agreed(verdicts: list[Verdict]) -> tuple[Outcome, str]:
    """What all solvers asked say together, and why it is no clear answer."""
    outcomes = [verdict.outcome for verdict in verdicts]
    if Outcome.SOLVED in outcomes:
        if Outcome.IMPOSSIBLE in outcomes:
            raise ReplayFailed(f"one solver finds it impossible, the other does not: {verdicts}")
        return Outcome.SOLVED, ""
    unknown = next((verdict for verdict in verdicts if verdict.outcome is Outcome.UNKNOWN), None)
    if unknown is None:
        return Outcome.IMPOSSIBLE, verdicts[0].reason
    alone = next((verdict for verdict in verdicts if verdict.outcome is Outcome.IMPOSSIBLE), None)
    if alone is None:
        return Outcome.UNKNOWN, unknown.reason
    return Outcome.UNKNOWN, f"{alone.solver} finds it impossible, but {unknown.solver} could not confirm it: {unknown.reason}"


def _ask_about_castle(solver: Solvers, question: CastleQuestion, fewest: bool, seconds: float) -> tuple[Verdict, Building | None]:
    if solver is Solvers.cpsat:
        from castlewise.solver.castellion import castle_plan

        return (castle_plan.fewest if fewest else castle_plan.meet)(question, seconds=seconds)
    from castlewise.solver.castellion import castle_smt_answers

    return (castle_smt_answers.fewest if fewest else castle_smt_answers.meet)(question, seconds=seconds)


def _ask_about_order(solver: Solvers, question: OrderQuestion, seconds: float) -> Verdict:
    if solver is Solvers.cpsat:
        from castlewise.solver.castellion import order_plan

        return order_plan.win(question, seconds=seconds)
    from castlewise.solver.castellion import order_smt_answers

    return order_smt_answers.win(question, seconds=seconds)
