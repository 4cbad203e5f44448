"""The best play of a turn: asked of the CP-SAT model, put in an order, and replayed through the rules before anyone sees it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from castlewise.models.castle_panic.expansions.wizards_tower.turn_cpsat import WizardsTurnModel
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.turn_cpsat import TurnModel
from castlewise.models.castle_panic.turn_question import Goal, Outlook, Worth
from castlewise.solver.castle_panic.turn_replay import Replay, TurnPlan
from castlewise.solver.castle_panic.wizards_tower_replay import WizardsReplay
from castlewise.solver.cpsat import TURN, Preset, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Verdict


def best_turns(
    position: Position, worth: Worth, *, goal: Goal | None = None, count: int = 1, seconds: float = 10.0, preset: Preset = TURN
) -> tuple[Verdict, list[TurnPlan]]:
    """The best ways to play a turn with different resulting boards, best first."""
    deadline = Deadline(seconds)
    model = turn_model(position)
    if goal:
        model.require(goal)
    model.maximise(worth)
    plans: list[TurnPlan] = []
    outcome, reason = Outcome.IMPOSSIBLE, ""
    optimal = True
    while len(plans) < count:
        if deadline.left <= 0:
            outcome, reason = Outcome.UNKNOWN, deadline.unanswered
            break
        status, value = run(model.model, preset, deadline.left)
        if status is Status.UNKNOWN:
            outcome, reason = Outcome.UNKNOWN, deadline.unanswered
            break
        if status is Status.IMPOSSIBLE:
            break
        optimal = optimal and status is Status.OPTIMAL
        plans.append(replayed(position, model, value))
        if len(plans) < count:
            model.forbid(plans[-1].outlook)
    if plans:
        outcome = Outcome.SOLVED
    spent = deadline.spent
    moves = plans[0].moves if plans else ()
    best = plans[0].value if plans else None
    return Verdict(outcome, "CP-SAT", ortools_version(), preset.name, spent, moves, best, reason, optimal and bool(plans)), plans


def turn_model(position: Position) -> TurnModel:
    """The model that knows a position's rules. Raises BeyondTurnModel where cards or Monsters are left to enumeration."""
    return WizardsTurnModel(position) if position.rule_set.wizards_tower else TurnModel(position)


def replayed(position: Position, model: TurnModel, value: Callable[[Any], int]) -> TurnPlan:
    """Put the plays of a solution in an order that the rules accept, and let those be hurt whom the solution chose."""
    replay: Replay | WizardsReplay
    if isinstance(model, WizardsTurnModel):
        replay = WizardsReplay(position)
        replay.exchange(*model.exchanges(value))
        replay.play(model.steps(value))
        replay.hurt(model.victims(value))
    else:
        replay = Replay(position, [v.packed for v in model.monsters])
        replay.play_turn(model.plays(value), model.hurt(value))
    found, foretold = Outlook.of(replay.here), model.outlook(value)
    if found != foretold:
        raise ReplayFailed(f"{position}: {[position.game.short(position, m) for m in replay.moves]} leads to {found}, not to {foretold}")
    worth = model.value if isinstance(model.value, int) else int(value(model.value))
    return TurnPlan(tuple(replay.moves), replay.here, found, worth)
