"""Arithmetic of float and double: numbers as their bits, rounded after each operation as the FPU and gcc's routines do.

A conversion to an integer saturates, as the core's own instruction does; C leaves that open.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Callable, Mapping

from resources.domains.embedded_systems.prediction.simulator.types import (
    DOUBLE,
    FLOAT,
    Floating,
    Integer,
    Kind,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_FORMATS = {4: (struct.Struct("<f"), struct.Struct("<I")), 8: (struct.Struct("<d"), struct.Struct("<Q"))}
LITERAL = re.compile(r"((?:\d+\.\d*|\.\d+|\d+(?=[eE]))(?:[eE][+-]?\d+)?)([fFlL]?)")


def bits_of(value: float, size: int) -> int:
    number, bits = _FORMATS[size]
    try:
        return int(bits.unpack(number.pack(value))[0])
    except OverflowError:
        return int(bits.unpack(number.pack(math.copysign(math.inf, value)))[0])


def value_of(bits: int, size: int) -> float:
    number, form = _FORMATS[size]
    return float(number.unpack(form.pack(bits))[0])


def _quotient(left: float, right: float) -> float:
    if right:
        return left / right
    if not left or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1, right)


_ARITHMETIC: Mapping[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": _quotient,
}  # fmt: skip
_COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "==": lambda a, b: a == b, "!=": lambda a, b: a != b, "<": lambda a, b: a < b, ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b, ">=": lambda a, b: a >= b,
}  # fmt: skip


def common_floating(left: Kind, right: Kind) -> Floating | None:
    """The type in which two operands meet, where one of them is floating."""
    kinds = [kind for kind in (left, right) if isinstance(kind, Floating)]
    return max(kinds, key=lambda kind: kind.size) if kinds else None


def operation(operator: str, size: int) -> tuple[Callable[[int, int], int], bool]:
    """On two numbers as their bits; whether it gives a truth and no number. Raises UnsupportedConstruct."""
    if operator in _COMPARISONS:
        compare = _COMPARISONS[operator]
        return (lambda a, b: int(compare(value_of(a, size), value_of(b, size)))), True
    if operator not in _ARITHMETIC:
        raise UnsupportedConstruct(f"{operator} of floating-point numbers")
    combine = _ARITHMETIC[operator]
    return (lambda a, b: bits_of(combine(value_of(a, size), value_of(b, size)), size)), False


def conversion(source: Kind, target: Kind) -> Callable[[int], int]:
    """Between two numbers of which one is floating. Raises UnsupportedConstruct."""
    if isinstance(source, Floating) and isinstance(target, Floating):
        one, other = source.size, target.size
        return lambda value: bits_of(value_of(value, one), other)
    if isinstance(source, Integer) and isinstance(target, Floating):
        size = target.size
        return lambda value: bits_of(float(value), size)
    if isinstance(source, Floating) and isinstance(target, Integer):
        return _to_integer(source.size, target)
    raise UnsupportedConstruct("a floating-point number as another kind")


def _to_integer(size: int, target: Integer) -> Callable[[int], int]:
    if target.is_truth:
        return lambda value: int(value_of(value, size) != 0)
    wide = max(4, target.size)
    least = -(1 << 8 * wide - 1) if target.signed else 0
    most = (1 << 8 * wide - target.signed) - 1
    mask, half = (1 << 8 * target.size) - 1, 1 << 8 * target.size - 1 if target.signed else 0

    def run(bits: int) -> int:
        value = value_of(bits, size)
        exact = 0 if math.isnan(value) else least if value <= least else most if value >= most else int(value)
        return ((exact + half) & mask) - half

    return run


def literal(text: str, suffix: str) -> tuple[int, Floating]:
    kind = FLOAT if suffix.lower() == "f" else DOUBLE
    return bits_of(float(text), kind.size), kind


def rounded(value: float) -> float:
    """As C's round: halves go away from zero."""
    return math.copysign(math.floor(abs(value) + 0.5), value) if math.isfinite(value) else value
