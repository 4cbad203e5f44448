"""Which kinds a pile of counts holds, as one integer with a bit for each: loops over a hand then visit the few kinds that are there instead of asking
after every kind, which costs the processor a wrong guess each time.

Compiled, this reads all the counts at once, a little beyond the end of the field, and masks what is not its own. So it is for fields of records only, with as
much record behind them as is read (`state.layouts` checks it). A set holds at most MOST_IN_SET kinds: enough for the Castle cards of all expansions.
"""

from __future__ import annotations

from typing import Any, cast

from castlewise.models.kernel import intrinsic, primitive

READ_AHEAD = 64  # what is read of a field whose length is not known when the code is made: a row of a table
MOST_IN_SET = 62
READ_STEP = 32  # else its length, rounded up to a multiple of this


class _Counts:
    """A field of counts inside an intrinsic: loaded as one vector, with one bit for each place that belongs to the field."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        from llvmlite import ir
        from numba.core import types

        array = context.make_array(kind)(context, builder, value)
        known = kind.shape[0] if isinstance(kind, types.NestedArray) else 0
        self.width = -(-known // READ_STEP) * READ_STEP or READ_AHEAD
        vector = ir.VectorType(ir.IntType(8), self.width)
        self.vector = builder.load(builder.bitcast(array.data, vector.as_pointer()), typ=vector)
        self.vector.align = 1
        bits = ir.IntType(self.width)
        if known:
            self.own = ir.Constant(bits, (1 << known) - 1)
        else:
            one = ir.Constant(bits, 1)
            self.own = builder.sub(builder.shl(one, builder.extract_value(array.shape, 0)), one)

    def nonzero(self, builder: Any) -> Any:
        """One bit for each place of the field that is not 0."""
        differ = builder.icmp_signed("!=", self.vector, self.vector.type(None))
        return builder.and_(builder.bitcast(differ, self.own.type), self.own)


def _as_set() -> object:
    from llvmlite import ir
    from numba.core import types

    def kinds_in(typing_context: Any, counts: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            field = _Counts(context, builder, signature.args[0], arguments[0])
            found = field.nonzero(builder)
            return builder.zext(found, ir.IntType(64)) if field.width < 64 else found

        return types.int64(counts), generate

    return intrinsic(kinds_in)


def _any() -> object:
    from llvmlite import ir
    from numba.core import types

    def any_in(typing_context: Any, counts: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            found = _Counts(context, builder, signature.args[0], arguments[0]).nonzero(builder)
            return builder.zext(builder.icmp_unsigned("!=", found, found.type(0)), ir.IntType(64))

        return types.int64(counts), generate

    return intrinsic(any_in)


def _sum() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    def total_in(typing_context: Any, counts: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            field = _Counts(context, builder, signature.args[0], arguments[0])
            own = builder.bitcast(field.own, ir.VectorType(ir.IntType(1), field.width))
            kept = builder.select(own, field.vector, field.vector.type(None))
            wide = ir.VectorType(ir.IntType(32), field.width)
            name = f"llvm.vector.reduce.add.v{field.width}i32"
            add = cast(Any, cgutils).get_or_insert_function(builder.module, ir.FunctionType(ir.IntType(32), [wide]), name)
            return builder.zext(builder.call(add, [builder.zext(kept, wide)]), ir.IntType(64))  # a form that x86 has an instruction for

        return types.int64(counts), generate

    return intrinsic(total_in)


@primitive(_as_set)
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


@primitive(_any)
def any_in(counts: list[int]) -> int:
    """Whether there is anything at all, of any number of kinds."""
    return int(any(counts))


@primitive(_sum)
def total_in(counts: list[int]) -> int:
    """How many there are of all kinds together."""
    return sum(counts)
