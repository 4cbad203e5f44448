"""The prison in writing: its tiles in an order around the ring.

A state keeps which tiles are in the prison and the shapes at its two ends, not the order between them. What is written is an order in which they can lie:
neighbours of different shapes, the kept shapes at the ends, and of those orders the first by kind, so that a prison has one text.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from castlewise.models.castellion.rules.appendices import PRISON_TILES
from castlewise.models.castellion.rules.castle import shape_of


def in_order(counts: Sequence[int], first: int, last: int) -> tuple[int, ...]:
    """The kinds of a prison from its first end to its last; a full prison has no ends, and begins anywhere."""
    left = list(counts)
    full = sum(left) == PRISON_TILES
    found: list[int] = []
    while any(left):
        for kind in range(len(left)):
            shape = shape_of(kind)
            if not left[kind] or (found and shape == shape_of(found[-1])) or not (found or full or shape == first):
                continue
            left[kind] -= 1
            # The last tile of a full prison lies beside the first one.
            if _can_follow(_by_shape(left), shape, -1 if full else last, shape_of(found[0]) if full and found else shape if full else -1):
                found.append(kind)
                break
            left[kind] += 1
        else:
            raise ValueError("no such prison can be")
    return tuple(found)


def ends_of(order: Sequence[int]) -> tuple[int, int]:
    """The shapes at the two ends, the lower first; 0 and 0 where there are none."""
    if not order or len(order) == PRISON_TILES:
        return 0, 0
    ends = (shape_of(order[0]), shape_of(order[-1]))
    return min(ends), max(ends)


def touching(order: Sequence[int]) -> list[tuple[int, int]]:
    """The pairs of places, counted from 0, that lie beside each other and have the same shape."""
    pairs = list(zip(range(len(order)), range(1, len(order)), strict=False))
    if len(order) == PRISON_TILES:
        pairs.append((PRISON_TILES - 1, 0))
    return [(one, other) for one, other in pairs if shape_of(order[one]) == shape_of(order[other])]


def _by_shape(counts: Sequence[int]) -> tuple[int, ...]:
    return tuple(sum(counts[shape::3]) for shape in range(3))


@lru_cache
def _can_follow(left: tuple[int, ...], before: int, last: int, not_last: int) -> bool:
    """Whether tiles of these shapes can be laid after one shape, no two neighbours alike, to end with `last` (-1: any) but not with `not_last` (-1: any)."""
    if not any(left):
        return last in (-1, before) and before != not_last
    return any(
        left[shape] and shape != before and _can_follow(tuple(n - (i == shape) for i, n in enumerate(left)), shape, last, not_last)
        for shape in range(3)
    )
