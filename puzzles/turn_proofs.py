"""That a turn reaches its goal in one way only, shown by CP-SAT and by Z3: neither finds a way that leaves out anything of the solution.

A solution is a set of deeds (turn_table.py). Both models are asked for a way to reach the goal in which at least one of them is missing; each speaks of deeds
in its own variables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from castlewise.models.castle_panic import turn_cpsat, turn_smt
from castlewise.models.castle_panic.board import kind_of, space_of
from castlewise.models.castle_panic.expansions.wizards_tower.turn_cpsat import WizardsTurnModel
from castlewise.models.castle_panic.expansions.wizards_tower.turn_fates import Deed
from castlewise.models.castle_panic.expansions.wizards_tower.turn_smt import WizardsTurnModel as WizardsSmtModel
from castlewise.models.castle_panic.moves import ALL_FOR_ONE, DRIVE_BACK, HIT, NICE_SHOT, SLAY, TAR
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_question import BeyondTurnModel, Goal
from castlewise.models.castle_panic.turn_smt_plays import Target
from castlewise.models.literals import negated
from castlewise.models.smt_circuit import Term
from castlewise.puzzles.kind import NotShown
from castlewise.puzzles.puzzle import Prover
from castlewise.puzzles.turn_table import Deeds
from castlewise.solver.castle_panic.turn_plan import replayed, turn_model
from castlewise.solver.castle_panic.turn_smt_answers import checked, smt_model
from castlewise.solver.cpsat import TURN, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.z3 import FEASIBLE, VERSION, Answer, Solver

SECONDS = 20.0
SAYS = "the goal is reached, and never without a part of the solution"


def shown_by_cpsat(position: Position, goal: Goal, solution: Deeds, seconds: float = SECONDS) -> Prover:
    try:
        model = turn_model(position)
    except BeyondTurnModel as beyond:
        raise NotShown(str(beyond)) from None
    model.require(goal)
    status, value = run(model.model, TURN, seconds)
    if status not in (Status.OPTIMAL, Status.FEASIBLE):
        raise NotShown(f"CP-SAT finds no way to reach the goal: {status.value}")
    model.value = 0
    replayed(position, model, value)
    _leave_something_out_cpsat(model, solution)
    status, _ = run(model.model, TURN, seconds)
    if status is not Status.IMPOSSIBLE:
        raise NotShown("CP-SAT finds a second solution" if status is not Status.UNKNOWN else "CP-SAT ran out of time")
    return Prover("CP-SAT", ortools_version(), SAYS)


def _leave_something_out_cpsat(model: turn_cpsat.TurnModel, solution: Deeds) -> None:
    s, m = model.state, model.model
    missing = []

    def below(count: object, bound: int) -> None:
        """A literal that is true only if a count is below its bound."""
        literal = model.logic.variable()
        m.add(count <= bound - 1).only_enforce_if(literal)  # type: ignore[operator]
        missing.append(literal)

    for kind, count in enumerate(solution.spent):
        if count > 0:
            below(int(s.hands[s.player][kind]) - model.kept[kind], count)
    for kind, count in enumerate(solution.taken):
        if count > 0:
            below(sum(int(s.hands[p][kind]) - held[kind] for p, held in model.theirs.items()), count)
    for deed, count in solution.plays:
        below(_times_cpsat(model, deed), count)
    for arc in range(len(solution.walls)):
        if solution.walls[arc] > 0:
            missing.append(negated(model.wall[arc]))
        if solution.forts[arc] > 0:
            missing.append(negated(model.fort[arc]))
    m.add_bool_or(missing)


def _times_cpsat(model: turn_cpsat.TurnModel, deed: Deed) -> Any:
    """How often a thing is done."""
    if isinstance(model, WizardsTurnModel):
        return model.deed(deed)
    verb, space, token = deed
    here = [v for v in model.monsters if (space_of(v.packed), kind_of(v.packed)) == (space, token)]
    return sum(_times_at(v, verb) for v in here)


def _times_at(v: turn_cpsat.MonsterVariables, verb: int) -> Any:
    """How often a Monster is played at in one way."""
    several = {HIT: v.hits, NICE_SHOT: v.nice_shots, SLAY: v.slayers, ALL_FOR_ONE: v.together}
    return {TAR: v.tar, DRIVE_BACK: v.back}[verb] if verb not in several else sum(several[verb].values())  # type: ignore[attr-defined]


def _times_z3(target: Target, verb: int) -> list[int]:
    one = {NICE_SHOT: target.nice_shot, SLAY: target.slay, ALL_FOR_ONE: target.all_for_one, TAR: target.tar, DRIVE_BACK: target.drive_back}
    return target.hits if verb == HIT else [one[verb]]


def shown_by_z3(position: Position, goal: Goal, solution: Deeds, seconds: float = SECONDS) -> Prover:
    try:
        model = smt_model(position)
    except BeyondTurnModel as beyond:
        raise NotShown(str(beyond)) from None
    model.require_goal(goal)
    solver = Solver(model.circuit, FEASIBLE, Deadline(seconds))
    if solver.ask() is not Answer.YES:
        raise NotShown(f"Z3 finds no way to reach the goal {solver.reason}".strip())
    checked(model, goal, solver.solution())
    if isinstance(model, WizardsSmtModel):
        model.circuit.require_any(*_missing_with_wizards_tower(model, solution))
    else:
        leave_something_out(solution)(model)
    answer = solver.ask()
    if answer is not Answer.NO:
        raise NotShown("Z3 finds a second solution" if answer is Answer.YES else f"Z3: {solver.reason}")
    return Prover("z3", VERSION, SAYS)


def leave_something_out(solution: Deeds) -> Callable[[turn_smt.TurnModel], None]:
    """What a model of Z3's has to be asked for."""

    def require(model: turn_smt.TurnModel) -> None:
        model.circuit.require_any(*_missing(model, solution))

    return require


def _missing(model: turn_smt.TurnModel, solution: Deeds) -> Iterator[int]:
    c, board = model.circuit, model.before_move

    def below(terms: list[Term], bound: int) -> int:
        return -c.at_least(terms, bound)

    for kind, count in enumerate(solution.spent):
        if count > 0:
            hand = model.hand[kind]
            yield below([(hand.start, 1), *((-weight, literal) for weight, literal in hand.kept())], count)
    for kind, count in enumerate(solution.taken):
        if count > 0:
            hand = model.hand[kind]
            yield below([(1, literal) for literal in hand.taken] + [(-1, literal) for literal in hand.given], count)
    for (verb, space, token), count in solution.plays:
        here = [target for target in model.targets if (space_of(target.packed), kind_of(target.packed)) == (space, token)]
        yield below([(1, literal) for target in here for literal in _times_z3(target, verb)], count)
    for arc in range(len(solution.walls)):
        if solution.walls[arc] > 0:
            yield -board.walls[arc]
        if solution.forts[arc] > 0:
            yield -board.fortify[arc]


def _missing_with_wizards_tower(model: WizardsSmtModel, solution: Deeds) -> Iterator[int]:
    c, board = model.circuit, model.end
    for kind, count in enumerate(solution.spent):
        if count > 0:
            yield -c.at_least([(1, literal) for literal in model.spent[kind]], count)
    for deed, count in solution.plays:
        yield -c.at_least(model.times(deed), count)
    for arc in range(len(solution.walls)):
        if solution.walls[arc] > 0:
            yield -board.walls[arc]
        if solution.forts[arc] > 0:
            yield -board.fortify[arc]
