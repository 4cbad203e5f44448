"""The sums of a net whose features are there or not, as one step of the kernel: those that are there are listed, and their rows of weights are added up,
compiled with all units side by side.

A row has a weight of 16 bits for each unit, four to a number, which in memory lie one behind the other: how many bytes have to be fetched is what decides how
long a sum takes. The rows of a net lie directly before its second layer. Sums are kept in 32 bits, which they cannot leave.
"""

from __future__ import annotations

from typing import Any, cast

import numpy as np
import numpy.typing as npt

from castlewise.models.kernel import Ints, intrinsic, primitive

UNITS = 64
ROW = UNITS // 4  # numbers
SHIFT = 8  # of what a unit adds: a weight of the first layer, one of the second, and this make a sum's unit


def _side_by_side() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    word, half, quarter = ir.IntType(64), ir.IntType(32), ir.IntType(16)
    units, wide, weights = ir.VectorType(half, UNITS), ir.VectorType(word, UNITS), ir.VectorType(quarter, UNITS)

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
            more = builder.add(sums, builder.sext(load(values_at, at, weights), units))
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


def packed_rows(weights: npt.NDArray[np.int16]) -> npt.NDArray[np.int64]:
    """Rows of weights as listed_sum reads them."""
    return np.ascontiguousarray(weights, np.int16).reshape(-1).view(np.int64)


@primitive(_side_by_side)
def listed_sum(values: Ints, place: int, second: int, listed: Ints, count: int) -> int:
    """What the units add for the features in a list of so many, at least one. The rows of all features begin at `place`, the weights of the second layer
    behind them at `second`. A list of numbers is turned into an array each time: better give it an array."""
    numbers = np.asarray(values, np.int64)
    rows = numbers[place:second].view(np.int16).reshape(-1, UNITS)[listed[:count]]
    above = np.maximum(rows.sum(0, dtype=np.int32), 0).astype(np.int64)
    return int((above * numbers[second : second + UNITS] >> SHIFT).sum())
