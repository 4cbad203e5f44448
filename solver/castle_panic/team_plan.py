"""A team's plan for the coming turns: asked of the CP-SAT model and replayed, turn by turn, in a game in which nothing is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from castlewise.models.castle_panic.game import CastlePanic
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.rule_set import RuleSet
from castlewise.models.castle_panic.team_cpsat import TeamModel
from castlewise.models.castle_panic.turn_question import Outlook
from castlewise.models.kernel import Kernel
from castlewise.solver.castle_panic.turn_replay import Replay
from castlewise.solver.cpsat import TEAM, Preset, Status, ortools_version, run
from castlewise.solver.deadline import Deadline
from castlewise.solver.verdict import Outcome, ReplayFailed, Verdict


class QuietCastlePanic(CastlePanic):
    """Castle Panic in which no card is drawn up, no token comes and nothing charges: what a team plan assumes."""

    def __init__(self, rule_set: RuleSet, *, compiled: bool | None = None, kernel: Kernel | None = None) -> None:
        super().__init__(rule_set, compiled=compiled, kernel=kernel)
        self.rules.hand_size = 0
        self.rules.tokens_per_turn = 0
        self.rules.final_charge = 0

    @classmethod
    def taking_over(cls, position: Position) -> Position:
        """A position of the real game, to be played on quietly."""
        game = cls(position.rule_set, kernel=position.game.kernel)
        state = game.copy(position.state)
        state.charge = 0
        return Position(game, state)


@dataclass(frozen=True)
class TeamPlan:
    """The moves of each turn with the position it begins with, and what it comes to."""

    turns: tuple[tuple[Position, tuple[int, ...]], ...]
    end: Position
    structures_lost: int
    monsters_slain: int
    cards_spent: int


def plan_for_team(position: Position, turns: int, *, seconds: float = 30.0, preset: Preset = TEAM) -> tuple[Verdict, TeamPlan | None]:
    """The plan that loses the fewest structures, then slays the most Monsters, then spends the fewest cards."""
    deadline = Deadline(seconds)
    model = TeamModel(position, turns)
    status, value = run(model.model, preset, seconds)

    def verdict(outcome: Outcome, reason: str = "") -> Verdict:
        return Verdict(outcome, "CP-SAT", ortools_version(), preset.name, deadline.spent, reason=reason, optimal=status is Status.OPTIMAL)

    if status in (Status.UNKNOWN, Status.IMPOSSIBLE):  # doing nothing is always possible, so this is a matter of time
        return verdict(Outcome.UNKNOWN, deadline.unanswered), None

    def total(terms: list[object]) -> int:
        return sum(x if isinstance(x, int) else int(value(x)) for x in terms)

    replay = Replay(QuietCastlePanic.taking_over(position), list(model.packed))
    told: list[tuple[Position, tuple[int, ...]]] = []
    for number in range(turns):
        if replay.here.is_over:
            break
        begun, before = replay.here, len(replay.moves)
        replay.play_turn(model.plays(number, value), model.hurt(number, value))
        replay.monsters = model.monsters_after(number, value)
        _agree(replay)
        told.append((begun, tuple(replay.moves[before:])))
    plan = TeamPlan(tuple(told), replay.here, total(model.lost), total(model.slain), total(model.spent))
    return verdict(Outcome.SOLVED), plan


def _agree(replay: Replay) -> None:
    """The Monsters on the board are those that the solution foretells, unless the game is lost."""
    found = list(Outlook.of(replay.here).monsters)
    foretold = sorted(m for m in replay.monsters if m)
    if found != foretold and not replay.here.is_over:
        raise ReplayFailed(f"{replay.here}: {found} on the board, not {foretold}")
