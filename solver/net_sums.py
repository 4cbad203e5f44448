"""The sums of a value function's net, as one step of the kernel: compiled, the units are reckoned side by side.

The units' weights stand two to a number, the first of a pair in the lower 32 bits and the second in the upper, each as a signed number of 32 bits, so that
the weights of a feature lie in memory as one row of whole numbers that a processor loads and multiplies at once. Sums of units are kept in 32 bits and wrap.
Those of a fitted net stay within them (`Net.numbers` refuses weights with which they might not), and the plain version wraps likewise, so that both always
agree.
"""

from __future__ import annotations

from typing import Any, cast

from castlewise.models.kernel import Ints, intrinsic, primitive

PAIRS = 8  # of units
UNITS = 2 * PAIRS
SECOND_SHIFT = 12
SECOND_UNIT = 1 << SECOND_SHIFT  # of the second layer's weights
_LOW = (1 << 32) - 1
_SIGN = 1 << 31
BLOCK = 64  # features whose being 0 is looked at together: so many numbers of a row are read at a time, beyond its end too


def packed(even: int, odd: int) -> int:
    """Two units' weights as one number.

    >>> packed(1, 0), packed(-1, 0) == (1 << 32) - 1, packed(0, -1) == -1 << 32
    (1, True, True)
    """
    return wrapped(odd) << 32 | even & _LOW


def wrapped(x: int) -> int:
    """What 32 bits keep of a number.

    >>> wrapped(7), wrapped(-7), wrapped((1 << 31) + 5) == 5 - (1 << 31)
    (7, -7, True)
    """
    return (x + _SIGN & _LOW) - _SIGN


def _side_by_side() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    word, half = ir.IntType(64), ir.IntType(32)
    units, wide, block = ir.VectorType(half, UNITS), ir.VectorType(word, UNITS), ir.VectorType(word, BLOCK)

    def net_sum(typing_context: Any, values: Any, place: Any, row: Any, count: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            def number(n: int) -> Any:
                return ir.Constant(word, n)

            def pointer(kind: Any, value: Any) -> Any:
                return context.make_array(kind)(context, builder, value).data

            def load(base: Any, at: Any, form: Any) -> Any:
                found = builder.load(builder.bitcast(builder.gep(base, [at]), form.as_pointer()), typ=form)
                found.align = 8
                return found

            def all_alike(value: Any, form: Any) -> Any:
                one = builder.insert_element(form(ir.Undefined), value, ir.Constant(half, 0))
                return builder.shuffle_vector(one, form(ir.Undefined), ir.Constant(ir.VectorType(half, form.count), None))

            values_at = pointer(signature.args[0], arguments[0])
            row_at = pointer(signature.args[2], arguments[2])
            place, count = arguments[1], arguments[3]
            first = builder.add(place, count)
            entry = builder.block
            blocks, features, next_block, done = (builder.append_basic_block(name) for name in ("blocks", "features", "next_block", "done"))
            builder.branch(blocks)

            # Which features of a block are not 0, as bits; those beyond the row's end are not looked at.
            builder.position_at_end(blocks)
            begin, block_total, block_sums = builder.phi(word), builder.phi(word), builder.phi(units)
            differ = builder.icmp_signed("!=", load(row_at, begin, block), block(None))
            left = builder.sub(count, begin)
            own = builder.lshr(number(-1), builder.sub(number(BLOCK), left))
            own = builder.select(builder.icmp_signed(">=", left, number(BLOCK)), number(-1), own)
            some = builder.and_(builder.bitcast(differ, word), own)
            builder.cbranch(builder.icmp_unsigned("!=", some, number(0)), features, next_block)

            builder.position_at_end(features)
            bits, total, sums = builder.phi(word), builder.phi(word), builder.phi(units)
            i = builder.add(begin, builder.cttz(bits, ir.Constant(ir.IntType(1), 1)))
            x = load(row_at, i, word)
            more = builder.add(total, builder.mul(x, load(values_at, builder.add(place, i), word)))
            weights = load(values_at, builder.add(first, builder.mul(i, number(PAIRS))), units)
            more_sums = builder.add(sums, builder.mul(all_alike(builder.trunc(x, half), units), weights))
            rest = builder.and_(bits, builder.sub(bits, number(1)))
            builder.cbranch(builder.icmp_unsigned("!=", rest, number(0)), features, next_block)
            for phi, new, again in ((bits, some, rest), (total, block_total, more), (sums, block_sums, more_sums)):
                phi.add_incoming(new, blocks)
                phi.add_incoming(again, features)

            builder.position_at_end(next_block)
            total_here, sums_here = builder.phi(word), builder.phi(units)
            for phi, without, within in ((total_here, block_total, more), (sums_here, block_sums, more_sums)):
                phi.add_incoming(without, blocks)
                phi.add_incoming(within, features)
            following = builder.add(begin, number(BLOCK))
            builder.cbranch(builder.icmp_signed("<", following, count), blocks, done)
            for phi, new, again in (
                (begin, number(0), following),
                (block_total, number(0), total_here),
                (block_sums, units(None), sums_here),
            ):
                phi.add_incoming(new, entry)
                phi.add_incoming(again, next_block)

            # The second layer: what is above the threshold, times its weight, rounded down.
            builder.position_at_end(done)
            above = builder.select(builder.icmp_signed(">", sums_here, units(None)), sums_here, units(None))
            second = load(values_at, builder.add(first, builder.mul(count, number(PAIRS))), wide)
            added = builder.ashr(builder.mul(builder.sext(above, wide), second), ir.Constant(wide, [SECOND_SHIFT] * UNITS))
            name = f"llvm.vector.reduce.add.v{UNITS}i64"
            add = cast(Any, cgutils).get_or_insert_function(builder.module, ir.FunctionType(word, [wide]), name)
            return builder.add(total_here, builder.call(add, [added]))

        return types.int64(values, types.int64, row, types.int64), generate

    return intrinsic(net_sum)


@primitive(_side_by_side)
def net_sum(values: Ints, place: int, row: Ints, count: int) -> int:
    """The sum of a row of so many features: each times its weight, and what the units add.

    At the place are the features' weights in the sum, then those of the units feature by feature, PAIRS numbers each, then the UNITS weights of the second
    layer. Behind the row BLOCK numbers may be read; what they are does not matter. There is at least one feature.
    """
    total = 0
    sums = [0] * UNITS
    for i in range(count):
        x = row[i]
        if x == 0:
            continue
        total += x * values[place + i]
        at = place + count + i * PAIRS
        for pair in range(PAIRS):
            both = values[at + pair]
            sums[2 * pair] += x * wrapped(both)
            sums[2 * pair + 1] += x * (both >> 32)
    second = place + count * (1 + PAIRS)
    for unit in range(UNITS):
        total += max(wrapped(sums[unit]), 0) * values[second + unit] >> SECOND_SHIFT
    return total
