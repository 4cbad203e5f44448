"""The greedy player in rollouts: as greedy.py has it, but what a penalty takes is chosen once and not again after every tile.

Comparing the castle without each of its tiles is what costs most of a greedy game at the expert level, where an Assault may take thirty of them.
"""

from __future__ import annotations

from castlewise.models.bits import lowest_bit
from castlewise.models.castellion.moves import DESTROY
from castlewise.models.castellion.rules.castle import IN_COLUMN, height_of, width_of, without_cell
from castlewise.models.castellion.rules.destruction import ABOVE_ALL, destroyable
from castlewise.models.castellion.stages import DESTROY_TILES, PENALTY
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.kernel import Ints, rule
from castlewise.models.move_code import move
from castlewise.solver.castellion.building import measure, tiles_to_lose
from castlewise.solver.castellion.follower import GIVEN_UP
from castlewise.solver.castellion.greedy import greedy

UNKNOWN = -1  # in the mind: the rollout began in the middle of a penalty


@rule
def next_given_up(r: Rules, s: State, mind: Ints) -> int:
    """The next of the tiles that are given up, in the order that the rules have; 0 if none of them may go now. The last tile of a column stays: more may be
    given up than is due, and without a complete foundation an ordeal is lost, the third like any other."""
    offered = destroyable(r, s) & mind[GIVEN_UP]
    for column in range(width_of(s, s.owner)):
        if height_of(s, s.owner, column) == 1:
            offered &= ~(IN_COLUMN << (column * COLUMN))
    if offered == 0:
        return 0
    column = lowest_bit(offered) // COLUMN
    row = COLUMN - 1
    while offered >> (column * COLUMN + row) & 1 == 0:
        row -= 1
    mind[GIVEN_UP] = without_cell(mind[GIVEN_UP], column * COLUMN + row)
    return move(DESTROY, column, row, 0)


@rule
def quick_greedy(r: Rules, s: State, source: Ints, out: Ints, mind: Ints) -> int:
    """The greedy player's move at any choice of a rollout."""
    if s.stage == DESTROY_TILES:
        if s.sweep_row == ABOVE_ALL or mind[GIVEN_UP] == UNKNOWN:
            measure(r, s, s.owner, 1 if s.purpose == PENALTY else 0, out)
            mind[GIVEN_UP] = tiles_to_lose(r, s, out)
        given_up = next_given_up(r, s, mind)
        if given_up != 0:
            return given_up
    return greedy(r, s, source, out)
