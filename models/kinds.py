"""Which kinds a pile of counts holds, as one integer with a bit for each: loops over a hand then visit the few kinds that are there instead of asking
after every kind, which costs the processor a wrong guess each time.

Compiled, this reads 64 counts at once, whatever the length of the field, and masks those beyond it: `Layout` makes sure that a record goes on that far behind
every field of counts. So it is for fields of records only, and for at most 62 kinds.
"""

from __future__ import annotations

from typing import Any, cast

from castlewise.models.kernel import intrinsic, primitive

READ_AHEAD = 64


def _load_counts(builder: Any, array: Any) -> Any:
    """READ_AHEAD counts from the start of a field, as one vector."""
    from llvmlite import ir

    vector = ir.VectorType(ir.IntType(8), READ_AHEAD)
    load = builder.load(builder.bitcast(array.data, vector.as_pointer()), typ=vector)
    load.align = 1
    return load


def _within(builder: Any, array: Any) -> Any:
    """One bit for each place that belongs to the field."""
    from llvmlite import ir

    one = ir.Constant(ir.IntType(64), 1)
    return builder.sub(builder.shl(one, builder.extract_value(array.shape, 0)), one)


def _add_all() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    def total(typing_context: Any, counts: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            counts = _load_counts(builder, array)
            mine = builder.bitcast(_within(builder, array), ir.VectorType(ir.IntType(1), READ_AHEAD))
            wide = ir.VectorType(ir.IntType(16), READ_AHEAD)
            kept = builder.select(mine, counts, ir.Constant(counts.type, [0] * READ_AHEAD))
            kind = ir.FunctionType(ir.IntType(16), [wide])
            add = cast(Any, cgutils).get_or_insert_function(builder.module, kind, f"llvm.vector.reduce.add.v{READ_AHEAD}i16")
            return builder.sext(builder.call(add, [builder.sext(kept, wide)]), ir.IntType(64))

        return types.int64(counts), generate

    return intrinsic(total)


def _compare_all() -> object:
    from llvmlite import ir
    from numba.core import types

    def nonzero(typing_context: Any, counts: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            counts = _load_counts(builder, array)
            differ = builder.icmp_signed("!=", counts, ir.Constant(counts.type, [0] * READ_AHEAD))
            return builder.and_(builder.bitcast(differ, ir.IntType(64)), _within(builder, array))

        return types.int64(counts), generate

    return intrinsic(nonzero)


def _count_zeros() -> object:
    from llvmlite import ir
    from numba.core import types

    def trailing_zeros(typing_context: Any, bits: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    return intrinsic(trailing_zeros)


@primitive(_compare_all)
def kinds_in(counts: list[int]) -> int:
    """The kinds of which there is at least one.

    >>> bin(kinds_in([0, 2, 0, 1]))
    '0b1010'
    """
    kinds = 0
    for kind, count in enumerate(counts):
        if count != 0:
            kinds |= 1 << kind
    return kinds


@primitive(_count_zeros)
def first_kind(kinds: int) -> int:
    """The lowest kind of a set that is not empty; `kinds & (kinds - 1)` is the rest."""
    return (kinds & -kinds).bit_length() - 1


@primitive(_add_all)
def total_in(counts: list[int]) -> int:
    """How many there are of all kinds together."""
    return sum(counts)
