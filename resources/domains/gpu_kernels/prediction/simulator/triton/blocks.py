"""A kernel's values: blocks of one kind, scalars among them; and operators on them, by the names of their nodes: the
kind they compute in, and what Triton refuses."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import MOST_ELEMENTS, raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    INT64,
    Kind,
    Pointer,
    converted,
    joined,
    of_number,
    rounded,
    with_number,
)


@dataclass(frozen=True, slots=True)
class Block:
    """`data` is a numpy array, or a numpy scalar for a scalar. A pointer's data are addresses (see `memory`)."""

    data: Any
    kind: Kind | Pointer

    @property
    def shape(self) -> tuple[int, ...]:
        return self.data.shape  # type: ignore[no-any-return]

    @property
    def plain(self) -> Kind:
        """Its kind where it is no pointer."""
        if isinstance(self.kind, Pointer):
            raise refused("a pointer where a value is needed")
        return self.kind


Operand = Block | bool | int | float


def block_of(value: Any) -> Block:
    """A Python number as a kernel's scalar."""
    if isinstance(value, Block):
        return value
    if not isinstance(value, int | float):
        raise refused("no value of a kernel")
    kind = of_number(value)
    return Block(kind.numpy(value), kind)


def cast(block: Block, kind: Kind | Pointer) -> Block:
    if block.kind == kind:
        return block
    if isinstance(block.kind, Pointer) or isinstance(kind, Pointer):
        raise unsupported("a cast of pointers")
    return Block(converted(block.data, block.kind, kind), kind)


def same_shape(*blocks: Block) -> tuple[int, ...]:
    """The shape that blocks broadcast to; Triton's rule is numpy's. Raises ExecutionHalted where there is none."""
    try:
        return np.broadcast_shapes(*(block.shape for block in blocks))
    except ValueError:
        raise refused("shapes that do not fit") from None


def truth(value: Block) -> bool:
    """Of a scalar condition. Raises ExecutionHalted for a block: its truth is not defined."""
    if value.shape != () and value.data.size != 1:
        raise refused("the truth of a block")
    return bool(value.data)


def full_index(value: Block) -> int:
    """A scalar as a Python number, for loops."""
    if value.shape != () or value.plain.is_float:
        raise refused("a bound that is no whole number")
    return int(value.data)


def constant(value: Any) -> int:
    """A number that must be known when the kernel is compiled."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise refused("no compile-time number")
    return value


def shape_of(given: Any) -> tuple[int, ...]:
    """A block's shape: powers of two, not too many elements."""
    sizes = tuple(constant(item) for item in (given if isinstance(given, tuple | list) else (given,)))
    if any(size < 1 or size & (size - 1) for size in sizes):
        raise refused("a shape that is no power of two")
    if math.prod(sizes) > MOST_ELEMENTS:
        raise refused("a block with too many elements")
    return sizes


def kind_of(dtype: Any) -> Kind:
    if not isinstance(dtype, Kind):
        raise refused("no type")
    return dtype


_MOST_NUMBERS = 1 << 16


def range_bounds(arguments: list[Any]) -> tuple[Any, Any, Any]:
    """Start, end and step of a range."""
    if len(arguments) == 1:
        return 0, arguments[0], 1
    return arguments[0], arguments[1], arguments[2] if len(arguments) > 2 else 1


def loop_numbers(start: Any, end: Any, step: Any, *, known: bool) -> list[Any]:
    """What a kernel's range goes through: scalars, unless they are known when it is compiled."""
    values = [full_index(item) if isinstance(item, Block) else item for item in (start, end, step)]
    if not all(isinstance(item, int) for item in values):
        raise refused("a range of what is no whole number")
    if values[2] == 0:
        raise raised("a step of 0")
    if isinstance(step, Block) and values[2] < 0:
        raise unsupported("a negative step that only the launch knows")
    numbers = range(*values)
    if len(numbers) > _MOST_NUMBERS:
        raise unsupported("a long loop")
    if known:
        return list(numbers)
    wide = any(isinstance(item, Block) and item.kind == INT64 for item in (start, end, step))
    kind = INT64 if wide else of_number(0)
    return [Block(kind.numpy(item), kind) for item in numbers]


ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {"Add": np.add, "Sub": np.subtract, "Mult": np.multiply}
_OF_BITS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Add": np.logical_xor,
    "Sub": np.logical_xor,
    "Mult": np.logical_and,
    "FloorDiv": lambda left, right: left & np.ones_like(right),
    "Mod": lambda left, right: np.zeros_like(left & right),
    "LShift": lambda left, right: left & np.ones_like(right),
    "RShift": lambda left, right: left & np.ones_like(right),
}
"""Arithmetic of conditions, which are single bits."""
BITWISE: Mapping[str, Callable[[Any, Any], Any]] = {
    "BitAnd": np.bitwise_and,
    "BitOr": np.bitwise_or,
    "BitXor": np.bitwise_xor,
    "LShift": np.left_shift,
    "RShift": np.right_shift,
}
COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "Lt": np.less,
    "LtE": np.less_equal,
    "Gt": np.greater,
    "GtE": np.greater_equal,
    "Eq": np.equal,
    "NotEq": np.not_equal,
}


def matched(left: Operand, right: Operand, *, divides: bool = False) -> tuple[Any, Any, Kind]:
    """The data of two values in the kind that they are computed in."""
    if not isinstance(left, Block):
        if not isinstance(right, Block):
            left = block_of(left)
        else:
            kind = with_number(right.plain, left, divides=divides)
            return kind.numpy(left), converted(right.data, right.plain, kind), kind
    if not isinstance(right, Block):
        kind = with_number(left.plain, right, divides=divides)
        return converted(left.data, left.plain, kind), kind.numpy(right), kind
    kind = joined(left.plain, right.plain, divides=divides)
    return converted(left.data, left.plain, kind), converted(right.data, right.plain, kind), kind


def _calculated(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    try:
        return function(left, right)
    except ValueError:
        raise refused("shapes that do not fit") from None


def binary(name: str, left: Operand, right: Operand) -> Block:
    """An operator of Python's by the name of its node. Raises ExecutionHalted where Triton refuses."""
    if _is_pointer(left) or _is_pointer(right):
        return _moved(name, left, right)
    if name in COMPARISONS:
        first, second, _ = matched(left, right)
        return Block(_calculated(COMPARISONS[name], first, second), BOOL)
    if name in BITWISE:
        return _bitwise(name, left, right)
    if name == "Div":
        return _quotient(left, right)
    if name in _WHOLE:
        first, second, kind = matched(left, right, divides=True)
        if name == "FloorDiv" and kind.is_float:
            raise refused("// of floats")
        function = _OF_BITS[name] if kind == BOOL else _WHOLE[name]
        return Block(_calculated(function, first, second), kind)
    if name not in ARITHMETIC:
        raise refused(f"operator {name}")
    first, second, kind = matched(left, right)
    result = _calculated((_OF_BITS if kind == BOOL else ARITHMETIC)[name], first, second)
    return Block(rounded(result) if kind == BFLOAT16 else result, kind)


def _is_pointer(value: Operand) -> bool:
    return isinstance(value, Block) and isinstance(value.kind, Pointer)


def _moved(name: str, left: Operand, right: Operand) -> Block:
    """Pointer arithmetic: addresses count elements. Pointers may be compared; nothing else is done with them."""
    if name == "Add" and not _is_pointer(left):
        left, right = right, left
    if name in COMPARISONS and _is_pointer(left) and _is_pointer(right):
        return Block(_calculated(COMPARISONS[name], left.data, right.data), BOOL)  # type: ignore[union-attr]
    offset = block_of(right)
    if name not in ("Add", "Sub") or isinstance(offset.kind, Pointer) or offset.kind.is_float:
        raise refused("arithmetic with pointers")
    pointer = block_of(left)
    if not isinstance(pointer.kind, Pointer):
        raise refused("arithmetic with pointers")
    steps = offset.data.astype(np.int64)
    return Block(_calculated(ARITHMETIC[name], pointer.data, steps), pointer.kind)


def _bitwise(name: str, left: Operand, right: Operand) -> Block:
    first, second, kind = matched(left, right)
    if kind.is_float:
        raise refused("bits of floats")
    if name in ("LShift", "RShift") and kind == BOOL:
        return Block(_calculated(_OF_BITS[name], first, second), kind)
    return Block(_calculated(BITWISE[name], first, second), kind)


def _quotient(left: Operand, right: Operand) -> Block:
    first, second, kind = matched(left, right, divides=_both_float(left, right))
    if not kind.is_float:
        first, second, kind = first.astype(np.float32), second.astype(np.float32), FLOAT32
    return Block(_calculated(np.divide, first, second), kind)


def _both_float(left: Operand, right: Operand) -> bool:
    kinds = [value.plain if isinstance(value, Block) else of_number(value) for value in (left, right)]
    return all(kind.is_float for kind in kinds)


def _cut_quotient(left: Any, right: Any) -> Any:
    """Rounds towards zero, as hardware does."""
    if np.any(right == 0):
        return _by_zero(_cut_quotient(left, np.where(right == 0, 1, right).astype(right.dtype)), right)
    result = np.floor_divide(left, right)
    if result.dtype.kind == "u" or (np.min(left, initial=0) >= 0 and np.min(right, initial=0) >= 0):
        return result
    rest = left - result * right
    return (result + ((rest != 0) & ((left < 0) != (right < 0)))).astype(result.dtype)


def _remainder(left: Any, right: Any) -> Any:
    return _by_zero(np.fmod(left, right), right)


def _by_zero(result: Any, divisor: Any) -> Any:
    """All bits set where whole numbers are divided by 0, as on a device."""
    return result if result.dtype.kind == "f" else np.where(divisor == 0, ~np.zeros((), result.dtype), result)


def negated(value: Block) -> Block:
    if value.plain == BOOL:
        return value
    return Block(-value.data, value.kind)


def inverted(value: Block) -> Block:
    if value.plain.is_float:
        raise refused("~ of floats")
    return Block(~value.data, value.kind)


def logical(name: str, left: Operand, right: Operand) -> Block:
    """`and` and `or` of which one side is a kernel's value."""
    first, second = cast(block_of(left), BOOL), cast(block_of(right), BOOL)
    return binary("BitAnd" if name == "And" else "BitOr", first, second)


_WHOLE: Mapping[str, Callable[[Any, Any], Any]] = {"FloorDiv": _cut_quotient, "Mod": _remainder}


def type_of(value: Any) -> Any:
    """A block's kind and shape, or Python's own type."""
    if isinstance(value, Block):
        return value.kind, value.shape
    return (of_number(value), ()) if isinstance(value, int | float) else type(value)
