"""Set up a position of the Wizard's Tower for a test by saying only what matters, in the keys of a position file."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from castle_panic.arrange import chances, options, play
from castlewise.models.castle_panic.position import Position
from castlewise.models.castle_panic.position_file import read_position_file

__all__ = ["arrange", "board", "chances", "hand", "move_monsters", "options", "play", "token"]

QUIET = ["plague archers", "plague knights", "plague swordsmen"]  # tokens that do nothing to empty hands


def arrange(rules: str = "players=2", *, compiled: bool = False, **stated: Any) -> Position:
    """A position from what is stated, underscores for hyphens; the Wizard's Tower stands in arc 6 unless something else is said."""
    values: dict[str, Any] = {"rules": f"{rules},wizards-tower", **{key.replace("_", "-"): value for key, value in stated.items()}}
    towers: Sequence[int] = values.get("towers", [1, 2, 3, 4, 5, 6])
    values.setdefault("wizard-tower", 6 if 6 in towers else 0)
    return read_position_file("\n".join(f"{key} = {json.dumps(value)}" for key, value in values.items()), compiled=compiled)


def board(position: Position) -> list[str]:
    """The Monsters in words, outermost ring first, then by arc."""
    components = position.rule_set.components
    found = []
    for m in position.monsters:
        words = [m.name, m.ring, str(m.arc)]
        words += [f"health {m.health}"] if m.health < components.tokens[components.token(m.name)].health else []
        words += ["tarred"] * m.tarred + [f"flames {m.flames}"] * bool(m.flames)
        found.append(" ".join(words))
    return found


def hand(position: Position, player: int = 0) -> list[str]:
    return position.hands[player]


def move_monsters(*monsters: str, rules: str = "players=2", **stated: Any) -> Position:
    """Phase 5 of these Monsters, up to the first question or to phase 6; the pile holds only quiet tokens."""
    return arrange(rules, monsters=list(monsters), stage="move", **{"pile": QUIET, **stated})


def token(code: str, *monsters: str, rules: str = "players=2", rest: Sequence[str] = QUIET, name: str, **stated: Any) -> Position:
    """A token just drawn in phase 6, the pile otherwise quiet."""
    position = arrange(rules, monsters=list(monsters), stage="token", pile=[name, *rest], **stated)
    return play(position, f"token.{code}")
