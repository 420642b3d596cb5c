"""Operators on a kernel's values, by the names of their nodes: the kind they compute in, and what Triton refuses."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.blocks import Block, Number, Operand, block_of, cast
from resources.domains.gpu_kernels.interpretation.endings import raised, refused
from resources.domains.gpu_kernels.interpretation.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    INT32,
    Kind,
    Pointer,
    converted,
    joined,
    of_number,
    rounded,
    with_number,
)

ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {"Add": np.add, "Sub": np.subtract, "Mult": np.multiply}
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
            _check_interpreted(kind, left)
            return kind.numpy(left), converted(right.data, right.plain, kind), kind
    if not isinstance(right, Block):
        kind = with_number(left.plain, right, divides=divides)
        _check_interpreted(kind, right)
        return converted(left.data, left.plain, kind), kind.numpy(right), kind
    kind = joined(left.plain, right.plain, divides=divides)
    return converted(left.data, left.plain, kind), converted(right.data, right.plain, kind), kind


def _check_interpreted(kind: Kind, number: Number) -> None:
    """Triton's interpreter has no constants of bfloat16 but 0."""
    if kind == BFLOAT16 and number != 0:
        raise raised("a constant of bfloat16")


def _calculated(function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    try:
        return function(left, right)
    except ValueError:
        raise refused("shapes that do not fit") from None


def binary(name: str, left: Operand, right: Operand) -> Block:
    """An operator of Python's by the name of its node. Raises PathEndedError where Triton refuses."""
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
        return Block(_calculated(_WHOLE[name], first, second), kind)
    if name not in ARITHMETIC:
        raise refused(f"operator {name}")
    first, second, kind = matched(left, right)
    result = _calculated(ARITHMETIC[name], first, second)
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
        first, second, kind = first.astype(np.int32), second.astype(np.int32), INT32
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
    result = np.floor_divide(left, right)
    if result.dtype.kind == "u" or (np.min(left, initial=0) >= 0 and np.min(right, initial=0) >= 0):
        return result
    rest = left - result * right
    return (result + ((rest != 0) & ((left < 0) != (right < 0)))).astype(result.dtype)


def negated(value: Block) -> Block:
    if value.plain == BOOL:
        raise refused("minus of a condition")
    return Block(-value.data, value.kind)


def inverted(value: Block) -> Block:
    if value.plain.is_float:
        raise refused("~ of floats")
    return Block(~value.data, value.kind)


def logical(name: str, left: Operand, right: Operand) -> Block:
    """`and` and `or` of which one side is a kernel's value."""
    first, second = cast(block_of(left), BOOL), cast(block_of(right), BOOL)
    return binary("BitAnd" if name == "And" else "BitOr", first, second)


_WHOLE: Mapping[str, Callable[[Any, Any], Any]] = {"FloorDiv": _cut_quotient, "Mod": np.fmod}
