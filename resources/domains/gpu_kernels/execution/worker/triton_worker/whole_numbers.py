"""Arithmetic on whole numbers and on booleans as the device has it, where numpy has another.

A block of int1 is one of single bits: the compiler adds and subtracts them modulo 2, and numpy takes `True + True` for
"or". A division by zero gives a quotient and a remainder of all ones (ptxas selects `~0` there), where numpy's 0 would
look like a number. `tl.umulhi` multiplies bits without a sign. Shifts by the width or more are the same in both: `shl`
and `shr` leave nothing but copies of the sign.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle

Operation = Callable[[Any, Any], Any]


def _left(left: Any, right: Any) -> Any:
    return left & np.ones_like(right)


def _nothing(left: Any, right: Any) -> Any:
    return np.zeros_like(left & right)


_OF_BITS: dict[str, Operation] = {
    "create_add": np.logical_xor,
    "create_sub": np.logical_xor,
    "create_mul": np.logical_and,
    # A divisor of 0 and a shift by 1 are undefined, and the compiler takes it that neither occurs.
    "create_sdiv": _left,
    "create_udiv": _left,
    "create_shl": _left,
    "create_lshr": _left,
    "create_ashr": _left,
    "create_srem": _nothing,
    "create_urem": _nothing,
}


def install() -> None:
    builder: Any = InterpreterBuilder
    for name in ("create_sdiv", "create_udiv", "create_srem", "create_urem"):
        setattr(builder, name, _all_ones_by_zero(getattr(builder, name)))
    for name, operation in _OF_BITS.items():
        setattr(builder, name, _on_bits(operation, getattr(builder, name)))
    builder.create_umulhi = _without_sign(builder.create_umulhi)


def _on_bits(operation: Operation, original: Any) -> Any:
    def mended(self: Any, left: Any, right: Any) -> Any:
        if left.dtype.scalar != tl.int1:
            return original(self, left, right)
        bits = operation(left.data.astype(np.bool_), right.data.astype(np.bool_))
        return TensorHandle(bits, tl.int1)

    return mended


def _all_ones_by_zero(original: Any) -> Any:
    def mended(self: Any, left: Any, right: Any) -> Any:
        made = original(self, left, right)
        by_zero = np.broadcast_to(right.data == 0, made.data.shape)
        if not by_zero.any():
            return made
        all_ones = ~np.zeros((), made.data.dtype)
        return TensorHandle(np.where(by_zero, all_ones, made.data), made.dtype)

    return mended


def _without_sign(original: Any) -> Any:
    def mended(self: Any, left: Any, right: Any) -> Any:
        unsigned = np.dtype(f"u{left.data.dtype.itemsize}")
        bits = [TensorHandle(item.data.view(unsigned), item.dtype) for item in (left, right)]
        made = original(self, *bits)
        return TensorHandle(made.data.view(left.data.dtype), made.dtype)

    return mended
