"""The hardware's arithmetic in Triton's interpreter, where the stock one or this processor has another.

The stock one stores bfloat16 as bit patterns in uint16 and computes on them as integers: each operation is done in
float32 here and rounded to nearest even. A minimum or maximum drops NaN unless it is asked not to (PTX ISA, "max"), and
so does `clamp`. A conversion to an integer gives the nearest value of a type of 16, 32 or 64 bits, of which a narrower
one has the low bits (PTX ISA, "cvt"). Tensor cores are `install_tensor_cores`.
"""

import functools
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle, _ir

_DROPPED = 13
"""Bits of float32 that TF32 lacks."""
_PRECISIONS = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
_COMPUTING = {"binary_op": 2, "unary_op": 1, "create_fma": 3, "create_rsqrt": 1, "create_erf": 1}
"""The builder's methods that compute, and how many operands each has."""


def install() -> None:
    InterpreterBuilder.create_fma = _fused(InterpreterBuilder.create_fma)
    InterpreterBuilder.create_fp_to_fp = _rounding(InterpreterBuilder.create_fp_to_fp)
    _install_bfloat16(InterpreterBuilder)
    _install_comparisons(InterpreterBuilder)
    _install_minima_and_conversions(InterpreterBuilder)
    object.__setattr__(interpreter.interpreter_builder.options, "allowed_dot_input_precisions", _PRECISIONS)


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


def as_float32(handle: Any) -> Any:
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
        return _narrow(original(self, *(as_float32(handle) for handle in handles), *rest))

    return mended


def _converting(original: Any) -> Any:
    def mended(self: Any, source: Any, target: Any, *rest: Any) -> Any:
        if _is_bits(source) and target.scalar != tl.bfloat16:
            source = as_float32(source)
            return source if target.scalar == tl.float32 else original(self, source, target, *rest)
        if target.scalar == tl.bfloat16 and not _is_bits(source) and _ir.ROUNDING_MODE.RTZ not in rest:
            return TensorHandle(narrowed(source.data.astype(np.float32)), tl.bfloat16)
        return original(self, source, target, *rest)

    return mended


def _fused(original: Any) -> Any:
    """The product is not rounded before the sum: double precision holds all of its bits."""

    def mended(self: Any, left: Any, right: Any, addend: Any) -> Any:
        if addend.data.dtype not in (np.float16, np.float32):
            return original(self, left, right, addend)
        wide = [item.data.astype(np.float64) for item in (left, right, addend)]
        return TensorHandle((wide[0] * wide[1] + wide[2]).astype(addend.data.dtype), addend.dtype.scalar)

    return mended


def _rounding(original: Any) -> Any:
    """float32 as float16 in the way that was asked for: the stock one makes NaN of what is too large."""

    def mended(self: Any, source: Any, target: Any, mode: Any) -> Any:
        if source.data.dtype != np.float32 or target.scalar not in (tl.float16, tl.bfloat16):
            return original(self, source, target, mode)
        made = narrowed(source.data) if target.scalar == tl.bfloat16 else source.data.astype(np.float16)
        if mode == _ir.ROUNDING_MODE.RTZ:
            made = _nearer_to_zero(source.data, made)
        return TensorHandle(made, target.scalar)

    return mended


def _nearer_to_zero(values: Any, rounded: Any) -> Any:
    """The neighbour on zero's side where rounding went away from it; the bits of a magnitude count upwards."""
    back = rounded.astype(np.float64) if rounded.dtype == np.float16 else widened(rounded).astype(np.float64)
    beyond = np.abs(back) > np.abs(values)
    return (rounded.view(np.uint16) - beyond.astype(np.uint16)).view(rounded.dtype)


def _dot(original: Any) -> Any:
    def mended(self: Any, left: Any, right: Any, *rest: Any) -> Any:
        return original(self, as_float32(left), as_float32(right), *rest)

    return mended


def _install_bfloat16(builder: Any) -> None:
    for name, operands in _COMPUTING.items():
        setattr(builder, name, _computing(getattr(builder, name), operands))
    for name in ("cast_impl", "create_fp_to_fp"):
        setattr(builder, name, _converting(getattr(builder, name)))
    builder.create_dot = _dot(builder.create_dot)
    builder.get_bf16 = lambda self, value: TensorHandle(narrowed(np.array([value])), tl.bfloat16)


def _install_comparisons(builder: Any) -> None:
    """What a comparison gives is a condition: the stock interpreter hands on the operands' type with it."""
    for name in [name for name in vars(builder) if name.startswith(("create_icmp", "create_fcmp"))]:
        setattr(builder, name, _asking(getattr(builder, name)))


def _asking(original: Any) -> Any:
    def asked(self: Any, *operands: Any) -> Any:
        return TensorHandle(original(self, *operands).data.astype(np.bool_), tl.int1)

    return asked


def _install_minima_and_conversions(builder: Any) -> None:
    def minimum(self: Any, left: Any, right: Any) -> Any:
        return self.binary_op(left, right, np.fmin)

    def maximum(self: Any, left: Any, right: Any) -> Any:
        return self.binary_op(left, right, np.fmax)

    def clamped(self: Any, value: Any, low: Any, high: Any, propagate_nan: Any) -> Any:
        if propagate_nan == _ir.PROPAGATE_NAN.ALL:
            return self.ternary_op(value, low, high, np.clip)
        return minimum(self, maximum(self, value, low), high)

    def to_signed(self: Any, source: Any, target: Any) -> Any:
        return _converted(source, target.scalar, signed=True)

    def to_unsigned(self: Any, source: Any, target: Any) -> Any:
        return _converted(source, target.scalar, signed=False)

    builder.create_minnumf, builder.create_maxnumf = minimum, maximum
    builder.create_clampf = clamped
    builder.create_fp_to_si, builder.create_fp_to_ui = to_signed, to_unsigned


def _converted(source: Any, target: Any, *, signed: bool) -> Any:
    values = as_float32(source).data
    whole = integers(values, max(16, target.primitive_bitwidth), signed)
    return TensorHandle(whole.astype(interpreter._get_np_dtype(target)), target)


def integers(values: Any, bits: int, signed: bool) -> Any:
    """What cvt.rzi makes of the values. NaN is 0, or the sign bit alone with double precision or 64 bits."""
    made = np.dtype(f"{'i' if signed else 'u'}{bits // 8}")
    limits, whole = np.iinfo(made), np.trunc(values).astype(np.float64)
    end = 2.0 ** (bits - 1 if signed else bits)
    inside = (whole >= float(limits.min)) & (whole < end)
    result = np.where(inside, whole, 0).astype(made)
    result = np.where(whole >= end, made.type(limits.max), result)
    result = np.where(whole < float(limits.min), made.type(limits.min), result)
    of_nan = np.array(1 << (bits - 1), f"u{bits // 8}").astype(made) if values.dtype == np.float64 or bits == 64 else 0
    return np.where(np.isnan(whole), made.type(of_nan), result)


def install_tensor_cores(asks_for_nothing: str) -> None:
    """A product that asks for TF32 is made of operands of 11 bits, as tensor cores make it, and one in three products
    of bfloat16 of operands in two parts; in six, no bit of float32 is lost. One that asks for nothing is
    `asks_for_nothing`: on a device it is TF32, which public sets' own answers do not speak of."""
    if asks_for_nothing == "ieee":
        _ask_for_float32(tl.core.dot)
    make = InterpreterBuilder.create_dot

    def product(self: Any, left: Any, right: Any, sums: Any, precision: Any, *rest: Any) -> Any:
        if precision == _ir.INPUT_PRECISION.TF32:
            left, right = _rounded_to_tf32(left), _rounded_to_tf32(right)
        elif precision == _ir.INPUT_PRECISION.BF16x3 and left.data.dtype == np.float32:
            (high, low), (other, rest_of_other) = _in_two(left), _in_two(right)
            sums = make(self, low, other, make(self, high, rest_of_other, sums, precision, *rest), precision, *rest)
            left, right = high, other
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


def _in_two(handle: Any) -> tuple[Any, Any]:
    """What bfloat16 holds of float32 values, and of the rest."""
    high = widened(narrowed(handle.data))
    return TensorHandle(high, tl.float32), TensorHandle(widened(narrowed(handle.data - high)), tl.float32)


def _rounded_to_tf32(handle: Any) -> Any:
    """To nearest, ties away from zero, as cvt.rna.tf32 does."""
    if handle.data.dtype != np.float32:
        return handle
    bits = np.ascontiguousarray(handle.data).view(np.uint32) + np.uint32(1 << (_DROPPED - 1))
    return TensorHandle((bits & np.uint32(0xFFFFFFFF ^ ((1 << _DROPPED) - 1))).view(np.float32), handle.dtype)
