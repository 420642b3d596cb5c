"""Where values are passed on x86-64 Linux: registers of integers, registers of vectors, the stack, a hidden pointer.

A value is its bytes in memory. Which values there are is `making`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from resources.domains.code_optimization.interpretation.typed.types import (
    Array,
    CType,
    Nothing,
    Number,
    Shapes,
    Structure,
    shape_of,
    size_of,
)

_INTEGERS, _VECTORS, _WORD = 6, 8, 8
_LARGEST_IN_REGISTERS = 16


@dataclass
class Placed:
    """What registers and the stack hold when a function begins."""

    integers: list[int] = field(default_factory=list)
    vectors: list[int] = field(default_factory=list)
    stack: bytearray = field(default_factory=bytearray)


def is_hidden(result: CType, shapes: Shapes) -> bool:
    """Whether the caller says where the result is written."""
    return isinstance(result, Structure) and size_of(result, shapes) > _LARGEST_IN_REGISTERS


def placed(values: Sequence[bytes], kinds: Sequence[CType], hidden: int | None, shapes: Shapes) -> Placed:
    found = Placed([] if hidden is None else [hidden])
    for value, kind in zip(values, kinds, strict=True):
        classes = _classes(kind, shapes)
        words = [int.from_bytes(value[place : place + _WORD], "little") for place in range(0, len(value), _WORD)]
        vectors = classes.count(True)
        room = len(found.vectors) + vectors <= _VECTORS and len(found.integers) + len(classes) - vectors <= _INTEGERS
        if classes and room:
            for word, is_vector in zip(words, classes, strict=True):
                (found.vectors if is_vector else found.integers).append(word)
        else:
            found.stack += value.ljust(-(-len(value) // _WORD) * _WORD, b"\0")
    return found


def returned(kind: CType, integers: Sequence[int], vectors: Sequence[int], shapes: Shapes) -> bytes:
    """A result's bytes from rax and rdx, xmm0 and xmm1; of a hidden one its address."""
    if isinstance(kind, Nothing):
        return b""
    size = size_of(kind, shapes)
    taken = {False: iter(integers), True: iter(vectors)}
    words = [next(taken[is_vector]) for is_vector in _classes(kind, shapes) or (False,)]
    image = b"".join((word & (1 << 64) - 1).to_bytes(_WORD, "little") for word in words)
    return image[:size] if _classes(kind, shapes) else image


def _classes(kind: CType, shapes: Shapes) -> tuple[bool, ...]:
    """For each eight bytes, whether they go in a vector register; nothing for what lies in memory."""
    if not isinstance(kind, Structure):
        return (isinstance(kind, Number) and kind.is_float,)
    size = size_of(kind, shapes)
    if not 0 < size <= _LARGEST_IN_REGISTERS:
        return ()
    classes = [True] * -(-size // _WORD)
    for place, number in _numbers(kind, 0, shapes):
        if not number:
            classes[min(place // _WORD, len(classes) - 1)] = False
    return tuple(classes)


def _numbers(kind: CType, start: int, shapes: Shapes) -> Iterator[tuple[int, bool]]:
    """Where single values lie in a structure, and whether they are floating-point numbers."""
    if isinstance(kind, Structure):
        for item in shape_of(kind.name, shapes).fields:
            yield from _numbers(item.type, start + item.offset, shapes)
    elif isinstance(kind, Array):
        step = size_of(kind.element, shapes)
        for place in range(min(kind.count, _LARGEST_IN_REGISTERS)):
            yield from _numbers(kind.element, start + place * step, shapes)
    else:
        yield start, isinstance(kind, Number) and kind.is_float
