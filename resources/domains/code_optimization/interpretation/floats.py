"""What SSE's floating-point instructions do: scalar ones, sums and products by lane, conversions, comparisons.

Numbers are bits in a vector; a single-precision result is a double's, rounded once more, which is exact for these.
"""

import math
import struct
from collections.abc import Callable

from resources.domains.code_optimization.interpretation.arithmetic import Flags, signed
from resources.domains.code_optimization.interpretation.machine import MASKS

_FORMS = {4: struct.Struct("<f"), 8: struct.Struct("<d")}
SIZES = {"ss": 4, "sd": 8, "ps": 4, "pd": 8}
_INFINITY = math.inf


def value_of(bits: int, size: int) -> float:
    value: float = _FORMS[size].unpack((bits & MASKS[size]).to_bytes(size, "little"))[0]
    return value


def bits_of(value: float, size: int) -> int:
    try:
        return int.from_bytes(_FORMS[size].pack(value), "little")
    except OverflowError:
        return int.from_bytes(_FORMS[size].pack(math.copysign(_INFINITY, value)), "little")


def _quotient(one: float, other: float) -> float:
    if other == 0.0:
        if one == 0.0 or math.isnan(one):
            return math.nan
        return math.copysign(_INFINITY, one) * math.copysign(1.0, other)
    return one / other


def _root(_: float, value: float) -> float:
    return math.sqrt(value) if value >= 0.0 else math.nan


OPERATIONS: dict[str, Callable[[float, float], float]] = {
    "add": lambda one, other: one + other,
    "sub": lambda one, other: one - other,
    "mul": lambda one, other: one * other,
    "div": _quotient,
    "sqrt": _root,
    "min": lambda one, other: one if one < other else other,
    "max": lambda one, other: one if one > other else other,
}


def scalar(name: str, size: int) -> Callable[[int, int], int]:
    """On the lowest lane alone: the target's others stay."""
    operation, kept = OPERATIONS[name], MASKS[16] ^ MASKS[size]

    def combine(target: int, source: int) -> int:
        return target & kept | bits_of(operation(value_of(target, size), value_of(source, size)), size)

    return combine


def packed(name: str, size: int) -> Callable[[int, int], int]:
    operation = OPERATIONS[name]

    def combine(target: int, source: int) -> int:
        found = 0
        for shift in range(0, 128, 8 * size):
            result = operation(value_of(target >> shift, size), value_of(source >> shift, size))
            found |= bits_of(result, size) << shift
        return found

    return combine


def compared(target: int, source: int, size: int) -> Flags:
    """As ucomisd says it: all of carry, zero and parity where one is no number."""
    one, other = value_of(target, size), value_of(source, size)
    if math.isnan(one) or math.isnan(other):
        return (1, 1, 0, 0, 0)
    return (int(one < other), int(one == other), 0, 0, 1)


def to_integer(bits: int, size: int, to: int, *, truncated: bool) -> int:
    """The lowest number of the target's size where the value is none of its numbers."""
    value = value_of(bits, size)
    lowest = 1 << (8 * to - 1)
    if math.isnan(value) or math.isinf(value):
        return lowest
    whole = math.trunc(value) if truncated else round(value)
    return whole & MASKS[to] if -lowest <= whole < lowest else lowest


def from_integer(value: int, size: int, to: int) -> int:
    """Rounded once: a single-precision number by way of a double would be rounded twice."""
    number = signed(value & MASKS[size], size)
    if to == 8 or abs(number) < 1 << 53:
        return bits_of(float(number), to)
    kept = abs(number).bit_length() - 24
    scaled, rest = abs(number) >> kept, abs(number) & ((1 << kept) - 1)
    half = 1 << (kept - 1)
    scaled += int(rest > half or (rest == half and scaled % 2 == 1))
    return bits_of(math.copysign(float(scaled << kept), number), to)


def resized(bits: int, size: int, to: int) -> int:
    return bits_of(value_of(bits, size), to)
