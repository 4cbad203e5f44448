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
    """The kinds of a prison from its first end to its last; a full prison has no ends, and begins anywhere.

    A prison that cannot be, as only a state made by hand has one, comes back sorted: a reader will refuse it.
    """
    left = list(counts)
    full = sum(left) == PRISON_TILES
    found: list[int] = []
    while any(left):
        nearby = [kind for kind, count in enumerate(left) if count and _fits(found, kind, -1 if full else first)]
        kind = next((kind for kind in nearby if _can_end(found, left, kind, -1 if full else last)), None)
        if kind is None:
            return tuple(kind for kind, count in enumerate(counts) for _ in range(count))
        found.append(kind)
        left[kind] -= 1
    return tuple(found)


def _fits(found: list[int], kind: int, first: int) -> bool:
    """Whether a tile may come next; `first` is the shape at the first end, or -1."""
    return shape_of(kind) != shape_of(found[-1]) if found else first in (-1, shape_of(kind))


def _can_end(found: list[int], left: list[int], kind: int, last: int) -> bool:
    """Whether the other tiles can follow a kind; `last` is the shape at the other end, or -1 for a ring that closes beside its first tile."""
    rest = [count - (other == kind) for other, count in enumerate(left)]
    by_shape = tuple(sum(rest[shape::3]) for shape in range(3))
    return _can_follow(by_shape, shape_of(kind), last, shape_of(found[0] if found else kind) if last < 0 else -1)


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


@lru_cache
def _can_follow(left: tuple[int, ...], before: int, last: int, not_last: int) -> bool:
    """Whether tiles of these shapes can be laid after one shape, no two neighbours alike, to end with `last` (-1: any) but not with `not_last` (-1: any)."""
    if not any(left):
        return last in (-1, before) and before != not_last
    return any(
        left[shape] and shape != before and _can_follow(tuple(n - (i == shape) for i, n in enumerate(left)), shape, last, not_last)
        for shape in range(3)
    )
