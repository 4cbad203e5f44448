"""Hatching: what tells areas apart without colour, as plain paths.

SVG has patterns for this, but printed to PDF every area filled with one becomes an image of its own: a booklet of castles took minutes and megabytes a page.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

LINES, DOTS, SLANTS, CROSSES = range(4)


def hatching(motif: int, left: int, top: int, right: int, bottom: int, step: int) -> str:
    """The `d` of a path that fills a box with a motif; dots are strokes of no length, to be drawn with round ends.

    >>> hatching(LINES, 0, 0, 10, 10, 5)
    'M0 2H10M0 7H10'
    >>> hatching(DOTS, 0, 0, 10, 5, 5)
    'M2 2h0M7 2h0'
    >>> hatching(SLANTS, 0, 0, 4, 4, 4)
    'M0 4L4 0'
    """
    across, down = range(left + step // 2, right, step), range(top + step // 2, bottom, step)
    if motif == LINES:
        return "".join(f"M{left} {y}H{right}" for y in down)
    if motif == DOTS:
        return "".join(f"M{x} {y}h0" for y in down for x in across)
    slants = list(_slants(right - left, bottom - top, step))
    rising = "".join(f"M{left + ax} {top + ay}L{left + bx} {top + by}" for ax, ay, bx, by in slants)
    if motif == SLANTS:
        return rising
    return rising + "".join(f"M{right - ax} {top + ay}L{right - bx} {top + by}" for ax, ay, bx, by in slants)


def _slants(width: int, height: int, step: int) -> Iterator[tuple[int, int, int, int]]:
    """Lines at half of a right angle from the left or lower edge of a box to its upper or right one."""
    for line in range(1, ceil((width + height) / step)):
        reach = line * step
        yield max(0, reach - height), min(height, reach), min(width, reach), max(0, reach - width)
