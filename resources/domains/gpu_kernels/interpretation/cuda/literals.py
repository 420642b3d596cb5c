"""Literals of C as values of the type that their form and suffix give them."""

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.values import Value
from resources.domains.gpu_kernels.interpretation.endings import refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32, FLOAT64, INT32, INT64, UINT32, UINT64


def of_number(text: str) -> Value:
    """The value of a literal."""
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
    raise unknown("a decimal number without a type")
