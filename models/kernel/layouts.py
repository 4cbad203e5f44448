"""Records: flat memory with named fields, as numpy has them when the rules are compiled, as objects with lists when they are not."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from functools import cached_property
from math import prod
from typing import Any, cast, get_args, get_type_hints

from castlewise.models.kernel.rules import intrinsic, primitive

_CODES = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}  # as struct spells them


class Shape:
    """How a field is stored: the integer type, then the names of its dimensions."""

    def __init__(self, integer: str, *dimensions: str) -> None:
        self.integer = integer
        self.dimensions = dimensions


class Layout:
    """A record type read off an annotated class, for given sizes of its named dimensions: each field is annotated with its `Shape`."""

    def __init__(self, record: type, sizes: Mapping[str, int]) -> None:
        self.record = record
        self.fields: list[tuple[str, str, tuple[int, ...]]] = []
        for name, hint in get_type_hints(record, include_extras=True).items():
            shape: Shape = get_args(hint)[1]
            self.fields.append((name, shape.integer, tuple(sizes[d] if not d.isdigit() else int(d) for d in shape.dimensions)))
        self._packed = struct.Struct("=" + "".join(f"{prod(shape)}{_CODES[integer]}" for _, integer, shape in self.fields))
        self.size = self._packed.size

    @cached_property
    def dtype(self) -> Any:
        """As numpy knows it. The plain mode does without numpy: importing it takes longer than showing a position."""
        import numpy as np

        spec = [(name, integer, shape) if shape else (name, integer) for name, integer, shape in self.fields]
        return np.dtype((np.record, np.dtype(spec)))

    def room_behind(self, field: str) -> int:
        """Bytes from the last row of a field to the end of the record (see castlewise.models.kinds)."""
        behind = 0
        for name, integer, shape in reversed(self.fields):
            item = struct.calcsize(_CODES[integer])
            if name == field:
                return behind + item * (shape[-1] if shape else 1)
            behind += item * prod(shape)
        raise KeyError(field)

    def blank(self, *, compiled: bool = False) -> Any:
        """A record of zeros: a numpy record, or an object with lists for the plain mode."""
        if compiled:
            return self.many(1, compiled=True)[0]
        plain = self.record()
        for name, _, shape in self.fields:
            setattr(plain, name, _zeros(shape))
        return plain

    def many(self, count: int, *, compiled: bool = False) -> Any:
        """So many records of zeros, as rules take them: an array, or a list for the plain mode."""
        if not compiled:
            return [self.blank() for _ in range(count)]
        import numpy as np

        return np.zeros(count, self.dtype)

    def to_bytes(self, record: Any) -> bytes:
        if not isinstance(record, self.record):
            return cast(bytes, record.tobytes())
        numbers: list[int] = []
        for name, _, shape in self.fields:
            value = getattr(record, name)
            for _ in shape[1:]:
                value = [number for row in value for number in row]
            numbers += value if shape else [value]
        return self._packed.pack(*numbers)

    def from_bytes(self, content: bytes, *, compiled: bool = False) -> Any:
        if compiled:
            import numpy as np

            return np.frombuffer(bytearray(content), self.dtype)[0]
        plain = self.record()
        numbers = iter(self._packed.unpack(content))
        for name, _, shape in self.fields:
            setattr(plain, name, _taken(numbers, shape))
        return plain


def _taken(numbers: Iterator[int], shape: tuple[int, ...]) -> Any:
    """The next numbers, in rows as a shape has them."""
    if not shape:
        return next(numbers)
    return [_taken(numbers, shape[1:]) for _ in range(shape[0])]


def _zeros(shape: tuple[int, ...]) -> Any:
    if len(shape) < 2:
        return [0] * shape[0] if shape else 0
    return [_zeros(shape[1:]) for _ in range(shape[0])]


def _memory_copy() -> object:
    from llvmlite import ir
    from numba.core import cgutils, types

    def copy_record(typing_context: Any, target: Any, source: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            size = ir.Constant(ir.IntType(64), signature.args[0].size)
            cast(Any, cgutils).raw_memcpy(builder, arguments[0], arguments[1], size, 1)
            return context.get_dummy_value()

        return types.void(target, source), generate

    return intrinsic(copy_record)


@primitive(_memory_copy)
def copy_record(target: Any, source: Any) -> None:
    """Make one record equal to another of the same layout."""
    fields = target.__dict__
    for name, value in source.__dict__.items():
        if not isinstance(value, list):
            fields[name] = value
        elif value and isinstance(value[0], list):
            fields[name] = [row[:] for row in value]
        else:
            fields[name] = value[:]
