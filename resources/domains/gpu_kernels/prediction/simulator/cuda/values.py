"""Values of CUDA programs: numbers and addresses, one for all threads or one for each; their literals, casts of them,
and C's arithmetic on those of all threads at once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    UINT32,
    UINT64,
    Kind,
    converted,
    joined,
    rounded,
)


@dataclass(frozen=True)
class Address:
    """The type of an address. `inner` are the sizes of the arrays that it steps over; where `vector` names one of
    CUDA's own structs, what lies there are its fields one after the other; `field` is the one of a struct that it is
    the address of."""

    of: "Kind | str"
    inner: tuple[int, ...] = ()
    vector: str = ""
    field: str = ""

    @property
    def step(self) -> int:
        return int(np.prod(self.inner)) if self.inner else 1


@dataclass(frozen=True, slots=True)
class Value:
    """`data` is a numpy scalar or an array over threads; for a struct its fields' values by name."""

    data: Any
    kind: Kind | Address | str

    @property
    def plain(self) -> Kind:
        if not isinstance(self.kind, Kind):
            raise refused("no number")
        return self.kind


def cast(value: Value, kind: Kind | Address | str) -> Value:
    if value.kind == kind:
        return value
    if isinstance(kind, Address):
        if not isinstance(value.kind, Address):
            if isinstance(value.kind, Kind) and value.kind.rank == 1 and not np.any(value.data):
                return Value(np.int64(0), kind)
            raise refused("a number as an address")
        if value.kind.of != kind.of or value.kind.field:
            raise unsupported("an address of another type")
        return Value(value.data, kind)
    if isinstance(kind, Kind) and isinstance(value.kind, Kind):
        return Value(converted(value.data, value.kind, kind), kind)
    if isinstance(kind, Kind) and kind == BOOL and isinstance(value.kind, Address):
        return Value(value.data != 0, BOOL)
    raise refused("a value of another type")


def promoted(kind: Kind) -> Kind:
    """What C computes in: small integers become int."""
    return INT32 if kind.rank < 2 and kind.bits < 32 else kind


def chosen(test: Any, first: Value, second: Value) -> Value:
    """Thread by thread."""
    if isinstance(first.kind, str):
        if first.kind != second.kind:
            raise refused("values of different types")
        return Value({name: chosen(test, item, second.data[name]) for name, item in first.data.items()}, first.kind)
    if isinstance(first.kind, Address) or isinstance(second.kind, Address):
        kind = first.kind if isinstance(first.kind, Address) else second.kind
        return Value(np.where(test, cast(first, kind).data, cast(second, kind).data), kind)
    kind = first.kind if first.kind == second.kind else joined(promoted(first.plain), promoted(second.plain))
    return Value(np.where(test, cast(first, kind).data, cast(second, kind).data), kind)


@lru_cache(maxsize=1024)
def literal(text: str) -> Value:
    """Of the type that its form and suffix give it."""
    lowered = text.lower()
    if lowered.startswith(("0x", "0b")):
        digits = lowered.rstrip("ul")
        return _whole(int(digits, 0), lowered[len(digits) :], is_decimal=False)
    if any(mark in lowered for mark in ".ef"):
        is_single = lowered.endswith("f")
        number = float(lowered.rstrip("fl"))
        return Value(np.float32(number), FLOAT32) if is_single else Value(np.float64(number), FLOAT64)
    digits = lowered.rstrip("ul")
    is_octal = digits.startswith("0") and len(digits) > 1
    return _whole(int(digits, 8 if is_octal else 10), lowered[len(digits) :], is_decimal=not is_octal)


def _whole(number: int, suffix: str, *, is_decimal: bool) -> Value:
    """Of the first type that holds it. Only a number that is not decimal may lose its sign without asking for it."""
    if number >= 1 << 64:
        raise refused("a large number")
    for kind in (INT32, UINT32, INT64, UINT64):
        is_wide_enough = kind.bits == 64 or "l" not in suffix
        has_its_sign = "u" not in suffix if kind.is_signed else "u" in suffix or not is_decimal
        if is_wide_enough and has_its_sign and number < 1 << kind.bits - kind.is_signed:
            return Value(kind.numpy(number), kind)
    raise unsupported("a decimal number without a type")


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
        return Value(_shifted(sign, converted(left.data, left.plain, kind), right.data, kind.bits), kind)
    first, second, kind = _matched(left, right)
    if sign in ("/", "%") and not kind.is_float:
        return Value(_divided(sign, first, second), kind)
    if (sign in ("&", "|", "^", "%") and kind.is_float) or sign not in _ARITHMETIC:
        raise refused(f"{sign} of floats")
    result = _ARITHMETIC[sign](first, second)
    return Value(rounded(result) if kind == BFLOAT16 else result, kind)


def _matched(left: Value, right: Value) -> tuple[Any, Any, Kind]:
    kind = promoted(left.plain)
    if left.kind is right.kind and kind is left.kind:
        return left.data, right.data, kind
    kind = joined(kind, promoted(right.plain))
    return converted(left.data, left.plain, kind), converted(right.data, right.plain, kind), kind


def _shifted(sign: str, values: Any, counts: Any, bits: int) -> Any:
    """A device takes counts for numbers of 32 bits without a sign: what is too many leaves copies of the sign bit."""
    few = np.minimum(np.asarray(counts).astype(np.uint32), bits).astype(np.asarray(values).dtype)
    return np.left_shift(values, few) if sign == "<<" else np.right_shift(values, few)


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
        raise unsupported("steps from a field to others")
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
