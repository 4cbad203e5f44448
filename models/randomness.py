"""Random numbers for the kernel: SplitMix on 63 bits, so that the compiled and the plain version produce the same ones.

A source is a buffer with one integer in it. Everything is masked to 63 bits, so that it stays positive in a signed integer. Sums and products that overflow
are primitives: numba tells its compiler that signed arithmetic never overflows, and what that compiler then makes of it is anybody's guess.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias, cast

from castlewise.models.kernel import Ints, intrinsic, primitive, rule

if TYPE_CHECKING:
    from numpy.random import Generator

_MASK = (1 << 63) - 1
_GAMMA = 0x1E3779B97F4A7C15
_MIX_1 = 0x3F58476D1CE4E5B9
_MIX_2 = 0x14D049BB133111EB


def _low_bits(operation: str) -> object:
    from llvmlite import ir
    from numba.core import types

    def low_bits(typing_context: Any, a: Any, b: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wrapped = getattr(builder, operation)(*arguments)
            return builder.and_(wrapped, ir.Constant(ir.IntType(64), _MASK))

        return types.int64(types.int64, types.int64), generate

    return intrinsic(low_bits)


@primitive(lambda: _low_bits("add"))
def low_sum(a: int, b: int) -> int:
    """The low 63 bits of a sum."""
    return (a + b) & _MASK


@primitive(lambda: _low_bits("mul"))
def low_product(a: int, b: int) -> int:
    """The low 63 bits of a product."""
    return (a * b) & _MASK


@rule
def scramble(x: int) -> int:
    x = low_product(x ^ (x >> 30), _MIX_1)
    x = low_product(x ^ (x >> 27), _MIX_2)
    return x ^ (x >> 31)


@rule
def below(source: Ints, n: int) -> int:
    """A whole number from 0 to n - 1, for n below 2**31."""
    source[0] = low_sum(source[0], _GAMMA)
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
        self.buffer: Ints = [seeded(*keys)]
        if compiled:
            import numpy as np

            self.buffer = cast(Ints, np.array(self.buffer, np.int64))


Luck: TypeAlias = "Source | Generator | int"
"""Where an outcome is drawn from: a stream, a generator of numpy's, or a seed, which always draws the same."""


def source_of(luck: Luck, *, compiled: bool) -> Source:
    """The stream that a draw comes from. Of a generator it takes one number."""
    if isinstance(luck, Source):
        return luck
    return Source(luck if isinstance(luck, int) else int(luck.integers(1 << 62)), compiled=compiled)
