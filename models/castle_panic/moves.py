"""A choice or a chance outcome as one integer: a verb and up to three small numbers and a Monster.

    verb (7 bits) | first (8) | second (8) | third (8) | Monster (32)

Chance outcomes use the same form: what differs is who picks them.
"""

from __future__ import annotations

from castlewise.models.kernel import rule

VERB_UNIT = 1 << 56
FIRST_UNIT = 1 << 48
SECOND_UNIT = 1 << 40
THIRD_UNIT = 1 << 32
NOTHING = 255  # an unused slot where 0 would mean something

# What players decide.
PLACE, CLAIM, KING, DESPERATE, CARRY_ON, DISCARD, KEEP = 1, 2, 3, 4, 5, 6, 7
TRADE, NO_TRADE, ACCEPT, REFUSE = 8, 9, 10, 11
HIT, NICE_SHOT, ALL_FOR_ONE, SLAY, TAR, DRIVE_BACK, BUILD, FORTIFY = 12, 13, 14, 15, 16, 17, 18, 19
MISSING, DRAW_TWO, SCAVENGE, PLACE_WALL, END_PLAY = 20, 21, 22, 23, 24
HURT, GIVE_UP = 25, 26
# What chance does.
WALL_COUNT, WALL, PLACED, CARD, TOKEN, ROLL = 32, 33, 34, 35, 36, 37


@rule
def move(verb: int, first: int, second: int, third: int) -> int:
    return verb * VERB_UNIT + first * FIRST_UNIT + second * SECOND_UNIT + third * THIRD_UNIT


@rule
def verb_of(m: int) -> int:
    return m // VERB_UNIT


@rule
def first_of(m: int) -> int:
    return (m // FIRST_UNIT) & 255


@rule
def second_of(m: int) -> int:
    return (m // SECOND_UNIT) & 255


@rule
def third_of(m: int) -> int:
    return (m // THIRD_UNIT) & 255


@rule
def target_of(m: int) -> int:
    """The Monster a move is aimed at."""
    return m & (THIRD_UNIT - 1)
