"""A product and the sum or difference that takes it are one instruction, rounded once, as Triton's compiler has it
(`enable_fp_fusion`, on unless a launch says otherwise): else a kernel that subtracts a product from itself finds its
rounding error on a device and 0 here.

A product keeps its factors, through what only moves or repeats it, so that a sum can begin from the exact one. Of two
products the first is the exact one; a negated one is rounded, as the compiler has it. What it does with a product that
another block of the program's control flow made is its own affair; here it is fused as well.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle

from .arithmetic import as_float32, narrowed

_SPLITTING = 2.0**27 + 1
"""Halves a double precision number into two of 26 bits (Veltkamp)."""
_MOVING: Mapping[str, int] = {
    "create_expand_dims": 0,
    "create_broadcast": 0,
    "create_reshape": 0,
    "create_trans": 0,
    "create_splat": 1,
}
"""What leaves each element's value as it is, and the place of the block among its arguments."""


class Contraction:
    """Whether sums take products exactly, for the launch that runs."""

    def __init__(self) -> None:
        self.allowed = True

    @contextmanager
    def of_launch(self, options: Mapping[str, Any]) -> Iterator[None]:
        before, self.allowed = self.allowed, bool(options.get("enable_fp_fusion", True))
        try:
            yield
        finally:
            self.allowed = before


def install() -> Contraction:
    """After `arithmetic.install`, whose rounding of products and sums stays."""
    contraction, builder = Contraction(), InterpreterBuilder
    builder.create_fmul = _keeping(builder.create_fmul)
    builder.create_fadd = _summing(builder.create_fadd, contraction, 1)
    builder.create_fsub = _summing(builder.create_fsub, contraction, -1)
    for name, place in _MOVING.items():
        setattr(builder, name, _moving(getattr(builder, name), place))
    return contraction


def _keeping(multiply: Callable[..., Any]) -> Callable[..., Any]:
    def product(self: Any, left: Any, right: Any) -> Any:
        made = multiply(self, left, right)
        made.factors = tuple(TensorHandle(one.data, one.dtype) for one in (left, right))  # without factors of their own
        return made

    return product


def _moving(original: Callable[..., Any], place: int) -> Callable[..., Any]:
    def moved(self: Any, *arguments: Any, **options: Any) -> Any:
        made = original(self, *arguments, **options)
        factors = getattr(arguments[place], "factors", None) if len(arguments) > place else None
        if factors is not None:
            rest = [(*arguments[:place], factor, *arguments[place + 1 :]) for factor in factors]
            made.factors = tuple(original(self, *item, **options) for item in rest)
        return made

    return moved


def _summing(original: Callable[..., Any], contraction: Contraction, sign: int) -> Callable[..., Any]:
    """`sign` is that of the right operand."""

    def summed(self: Any, left: Any, right: Any) -> Any:
        made = original(self, left, right)
        if not contraction.allowed:
            return made
        if (factors := getattr(left, "factors", None)) is not None:
            return _like(made, _fused(factors, right, 1, sign))
        if (factors := getattr(right, "factors", None)) is None:
            return made
        return _like(made, _fused(factors, left, sign, 1))

    return summed


def _wide(handle: Any) -> Any:
    return as_float32(handle).data.astype(np.float64)


def _fused(factors: Any, addend: Any, of_product: int, of_addend: int) -> Any:
    """The product of two and the sum with the third, signs applied, in double precision. Of narrower numbers the
    product is exact there; of double precision's the rounding error is worked out and added."""
    one, other, third = of_product * _wide(factors[0]), _wide(factors[1]), of_addend * _wide(addend)
    product = one * other
    total = product + third
    if addend.dtype.scalar != tl.float64:
        return total
    rest = _error_of_product(one, other, product) + _error_of_sum(product, third, total)
    return np.where(np.isfinite(rest), total + rest, total)


def _error_of_product(one: Any, other: Any, product: Any) -> Any:
    (high, low), (top, bottom) = _halves(one), _halves(other)
    return ((high * top - product) + high * bottom + low * top) + low * bottom


def _halves(values: Any) -> tuple[Any, Any]:
    scaled = _SPLITTING * values
    high = scaled - (scaled - values)
    return high, values - high


def _error_of_sum(one: Any, other: Any, total: Any) -> Any:
    second = total - one
    return (one - (total - second)) + (other - second)


def _like(made: Any, values: Any) -> Any:
    """`values` in the type of `made`, which the interpreter computed rounding twice."""
    if made.dtype.scalar == tl.bfloat16 and made.data.dtype == np.uint16:
        return TensorHandle(narrowed(values.astype(np.float32)), made.dtype)
    return TensorHandle(values.astype(made.data.dtype), made.dtype)
