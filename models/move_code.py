"""A choice or a chance outcome as one integer: a verb, up to three small numbers, and 32 bits for what it is aimed at.

    verb (7 bits) | first (8) | second (8) | third (8) | target (32)

Each game has its own verbs. Chance outcomes use the same form: what differs is who picks them.
"""

from __future__ import annotations

from castlewise.models.kernel import rule

VERB_UNIT = 1 << 56
FIRST_UNIT = 1 << 48
SECOND_UNIT = 1 << 40
THIRD_UNIT = 1 << 32


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
    """What a move is aimed at."""
    return m & (THIRD_UNIT - 1)
