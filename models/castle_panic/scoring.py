"""Who wins a won game: everyone, or the Master Slayer (Game Variations, "Master Slayer")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from castlewise.models.castle_panic.rule_set import MASTER_SLAYER, RuleSet

if TYPE_CHECKING:
    from castlewise.models.castle_panic.position import Position


def victory_points(rules: RuleSet, position: Position, player: int) -> int:
    return sum(int(count) * token.points for count, token in zip(position.state.trophies[player], rules.components.tokens, strict=True))


def monsters_slain(position: Position, player: int) -> int:
    return sum(int(count) for count in position.state.trophies[player])


def winners(rules: RuleSet, position: Position) -> tuple[int, ...]:
    """Players still in share a cooperative win. The Master Slayer has the most points, then the most Monsters; a tie beyond that is shared."""
    surviving = [player for player in range(rules.players) if not position.state.out[player]]
    if rules.version != MASTER_SLAYER:
        return tuple(surviving)
    scores = {player: (victory_points(rules, position, player), monsters_slain(position, player)) for player in surviving}
    best = max(scores.values())
    return tuple(player for player in surviving if scores[player] == best)
