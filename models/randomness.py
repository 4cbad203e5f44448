"""Random numbers for the kernel: SplitMix on 63 bits, so that the compiled and the plain version produce the same ones.

A source is a buffer with one integer in it. Everything is masked to 63 bits: the low bits of a product are the same whether
it overflowed (compiled) or grew (Python), and stay positive in a signed integer.
"""

from __future__ import annotations

from typing import cast

import numpy as np

from castlewise.models.kernel import Ints, rule

_MASK = (1 << 63) - 1
_GAMMA = 0x1E3779B97F4A7C15
_MIX_1 = 0x3F58476D1CE4E5B9
_MIX_2 = 0x14D049BB133111EB


@rule
def scramble(x: int) -> int:
    x = ((x ^ (x >> 30)) * _MIX_1) & _MASK
    x = ((x ^ (x >> 27)) * _MIX_2) & _MASK
    return x ^ (x >> 31)


@rule
def below(source: Ints, n: int) -> int:
    """A whole number from 0 to n - 1, for n below 2**31."""
    source[0] = (source[0] + _GAMMA) & _MASK
    return ((scramble(source[0]) >> 31) * n) >> 32


def seeded(*keys: int) -> int:
    """The start of a source for a seed, or for a seed and a number of a game: different keys, unrelated sources."""
    x = 0
    for key in keys:
        x = scramble((x + (key & _MASK) + _GAMMA) & _MASK)
    return x


class Source:
    """A stream of random numbers that a kernel draws from, in the form that it wants: an array when compiled, a list when not."""

    def __init__(self, *keys: int, compiled: bool) -> None:
        self.buffer: Ints = cast(Ints, np.array([seeded(*keys)], np.int64)) if compiled else [seeded(*keys)]
