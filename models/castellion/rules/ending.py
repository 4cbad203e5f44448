"""The end of a game."""

from __future__ import annotations

from castlewise.models.castellion.stages import OVER
from castlewise.models.castellion.state import State
from castlewise.models.kernel import rule


@rule
def end_game(s: State, outcome: int) -> None:
    """Nothing is pending any more; the castles, the piles and the ordeals stay as they are for everyone to see."""
    s.stage = OVER
    s.outcome = outcome
    s.resume = 0
    s.hand_from = 0
    s.gift = 0
    s.recovering = 0
    s.owner = 0
    s.purpose = 0
    s.due = 0
    s.sweep_column = 0
    s.sweep_row = 0
    s.reveals = 0
    s.number = 0
