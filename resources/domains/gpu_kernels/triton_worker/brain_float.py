"""bfloat16 in Triton's interpreter: the stock one stores bit patterns in uint16 and computes on them as integers.

Each operation on a bfloat16 operand is done in float32 here and rounded to nearest even, as the hardware does.
"""

from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import TensorHandle

_COMPUTING = {"binary_op": 2, "unary_op": 1, "create_fma": 3, "create_rsqrt": 1, "create_erf": 1}
"""The builder's methods that compute, and how many operands each has."""


def widened(bits: Any) -> Any:
    """uint16 bit patterns of bfloat16 as float32."""
    return (bits.astype(np.uint32) << 16).view(np.float32)


def narrowed(values: Any) -> Any:
    """float32 as uint16 bit patterns of bfloat16, rounded to nearest even; NaN stays NaN."""
    values = np.ascontiguousarray(values, dtype=np.float32)
    bits = values.view(np.uint32)
    rounded = ((bits + 0x7FFF + ((bits >> 16) & 1)) >> 16).astype(np.uint16)
    return np.where(np.isnan(values), np.uint16(0x7FC0), rounded)


def _is_bits(handle: Any) -> bool:
    return bool(handle.dtype.scalar == tl.bfloat16 and handle.data.dtype == np.uint16)


def _wide(handle: Any) -> Any:
    return TensorHandle(widened(handle.data), tl.float32) if _is_bits(handle) else handle


def _narrow(handle: Any) -> Any:
    if handle.data.dtype == np.bool_:
        return TensorHandle(handle.data, tl.int1)
    return TensorHandle(narrowed(handle.data), tl.bfloat16)


def _computing(original: Any, operands: int) -> Any:
    """The operation with its first `operands` arguments in float32 where one of them is bfloat16."""

    def mended(self: Any, *arguments: Any) -> Any:
        handles, rest = arguments[:operands], arguments[operands:]
        if not any(_is_bits(handle) for handle in handles):
            return original(self, *arguments)
        return _narrow(original(self, *(_wide(handle) for handle in handles), *rest))

    return mended


def _converting(original: Any) -> Any:
    def mended(self: Any, source: Any, target: Any, *rest: Any) -> Any:
        if _is_bits(source) and target.scalar != tl.bfloat16:
            source = _wide(source)
            return source if target.scalar == tl.float32 else original(self, source, target, *rest)
        if target.scalar == tl.bfloat16 and not _is_bits(source):
            return TensorHandle(narrowed(source.data.astype(np.float32)), tl.bfloat16)
        return original(self, source, target, *rest)

    return mended


def _dot(original: Any) -> Any:
    def mended(self: Any, left: Any, right: Any, *rest: Any) -> Any:
        return original(self, _wide(left), _wide(right), *rest)

    return mended


def install() -> None:
    builder = interpreter.InterpreterBuilder
    for name, operands in _COMPUTING.items():
        setattr(builder, name, _computing(getattr(builder, name), operands))
    for name in ("cast_impl", "create_fp_to_fp"):
        setattr(builder, name, _converting(getattr(builder, name)))
    builder.create_dot = _dot(builder.create_dot)
