"""The six variants of the appendices that use the Menace pawn: Vigil and Prophet, Premonition and Prison, A Cold Sweat and The Unnameable Horror.

The Prophet is a number in `needed_traitors`; Vigil and Premonition are a choice each, in `use.py` and `traitors.py`.
"""

from __future__ import annotations

from castlewise.models.castellion.rules.castle import foundation_complete, height_of, shape_of, tiles_in, width_of
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.kernel import rule
from castlewise.models.kinds import total_in

PRISON_TILES = 8
PRISON_FEE = 6
FEWEST_TO_HAUNT = 6  # tiles a castle must have for the pawn to be placed on one


@rule
def needed_traitors(r: Rules, s: State) -> int:
    """How many Traitors bring the next ordeal on: one fewer for the one the Prophet chose."""
    return r.traitors[s.met] - (1 if s.prophet == s.met + 1 else 0)


# The Prison: eight places in a ring, filled in one stretch that grows at both ends.


@rule
def prison_complete(s: State) -> int:
    return 1 if total_in(s.prison) == PRISON_TILES else 0


@rule
def prison_ends(r: Rules, s: State, kind: int) -> int:
    """Where a tile may go: a set of 1 + the shape it is put next to, or of 0 for the first and the last tile."""
    if r.prison == 0:
        return 0
    tiles = total_in(s.prison)
    shape = shape_of(kind)
    if tiles == 0:
        return 1
    if tiles == PRISON_TILES - 1:
        return 1 if shape != s.prison_first and shape != s.prison_last else 0
    ends = 0
    if tiles < PRISON_TILES:
        if shape != s.prison_first:
            ends |= 2 << s.prison_first
        if shape != s.prison_last:
            ends |= 2 << s.prison_last
    return ends


@rule
def imprison(s: State, kind: int, end: int) -> None:
    """Add a tile next to the end with a shape (1 + shape; 0 for the first and the last tile). The lower of the two end shapes is kept first."""
    shape = shape_of(kind)
    tiles = total_in(s.prison)
    s.prison[kind] += 1
    if tiles == 0:
        s.prison_first = shape
        s.prison_last = shape
    elif end == 0:
        s.prison_first = 0
        s.prison_last = 0
    else:
        other = s.prison_last if s.prison_first == end - 1 else s.prison_first
        s.prison_first = min(shape, other)
        s.prison_last = max(shape, other)


# The haunted tile of A Cold Sweat and The Unnameable Horror.


@rule
def columns_to_haunt(r: Rules, s: State, p: int) -> int:
    """The columns, as a set, on whose top tile the pawn may be placed."""
    if tiles_in(s, p) < FEWEST_TO_HAUNT:
        return 0
    width = width_of(s, p)
    if foundation_complete(r, s, p) == 1 and width > 2:
        return (1 << (width - 1)) - 2
    return (1 << width) - 1


@rule
def haunt(s: State, p: int, column: int) -> None:
    s.haunted = 1 + column * COLUMN + height_of(s, p, column) - 1
    s.haunted_castle = p
    s.pawn = 0
