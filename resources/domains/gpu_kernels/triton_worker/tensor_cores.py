"""TF32 in the interpreter: a product that asks for it is made of operands of 11 bits, as tensor cores make it.

A product that asks for nothing is float32's: what it is on a device is a setting of the toolchain.
"""

import functools
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle, _ir

_DROPPED = 13


def install() -> None:
    _ask_for_float32(tl.core.dot)
    make = InterpreterBuilder.create_dot

    def product(self: Any, left: Any, right: Any, sums: Any, precision: Any, *rest: Any) -> Any:
        if precision == _ir.INPUT_PRECISION.TF32:
            left, right = _rounded(left), _rounded(right)
        return make(self, left, right, sums, precision, *rest)

    InterpreterBuilder.create_dot = product


def _ask_for_float32(dot: Any) -> None:
    """The compiler's default stays: it decides the shared memory that a kernel needs."""

    @functools.wraps(dot)
    def asking(
        input: Any,
        other: Any,
        acc: Any = None,
        input_precision: Any = None,
        allow_tf32: Any = None,
        *rest: Any,
        _semantic: Any = None,
        **options: Any,
    ) -> Any:
        if input_precision is None and allow_tf32 is None and isinstance(_semantic.builder, InterpreterBuilder):
            input_precision = "ieee"
        return dot(input, other, acc, input_precision, allow_tf32, *rest, _semantic=_semantic, **options)

    tl.dot = tl.core.dot = asking


def _rounded(handle: Any) -> Any:
    """To nearest, ties away from zero, as cvt.rna.tf32 does."""
    if handle.data.dtype != np.float32:
        return handle
    bits = np.ascontiguousarray(handle.data).view(np.uint32) + np.uint32(1 << (_DROPPED - 1))
    return TensorHandle((bits & np.uint32(0xFFFFFFFF ^ ((1 << _DROPPED) - 1))).view(np.float32), handle.dtype)
