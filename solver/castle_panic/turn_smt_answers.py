"""Questions about a turn, answered by Z3: can a goal be met, is there only one way, how many, and what is best.

What Z3 finds is a set of plays. Here they are put into an order that the rules accept, replayed, and compared with what Z3 said the board would be: an
answer that does not stand that raises, because then the model or the rules are wrong and nobody should be told anything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from castlewise.models.castle_panic.expansions.wizards_tower.turn_smt import WizardsTurnModel
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import BeyondTurnModel, Goal, Worth
from castlewise.models.castle_panic.turn_smt import TurnModel
from castlewise.models.smt_circuit import Term
from castlewise.solver.castle_panic.turn_smt_replay import Replay, SolverDisagrees, replay
from castlewise.solver.castle_panic.wizards_tower_replay import WizardsReplay
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, Verdict
from castlewise.solver.z3 import BEST, FEASIBLE, Answer, Solver, verdict

SECONDS = 10.0


@dataclass(frozen=True)
class Boards:
    """Ways to play with different resulting boards. `complete`: there are no others."""

    ways: tuple[Replay, ...]
    complete: bool
    verdict: Verdict

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one resulting board; None if that is not known."""
        if len(self.ways) > 1:
            return False
        return len(self.ways) == 1 if self.complete else None


def reach(position: Position, goal: Goal, *, seconds: float = SECONDS) -> Verdict:
    """Whether a turn can meet a goal, and how."""
    return boards(position, goal, most=1, seconds=seconds).verdict


def unique(position: Position, goal: Goal, *, seconds: float = SECONDS) -> Boards:
    """Whether a goal can be met with one resulting board only; a second one is shown if there is."""
    return boards(position, goal, most=2, seconds=seconds)


def boards(position: Position, goal: Goal, *, most: int, seconds: float = SECONDS) -> Boards:
    """Up to `most` ways to meet a goal, no two with the same board after the Move phase."""
    deadline = Deadline(seconds)
    try:
        model = smt_model(position)
    except BeyondTurnModel as beyond:
        return Boards((), False, verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=str(beyond)))
    model.require_goal(goal)
    solver = Solver(model.circuit, FEASIBLE, deadline)
    ways: list[Replay] = []
    answer = Answer.YES
    while len(ways) < most:
        answer = solver.ask()
        if answer is not Answer.YES:
            break
        ways.append(checked(model, goal, solver.solution()))
        if len(ways) < most:
            model.require_other_board(ways[-1].outlook)
    if ways:
        found = verdict(Outcome.SOLVED, FEASIBLE, deadline, moves=ways[0].moves, reason=solver.reason)
    elif answer is Answer.NO:
        found = verdict(Outcome.IMPOSSIBLE, FEASIBLE, deadline, reason="Z3 proved that no way to play the turn meets the goal")
    else:
        found = verdict(Outcome.UNKNOWN, FEASIBLE, deadline, reason=solver.reason)
    return Boards(tuple(ways), answer is Answer.NO, found)


def best(position: Position, worth: Worth, goal: Goal | None = None, *, seconds: float = SECONDS) -> Verdict:
    """The way to play that is worth most (and meets a goal), found by asking for more and more."""
    deadline = Deadline(seconds)
    try:
        model = smt_model(position)
    except BeyondTurnModel as beyond:
        return verdict(Outcome.UNKNOWN, BEST, deadline, reason=str(beyond))
    goal = goal or Goal()
    model.require_goal(goal)
    terms = model.worth(worth)
    solver = Solver(model.circuit, BEST, deadline)
    answer = solver.ask()
    if answer is Answer.NO:
        return verdict(Outcome.IMPOSSIBLE, BEST, deadline, reason="Z3 proved that no way to play the turn meets the goal")
    if answer is Answer.UNKNOWN:
        return verdict(Outcome.UNKNOWN, BEST, deadline, reason=solver.reason)
    best_so_far = solver.solution()
    low, high = _value(terms, best_so_far), _most(terms)
    while low < high:
        wanted = low + max(1, (high - low) // 2)
        bound = model.circuit.variable()
        model.circuit.require_any(-bound, model.circuit.at_least(terms, wanted))
        answer = solver.ask([bound])
        if answer is Answer.YES:
            best_so_far = solver.solution()
            low = _value(terms, best_so_far)
            model.circuit.require(bound)
        elif answer is Answer.NO:
            high = wanted - 1
            model.circuit.require(-bound)
        else:
            break
    way = checked(model, goal, best_so_far)
    value = way.worth(worth)
    if value != low:
        raise SolverDisagrees(position, way.moves, f"Z3 said the turn was worth {low}, the rules say {value}")
    return verdict(Outcome.SOLVED, BEST, deadline, moves=way.moves, value=value, optimal=low == high, reason=solver.reason)


def smt_model(position: Position) -> TurnModel | WizardsTurnModel:
    """The model that knows a position's rules. Raises BeyondTurnModel."""
    return WizardsTurnModel(position) if position.rule_set.wizards_tower else TurnModel(position)


def checked(model: TurnModel | WizardsTurnModel, goal: Goal, true: Callable[[int], bool]) -> Replay:
    """A solution replayed, with the board that was predicted and the goal met."""
    if isinstance(model, WizardsTurnModel):
        way = _wizards_replay(model, true)
    else:
        way = replay(model.position, model.plan(true), [target.packed for target in model.targets])
    predicted = model.outlook(true)
    if way.outlook != predicted:
        raise SolverDisagrees(model.position, way.moves, f"Z3 said the board would be {predicted}, the rules say {way.outlook}")
    if not way.achieves(goal):
        raise SolverDisagrees(model.position, way.moves, f"the plays do not meet {goal}")
    return way


def _wizards_replay(model: WizardsTurnModel, true: Callable[[int], bool]) -> Replay:
    """A solution of the Wizard's Tower's model comes in its order."""
    start = model.position
    made = WizardsReplay(start)
    made.play([[tuple(model.moves(true))]])
    standing, before = model.standing(true), made.before_move.numbers
    if sorted(filter(None, standing)) != list(before.monsters[: before.monster_count]):
        raise SolverDisagrees(start, tuple(made.moves), f"Z3 said that {standing} would be left of {model.packed}")
    made.hurt_at(model.victims(true))
    slain = tuple(old for old, now in zip(model.packed, standing, strict=True) if not now)
    nothing = (0,) * len(start.rule_set.components.cards)
    return Replay(start, made.before_move, made.here, tuple(made.moves), nothing, slain, 0, 0)


def _value(terms: list[Term], true: Callable[[int], bool]) -> int:
    return sum(weight for weight, literal in terms if true(literal))


def _most(terms: list[Term]) -> int:
    """No turn is worth more than this: every quantity at its best."""
    least: dict[int, int] = {}
    constant = 0
    for weight, literal in terms:
        if literal < 0:
            constant += weight
            weight, literal = -weight, -literal
        least[literal] = least.get(literal, 0) + weight
    constant += least.pop(1, 0)
    return constant + sum(max(0, weight) for weight in least.values())
