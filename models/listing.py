"""Lists of moves in the kernel's buffers: their length stands in the first place, weights lie beside them."""

from __future__ import annotations

from castlewise.models.kernel import Ints, rule
from castlewise.models.randomness import below


@rule
def add(out: Ints, m: int) -> None:
    """Append to a list whose length stands in its first place."""
    out[0] += 1
    out[out[0]] = m


@rule
def add_outcome(out: Ints, weights: Ints, m: int, weight: int) -> None:
    """Append an outcome; weights[0] is the sum."""
    add(out, m)
    weights[out[0]] = weight
    weights[0] += weight


@rule
def one_of_the_listed(source: Ints, out: Ints, weights: Ints) -> int:
    """One of the outcomes listed, drawn with its weight."""
    at = below(source, weights[0])
    i = 1
    while at >= weights[i]:
        at -= weights[i]
        i += 1
    return out[i]
