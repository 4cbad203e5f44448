"""The two piles of tiles."""

from __future__ import annotations

from castlewise.models.castellion.moves import SAFE_PILE
from castlewise.models.castellion.state import State
from castlewise.models.kernel import rule
from castlewise.models.kinds import any_in


@rule
def pile_left(s: State, pile: int) -> int:
    """Whether a pile has a tile."""
    return any_in(s.safe) if pile == SAFE_PILE else any_in(s.standard)


@rule
def draw_from(s: State, pile: int, kind: int) -> None:
    if pile == SAFE_PILE:
        s.safe[kind] -= 1
    else:
        s.standard[kind] -= 1
