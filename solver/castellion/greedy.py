"""The greedy player of Castellion: one decision at a time, no look-ahead.

A first version: it draws from the safe pile while an ordeal is near, places what it can, and takes the first choice elsewhere.
"""

from __future__ import annotations

from castlewise.models.castellion.moves import DRAW, SAFE_PILE
from castlewise.models.castellion.rules.appendices import needed_traitors
from castlewise.models.castellion.rules.game import choices
from castlewise.models.castellion.rules.piles import pile_left
from castlewise.models.castellion.stages import TURN
from castlewise.models.castellion.state import Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.kinds import any_in
from castlewise.models.move_code import move


@rule
def greedy(r: Rules, s: State, source: Ints, out: Ints) -> int:
    """The greedy player's move at any choice."""
    if s.stage == TURN and any_in(s.revealed) == 0 and pile_left(s, SAFE_PILE) == 1:
        if s.traitors + s.black_traitors + 1 >= needed_traitors(r, s):
            return move(DRAW, SAFE_PILE, 0, 0)
        choices(r, s, out)
        return out[2] if out[0] > 1 and out[2] // (1 << 56) == DRAW else out[1]
    choices(r, s, out)
    return out[1]
