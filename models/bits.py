"""Sets of small numbers as the bits of one integer: counting them and going through them.

`lowest_bit(bits)` is the lowest member of a set that is not empty; `bits & (bits - 1)` is the rest.
"""

from __future__ import annotations

from typing import Any

from castlewise.models.kernel import intrinsic, primitive


def _on_one_integer(operation: str) -> object:
    from llvmlite import ir
    from numba.core import types

    def on_one_integer(typing_context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            if operation == "cttz":
                return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))
            return builder.ctpop(arguments[0])

        return types.int64(types.int64), generate

    return intrinsic(on_one_integer)


@primitive(lambda: _on_one_integer("cttz"))
def lowest_bit(bits: int) -> int:
    """The lowest member of a set that is not empty.

    >>> lowest_bit(0b1010)
    1
    """
    return (bits & -bits).bit_length() - 1


@primitive(lambda: _on_one_integer("ctpop"))
def count_bits(bits: int) -> int:
    """How many members a set has.

    >>> count_bits(0b1011)
    3
    """
    return bits.bit_count()
