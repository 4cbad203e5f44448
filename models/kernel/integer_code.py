"""Whole numbers compiled for what rules do with them, where numba allows for more.

*Indices* count from the front. In Python `xs[-1]` is the last; numba asks at every access whether that is meant, which took a sixth of the time. No rule means
it. With CASTLEWISE_BOUNDSCHECK=1 an index below 0 raises IndexError like one that is too high: that is how one would be found.

*Division* rounds down. A processor's rounds towards 0, so numba looks at both signs and corrects; where the divisor is a power of 2, as it is when something is
taken out of a packed number, a shift does it.

This leans on numba's inner workings, as linking.py does; tests/test_kernel.py would notice if they changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def quick_integers() -> Iterator[None]:
    """Within this, numba compiles indices and divisions so."""
    from llvmlite import ir
    from numba.core import types
    from numba.cpython import numbers
    from numba.np import arrayobj

    arrays: Any = arrayobj
    arithmetic: Any = numbers
    usual_index, usual_division = arrays.fix_integer_index, arithmetic.int_divmod_signed

    def index_as_it_is(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        return context.cast(builder, index, kind, types.intp if kind.signed else types.uintp)

    def divided(context: Any, builder: Any, kind: Any, x: Any, y: Any) -> tuple[Any, Any]:
        """Quotient and remainder. A divisor that is known when this is compiled leaves one of the two ways."""
        word = x.type
        less = builder.sub(y, word(1))
        power_of_2 = builder.and_(builder.icmp_signed(">", y, word(0)), builder.icmp_unsigned("==", builder.and_(y, less), word(0)))
        with builder.if_else(power_of_2) as (if_power, otherwise):
            with if_power:
                quick = builder.ashr(x, builder.cttz(y, ir.Constant(ir.IntType(1), 1))), builder.and_(x, less)
                quick_end = builder.block
            with otherwise:
                slow = usual_division(context, builder, kind, x, y)
                slow_end = builder.block
        found = []
        for one, other in zip(quick, slow, strict=True):
            phi = builder.phi(word)
            phi.add_incoming(one, quick_end)
            phi.add_incoming(other, slow_end)
            found.append(phi)
        return found[0], found[1]

    arrays.fix_integer_index, arithmetic.int_divmod_signed = index_as_it_is, divided
    try:
        yield
    finally:
        arrays.fix_integer_index, arithmetic.int_divmod_signed = usual_index, usual_division
