"""What the team could do next, after a way to end this turn: its plan for the coming turns if nothing were drawn (team_plan.py)."""

from __future__ import annotations

from collections.abc import Sequence

from castlewise.models.castle_panic.moves import END_PLAY
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.stages import DISCARD_PHASE, PLAY_PHASE, TRADE_PHASE
from castlewise.models.contract import Node
from castlewise.models.move_code import verb_of
from castlewise.models.problems import InvalidInput
from castlewise.solver.castle_panic.closed_hands import closed
from castlewise.solver.castle_panic.team_plan import QuietCastlePanic, plan_for_team

_STAGES = (DISCARD_PHASE, TRADE_PHASE, PLAY_PHASE)  # that a turn can be planned from
TURNS = 2
SECONDS = 3.0


def coming_turns(position: Position, moves: Sequence[int], *, turns: int = TURNS, seconds: float = SECONDS) -> list[str]:
    """A line a turn. Nothing if the moves do not end the turn, if the game is over then, or if the model leaves such a game to others."""
    if not moves or verb_of(moves[-1]) != END_PLAY or position.rule_set.wizards_tower or closed(position.rule_set):
        return []
    here = QuietCastlePanic.taking_over(position)
    game = here.game
    for m in moves:
        if game.node(here) is not Node.CHOICE:
            return []  # a card was drawn on the way: what it is nobody knows
        here = game.apply(here, m)
    while here.state.stage not in _STAGES:
        if game.node(here) is not Node.CHOICE:
            return []
        here = game.apply(here, game.choices(here)[0])  # who is hurt by a Wall: a plan for people, not a proof
    try:
        verdict, plan = plan_for_team(Position(position.game, here.state), turns, seconds=seconds)
    except InvalidInput:
        return []
    if plan is None:
        return []
    said = []
    for begun, planned in plan.turns:
        words = []
        now = begun
        for m in planned:
            words.append(now.game.describe(now, m))
            now = now.game.apply(now, m)
        said.append(f"player {begun.player + 1}: " + "; ".join(words))
    best = "" if verdict.optimal else ", the best found in the time"
    said.append(f"by then, if nothing is drawn: structures lost {plan.structures_lost}, Monsters slain {plan.monsters_slain}{best}")
    return said
