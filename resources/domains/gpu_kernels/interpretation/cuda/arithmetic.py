"""Arithmetic of C on the values of CUDA programs, those of all threads at once."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.values import Address, Value, cast, promoted
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BFLOAT16, BOOL, INT64, Kind, converted, joined, rounded


def binary(sign: str, left: Value, right: Value) -> Value:
    if isinstance(left.kind, Address) or isinstance(right.kind, Address):
        return _of_addresses(sign, left, right)
    if sign in _COMPARISONS:
        first, second, _ = _matched(left, right)
        return Value(_COMPARISONS[sign](first, second), BOOL)
    if sign in ("<<", ">>"):
        kind = promoted(left.plain)
        if kind.is_float or right.plain.is_float:
            raise refused("bits of floats")
        by = np.asarray(right.data).astype(kind.numpy) & kind.numpy(kind.bits - 1)
        shift = np.left_shift if sign == "<<" else np.right_shift
        return Value(shift(converted(left.data, left.plain, kind), by), kind)
    first, second, kind = _matched(left, right)
    if sign in ("/", "%") and not kind.is_float:
        return Value(_divided(sign, first, second), kind)
    if (sign in ("&", "|", "^", "%") and kind.is_float) or sign not in _ARITHMETIC:
        raise refused(f"{sign} of floats")
    result = _ARITHMETIC[sign](first, second)
    return Value(rounded(result) if kind == BFLOAT16 else result, kind)


def _matched(left: Value, right: Value) -> tuple[Any, Any, Kind]:
    kind = joined(promoted(left.plain), promoted(right.plain))
    return converted(left.data, left.plain, kind), converted(right.data, right.plain, kind), kind


def _divided(sign: str, left: Any, right: Any) -> Any:
    if np.any(np.asarray(right) == 0):
        if np.size(left) == 1 and np.size(right) == 1:
            raise raised("division by zero")
        right = np.where(right == 0, 1, right).astype(np.asarray(right).dtype)
    rest = np.fmod(left, right)
    return rest if sign == "%" else np.floor_divide(left - rest, right)


def _of_addresses(sign: str, left: Value, right: Value) -> Value:
    if sign in _COMPARISONS:
        return Value(_COMPARISONS[sign](left.data, right.data), BOOL)
    if sign == "-" and isinstance(left.kind, Address) and isinstance(right.kind, Address):
        return Value((left.data - right.data) // left.kind.step, INT64)
    if sign == "+" and not isinstance(left.kind, Address):
        left, right = right, left
    if isinstance(left.kind, Address) and left.kind.field:
        raise unknown("steps from a field to others")
    if sign not in ("+", "-") or not isinstance(left.kind, Address) or right.plain.is_float:
        raise refused("arithmetic with addresses")
    steps = np.asarray(right.data).astype(np.int64) * left.kind.step
    return Value(left.data + steps if sign == "+" else left.data - steps, left.kind)


def unary(sign: str, value: Value) -> Value:
    if sign == "!":
        return Value(np.logical_not(cast(value, BOOL).data), BOOL)
    kind = promoted(value.plain)
    data = converted(value.data, value.plain, kind)
    if sign == "~":
        if kind.is_float:
            raise refused("bits of floats")
        return Value(np.invert(data), kind)
    return Value(np.negative(data) if sign == "-" else data, kind)


_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": np.add,
    "-": np.subtract,
    "*": np.multiply,
    "/": np.divide,
    "&": np.bitwise_and,
    "|": np.bitwise_or,
    "^": np.bitwise_xor,
}
_COMPARISONS: Mapping[str, Callable[[Any, Any], Any]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
    "==": np.equal,
    "!=": np.not_equal,
}
