"""The sums of a net whose features are there or not, as one step of the kernel: those that are there are listed, and their rows of weights are added up,
compiled with all units side by side.

A row has a weight for each unit, two to a number (see net_sums.py), which in memory lie one behind the other. The rows of a net lie directly before its second
layer. Sums are kept in 32 bits and wrap, compiled and plain alike; those of a fitted net stay far within them.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from castlewise.models.kernel import Ints, intrinsic, primitive

UNITS = 64
ROW = UNITS // 2  # numbers
SHIFT = 8  # of what a unit adds: a weight of the first layer, one of the second, and this make a sum's unit


def _side_by_side() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    word, half = ir.IntType(64), ir.IntType(32)
    units, wide = ir.VectorType(half, UNITS), ir.VectorType(word, UNITS)

    def listed_sum(typing_context: Any, values: Any, place: Any, second: Any, listed: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def number(n: int) -> Any:
                return ir.Constant(word, n)

            def pointer(which: int) -> Any:
                return context.make_array(signature.args[which])(context, builder, arguments[which]).data

            def load(base: Any, at: Any, form: Any) -> Any:
                found = builder.load(builder.bitcast(builder.gep(base, [at]), form.as_pointer()), typ=form)
                found.align = 8
                return found

            values_at, listed_at = pointer(0), pointer(3)
            place, second, count = arguments[1], arguments[2], arguments[4]
            entry = builder.block
            rows, done = builder.append_basic_block("rows"), builder.append_basic_block("done")
            builder.branch(rows)
            builder.position_at_end(rows)
            i, sums = builder.phi(word), builder.phi(units)
            at = builder.add(place, builder.mul(load(listed_at, i, word), number(ROW)))
            more = builder.add(sums, load(values_at, at, units))
            following = builder.add(i, number(1))
            builder.cbranch(builder.icmp_signed("<", following, count), rows, done)
            for phi, new, again in ((i, number(0), following), (sums, units(None), more)):
                phi.add_incoming(new, entry)
                phi.add_incoming(again, rows)
            builder.position_at_end(done)
            above = builder.select(builder.icmp_signed(">", more, units(None)), more, units(None))
            added = builder.ashr(builder.mul(builder.sext(above, wide), load(values_at, second, wide)), ir.Constant(wide, [SHIFT] * UNITS))
            name = f"llvm.vector.reduce.add.v{UNITS}i64"
            add = cast(Any, cgutils).get_or_insert_function(builder.module, ir.FunctionType(word, [wide]), name)
            return builder.call(add, [added])

        return types.int64(values, types.int64, types.int64, listed, types.int64), generate

    return intrinsic(listed_sum)


@primitive(_side_by_side)
def listed_sum(values: Ints, place: int, second: int, listed: Ints, count: int) -> int:
    """What the units add for the features in a list of so many, at least one. The rows of all features begin at `place`, the weights of the second layer
    behind them at `second`. A list of numbers is turned into an array each time: better give it an array."""
    numbers = np.asarray(values, np.int64)
    rows = numbers[place:second].view(np.int32).reshape(-1, UNITS)[listed[:count]]
    above = np.maximum(rows.sum(0, dtype=np.int32), 0).astype(np.int64)
    return int((above * numbers[second : second + UNITS] >> SHIFT).sum())
