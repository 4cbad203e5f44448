"""What discarding a Defender does from the base level on: the powers of Juggler, Seer, Chameleon and Pyro (rulebook, "Discard a Defender tile").

A power is optional, but used in full: it is offered only where its whole effect is possible.
"""

from __future__ import annotations

from castlewise.models.bits import count_bits
from castlewise.models.castellion.moves import SAFE_PILE, STANDARD_PILE
from castlewise.models.castellion.rules.castle import beside, clear_tile, haunted_cell, kind_at, occupied, pantry_tiles, set_tile, shape_of
from castlewise.models.castellion.rules.destruction import fire_possible
from castlewise.models.castellion.rules.piles import pile_left
from castlewise.models.castellion.state import COLUMN, Rules, State
from castlewise.models.castellion.tiles import CHAMELEON, DEFENDERS, JUGGLER, PYRO, SEER, STONES
from castlewise.models.kernel import rule

REVEALED_AT_ONCE = 4


@rule
def power_possible(r: Rules, s: State, kind: int) -> int:
    """Whether a tile that is discarded now has a power that can be used in full."""
    if r.powers == 0 or kind >= DEFENDERS:
        return 0
    faction = kind // 3
    if faction == SEER:
        return 1 if pile_left(s, SAFE_PILE) == 1 or pile_left(s, STANDARD_PILE) == 1 else 0
    if faction == CHAMELEON:
        return 1 if recoverable(s, shape_of(kind)) != 0 else 0
    if faction == JUGGLER:
        return 1 if exchanges(r, s, s.player, 0) != 0 or exchanges(r, s, s.player, 1) != 0 else 0
    return fire_possible(r, s, s.player) if faction == PYRO else 0


# The Juggler.


@rule
def exchanges(r: Rules, s: State, p: int, upward: int) -> int:
    """The cells whose tile may change places with the one to the right, or with the one above. Two of a kind would change nothing."""
    step = 1 if upward == 1 else COLUMN
    taken = occupied(s, p)
    both = taken & (taken >> step)
    pairs = both
    pantry = pantry_tiles(s, p)
    for shape in range(3):
        board = s.shapes[p][shape]
        alike = pantry & board
        pairs &= ~(alike & (alike >> step))
        for faction in range(4):
            alike = s.factions[p][faction] & board
            pairs &= ~(alike & (alike >> step))
    haunted = haunted_cell(s, p)
    if haunted != 0:
        # The haunted tile itself may go, even where its kind lies beside it, but nothing is moved next to it.
        near = beside(haunted)
        pairs = (pairs & ~(near | (near >> step))) | (both & (haunted | (haunted >> step)))
    if r.pantry_apart == 1:
        pairs = pantry_kept_apart(pairs, pantry, step)
    return pairs


@rule
def pantry_kept_apart(pairs: int, pantry: int, step: int) -> int:
    """The Pantry's harder variant: those pairs after whose exchange no Pantry tile that moved lies beside another one."""
    kept = 0
    cell = 0
    while pairs >> cell != 0:
        here = 1 << cell
        there = here << step
        if pairs & here != 0:
            after = pantry & ~(here | there)
            moved = 0
            if pantry & here != 0:
                moved |= there
            if pantry & there != 0:
                moved |= here
            after |= moved
            if beside(moved) & after == 0:
                kept |= here
        cell += 1
    return kept


@rule
def exchange(s: State, p: int, cell: int, upward: int) -> int:
    """Change the places of two tiles; the haunted one takes the pawn along. Returns the second cell."""
    other = cell + (1 if upward == 1 else COLUMN)
    first = kind_at(s, p, cell)
    second = kind_at(s, p, other)
    clear_tile(s, p, cell, first)
    clear_tile(s, p, other, second)
    set_tile(s, p, cell, second)
    set_tile(s, p, other, first)
    if s.haunted != 0 and s.haunted_castle == p:
        if s.haunted == cell + 1:
            s.haunted = other + 1
        elif s.haunted == other + 1:
            s.haunted = cell + 1
    return other


# The Chameleon.


@rule
def recoverable(s: State, shape: int) -> int:
    """The kinds, as a set, that a discarded Chameleon may bring back: tiles of its shape, but not another such Chameleon."""
    kinds = 0
    for other in range(shape, STONES, 3):
        if s.discards[other] > 0 and other != CHAMELEON * 3 + shape:
            kinds |= 1 << other
    return kinds


# The Seer.


@rule
def reveals_left(s: State) -> int:
    """How many more tiles a Seer reveals, if the piles have them."""
    face_up = 0
    for kind in range(len(s.revealed)):
        face_up += s.revealed[kind]
    return REVEALED_AT_ONCE - face_up


@rule
def piles_left(s: State) -> int:
    return count_bits(pile_left(s, SAFE_PILE) + 2 * pile_left(s, STANDARD_PILE))
