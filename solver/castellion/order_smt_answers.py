"""Games with a known order of tiles, answered by Z3: can they be won, with which moves, and with how many different castles.

Whatever Z3 finds is played through the rules before anyone sees it; an answer that does not stand that raises ReplayFailed.
"""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castellion.castle_question import mirrored
from castlewise.models.castellion.order_question import BeyondOrderModel, OrderQuestion
from castlewise.models.castellion.order_smt import OrderModel
from castlewise.models.castellion.rule_set import INTRODUCTORY
from castlewise.solver.castellion.order_smt_replay import Replay, Won
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import FEASIBLE, Answer, Solver, verdict

SECONDS = 60.0


@dataclass(frozen=True)
class Ends:
    """Ways to win, no two with the same castle in the end. `complete`: there are no others."""

    ways: tuple[Won, ...]
    complete: bool
    verdict: Verdict

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one; None if that is not known."""
        if len(self.ways) > 1:
            return False
        return len(self.ways) == 1 if self.complete else None


def win(question: OrderQuestion, *, seconds: float = SECONDS) -> Verdict:
    """Whether the game can be won, and how. Raises BeyondOrderModel, with the reason, for what the model does not know about."""
    deadline = Deadline(seconds)
    if question.position.rule_set.level != INTRODUCTORY:  # many games can be won without powers, and that is found much sooner
        model = OrderModel(question, plain=True)
        solver = Solver(model.circuit, FEASIBLE, Deadline(seconds / 2))
        if solver.ask() is Answer.YES:
            return verdict(Outcome.SOLVED, FEASIBLE, deadline, moves=Replay(model, solver.solution()).won().moves)
    return _ends(question, 1, deadline).verdict


def count(question: OrderQuestion, most: int, *, seconds: float = SECONDS) -> Ends:
    """Up to `most` ways to win that end with different castles.

    If the castle is its own mirror image to begin with (or empty), whatever can be built can be built the other way round: mirror images then count once.
    """
    return _ends(question, most, Deadline(seconds))


def _ends(question: OrderQuestion, most: int, deadline: Deadline) -> Ends:
    model = OrderModel(question)
    both_ways = mirrored(model.castle) == model.castle
    solver = Solver(model.circuit, FEASIBLE, deadline)
    ways: list[Won] = []
    answer = Answer.YES
    while len(ways) < most:
        answer = solver.ask()
        if answer is not Answer.YES:
            break
        ways.append(Replay(model, solver.solution()).won())
        model.require_other_end(ways[-1].castle)
        if both_ways:
            model.require_other_end(mirrored(ways[-1].castle))
    if ways:
        found = verdict(Outcome.SOLVED, FEASIBLE, deadline, moves=ways[0].moves, reason=solver.reason)
    elif answer is Answer.NO:
        found = verdict(Outcome.IMPOSSIBLE, FEASIBLE, deadline, reason="Z3 proved that this order cannot be won")
    else:
        found = verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=solver.reason)
    return Ends(tuple(ways), answer is Answer.NO, found)


__all__ = ["SECONDS", "BeyondOrderModel", "Ends", "count", "verdict", "win"]
