"""Inside the kernel: what a search already knows, by position. expectimax_rules.py is the search.

A position is known by 128 bits that are computed from its bytes: sums of products of its words, random keys added (the "NH" hash), of which two
different records have the same with a chance below 2**-64 for keys chosen at random. So unlike in enumeration_rules.py equality is taken on trust:
among a million positions a mistake has a chance below one in ten million.
"""

from __future__ import annotations

import hashlib
from typing import Annotated, Any

from castlewise.models.kernel import Ints, Shape, intrinsic, primitive, rule
from castlewise.models.randomness import seeded

_MIX_1, _MIX_2 = 0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9  # odd, so that nothing is lost
NEIGHBOURS = 4  # slots that a position may be in


class Slot:
    """What is known of one position: bounds of its value, and the value if nothing was left out."""

    key: Annotated[int, Shape("int64")]
    check: Annotated[int, Shape("int64")]
    generation: Annotated[int, Shape("int32")]  # the search it belongs to; those of others are free
    work: Annotated[int, Shape("int32")]  # nodes that it took
    best: Annotated[int, Shape("int64")]  # the move of highest value, at a choice
    narrowed: Annotated[int, Shape("int32")]  # whether a window ended the work early
    low: Annotated[float, Shape("float64")]
    value: Annotated[float, Shape("float64")]
    high: Annotated[float, Shape("float64")]
    reach: Annotated[float, Shape("float64")]  # the chance of coming there in units of the cut, which decides what was left out, as do
    chances: Annotated[int, Shape("int32")]  # the chance nodes on the way there


Slots = list[Slot]


def _products() -> object:
    from llvmlite import ir
    from numba.core import types

    word, wide = ir.IntType(64), ir.IntType(128)

    def hash_record(typing_context: Any, record: Any, keys: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = signature.args[0].size
            source = builder.bitcast(arguments[0], ir.IntType(8).as_pointer())

            def load(start: int) -> Any:
                if start >= size:
                    return ir.Constant(word, 0)
                # The last word may overlap the one before: every byte counts at least once.
                at = builder.gep(source, [ir.Constant(word, max(0, min(start, size - 8)))])
                loaded = builder.load(builder.bitcast(at, word.as_pointer()))
                loaded.align = 1
                return loaded

            total = ir.Constant(wide, 0)
            for pair, start in enumerate(range(0, size, 16)):
                factors = [
                    builder.zext(builder.add(load(start + 8 * i), ir.Constant(word, seeded(7, 2 * pair + i) * 2 + 1)), wide)
                    for i in range(2)
                ]
                total = builder.add(total, builder.mul(*factors))
            low, high = builder.trunc(total, word), builder.trunc(builder.lshr(total, ir.Constant(wide, 64)), word)
            # The low bits of a product come from low bits only; the slot in the table needs all of them.
            for factor in (_MIX_1, _MIX_2):
                low = builder.mul(builder.xor(low, builder.lshr(low, ir.Constant(word, 32))), ir.Constant(word, factor))
                low = builder.xor(low, high)
            low = builder.xor(low, builder.lshr(low, ir.Constant(word, 29)))
            array = context.make_array(signature.args[1])(context, builder, arguments[1])
            builder.store(low, array.data)
            builder.store(high, builder.gep(array.data, [ir.Constant(word, 1)]))
            return context.get_dummy_value()

        return types.void(record, keys), generate

    return intrinsic(hash_record)


@primitive(_products)
def hash_record(record: Any, keys: Ints) -> None:
    """Put the 128 bits of a record into the first two places of a buffer."""
    digest = hashlib.blake2b(repr(list(record.__dict__.values())).encode(), digest_size=16).digest()
    keys[0] = int.from_bytes(digest[:8], "little", signed=True)
    keys[1] = int.from_bytes(digest[8:], "little", signed=True)


@rule
def slot_of(slots: Slots, generation: int, keys: Ints) -> int:
    """Where a position stands in the table, or -1. It stands before any free slot: none becomes free during a search, and `slot_for` takes the first."""
    last = len(slots) - 1
    for step in range(NEIGHBOURS):
        at = (keys[0] + step) & last
        if slots[at].generation != generation:
            return -1  # most of a table is not in the processor's cache, and a look at the other neighbours would wait for each
        if slots[at].key == keys[0] and slots[at].check == keys[1]:
            return at
    return -1


@rule
def slot_for(slots: Slots, generation: int, key: int, check: int) -> int:
    """Where a position is to be noted: its own slot, a free one, or the one among its neighbours that was least work."""
    last = len(slots) - 1
    found = key & last
    least = -1
    for step in range(NEIGHBOURS):
        at = (key + step) & last
        if slots[at].generation != generation or (slots[at].key == key and slots[at].check == check):
            return at
        if least < 0 or slots[at].work < least:
            least = slots[at].work
            found = at
    return found
