"""Literals of C as values of the type that their form and suffix give them."""

import numpy as np

from resources.domains.gpu_kernels.interpretation.cuda.values import Value
from resources.domains.gpu_kernels.interpretation.endings import refused
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32, FLOAT64, INT32, INT64, UINT32, UINT64


def of_number(text: str) -> Value:
    """The value of a literal."""
    lowered = text.lower()
    if lowered.startswith("0x"):
        digits = lowered.rstrip("ul")
        return _whole(int(digits, 16), lowered[len(digits) :])
    if any(mark in lowered for mark in ".ef"):
        is_single = lowered.endswith("f")
        number = float(lowered.rstrip("fl"))
        return Value(np.float32(number), FLOAT32) if is_single else Value(np.float64(number), FLOAT64)
    digits = lowered.rstrip("ul")
    return _whole(int(digits, 8 if digits.startswith("0") and len(digits) > 1 else 10), lowered[len(digits) :])


def _whole(number: int, suffix: str) -> Value:
    if number >= 1 << 64:
        raise refused("a large number")
    small = INT32 if "u" not in suffix and number < 1 << 31 else UINT32 if number < 1 << 32 else INT64
    kind = (UINT64 if "u" in suffix else INT64) if "l" in suffix or number >= 1 << 32 else small
    return Value(kind.numpy(number), kind)
