"""Functions of triton.language that make, combine and reorder blocks, and the table of all that need no memory.

Each takes the kernel's own arguments. What Triton refuses is an ExecutionHalted, and so is what is not modelled.
Accesses to memory are `accesses`, and what goes along an axis is `reductions`."""

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    Block,
    binary,
    block_of,
    cast,
    constant,
    kind_of,
    matched,
    same_shape,
    shape_of,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.elementwise import ELEMENTWISE
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT8,
    INT32,
    Kind,
    Pointer,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.values import unpacked


def transposed(input: Any, *dims: Any) -> Block:
    value = block_of(input)
    axes = tuple(constant(item) for item in unpacked(dims)) or tuple(reversed(range(len(value.shape))))
    if len(value.shape) < 2 or sorted(axes) != list(range(len(value.shape))):
        raise refused("axes that do not fit")
    return Block(value.data.transpose(axes), value.kind)


def reshaped(input: Any, *shape: Any, can_reorder: Any = False) -> Block:
    value = block_of(input)
    sizes = shape_of(unpacked(shape))
    if math.prod(sizes) != value.data.size:
        raise refused("a shape of another size")
    return Block(np.reshape(value.data, sizes), value.kind)


def broadcast_to(input: Any, *shape: Any) -> Block:
    value = block_of(input)
    sizes = shape_of(unpacked(shape))
    if value.shape and (len(value.shape) != len(sizes) or same_shape(value, Block(np.empty(sizes), BOOL)) != sizes):
        raise refused("a shape that does not expand")
    return Block(np.broadcast_to(value.data, sizes), value.kind)


def expand_dims(input: Any, axis: Any) -> Block:
    value = block_of(input)
    axes = axis if isinstance(axis, tuple | list) else (axis,)
    if any(not -len(value.shape) - 1 <= constant(item) <= len(value.shape) for item in axes):
        raise refused("an axis out of range")
    return Block(np.expand_dims(value.data, tuple(axes)), value.kind)


def flip(x: Any, dim: Any = None) -> Block:
    value = block_of(x)
    return Block(np.flip(value.data, -1 if dim is None else constant(dim)), value.kind)


_LEAST_DEPTH = 16


def dot(
    input: Any,
    other: Any,
    acc: Any = None,
    input_precision: Any = None,
    allow_tf32: Any = None,
    max_num_imprecise_acc: Any = None,
    out_dtype: Any = FLOAT32,
    *,
    unasked: str = "",
) -> Block:
    """Operands of one kind, sizes that fit, and what is added of the result's type. `unasked` is the precision of a
    product that asks for none; "" where products lose nothing, whatever they ask for."""
    precision = input_precision or (unasked if allow_tf32 is None else "tf32" if allow_tf32 else "ieee")
    if precision and str(precision).lower() not in _PRECISIONS:
        raise refused("a precision of products")
    if not isinstance(input, Block) or not isinstance(other, Block) or input.plain != other.plain:
        raise refused("dot of different kinds")
    left, right, kind = input.data, other.data, input.plain
    if left.ndim != right.ndim or left.ndim not in (2, 3) or left.shape[-1] != right.shape[-2]:
        raise refused("dot of shapes that do not fit")
    if left.shape[-1] < (2 * _LEAST_DEPTH if kind.bits == 8 else _LEAST_DEPTH):
        raise refused("a dot of little depth")
    if unasked and kind == FLOAT32 and str(precision).lower() == "tf32":
        left, right = _as_tf32(left), _as_tf32(right)
    wanted = _result_kind(kind, out_dtype)
    product = np.matmul(left.astype(wanted.numpy), right.astype(wanted.numpy))
    if acc is None:
        return Block(product, wanted)
    if not isinstance(acc, Block) or acc.shape != product.shape or acc.kind != wanted:
        raise refused("an accumulator of another type")
    return Block(product + acc.data, wanted)


_PRECISIONS = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")
_DROPPED = 13
"""Bits of float32 that TF32 lacks."""


def _as_tf32(values: Any) -> Any:
    """Rounded to nearest, ties away from zero."""
    bits = np.ascontiguousarray(values).view(np.uint32) + np.uint32(1 << (_DROPPED - 1))
    return (bits & np.uint32(0xFFFFFFFF ^ ((1 << _DROPPED) - 1))).view(np.float32)


def _result_kind(kind: Kind, out_dtype: Any) -> Kind:
    """Only products of float16 leave it to the kernel."""
    if kind == INT8:
        return INT32
    if not kind.is_float:
        raise refused("dot of whole numbers")
    if kind == FLOAT16:
        return kind_of(out_dtype)
    return FLOAT64 if kind == FLOAT64 else FLOAT32


Call = Callable[..., Any]


def arange(start: Any, end: Any) -> Block:
    first, last = constant(start), constant(end)
    if last <= first:
        raise refused("an empty range")
    shape_of(last - first)
    return Block(np.arange(first, last, dtype=np.int32), INT32)


def full(shape: Any, value: Any, dtype: Any) -> Block:
    kind = kind_of(dtype)
    item = cast(block_of(value), kind)
    if item.shape:
        raise refused("a block as a filling")
    return Block(np.full(shape_of(shape), item.data), kind)


def zeros(shape: Any, dtype: Any) -> Block:
    return full(shape, 0, dtype)


def zeros_like(input: Any) -> Block:
    value = block_of(input)
    return Block(np.zeros_like(value.data), value.plain)


def where(condition: Any, x: Any, y: Any) -> Block:
    if isinstance(x, Block) and isinstance(x.kind, Pointer):
        raise unsupported("where of pointers")
    first, second, kind = matched(x, y)
    test = cast(block_of(condition), BOOL).data
    same_shape(Block(test, BOOL), Block(first, kind), Block(second, kind))
    return Block(np.where(test, first, second), kind)


def cdiv(x: Any, div: Any) -> Any:
    if not isinstance(x, Block) and not isinstance(div, Block):
        if constant(div) == 0:
            raise refused("division by zero")
        return -(-constant(x) // div)
    return binary("FloorDiv", binary("Add", x, binary("Sub", block_of(div), 1)), div)


def converted_to(input: Any, dtype: Any, fp_downcast_rounding: Any = None, bitcast: Any = False) -> Block:
    if bitcast:
        raise unsupported("a bitcast")
    if isinstance(dtype, Pointer):
        raise unsupported("a cast to a pointer")
    return cast(block_of(input), kind_of(dtype))


def _nothing(*_: Any, **__: Any) -> None:
    return None


def _same(value: Any, *_: Any, **__: Any) -> Any:
    return value


FUNCTIONS: Mapping[str, Call] = {
    **ELEMENTWISE,
    "arange": arange,
    "full": full,
    "zeros": zeros,
    "zeros_like": zeros_like,
    "where": where,
    "dot": dot,
    "trans": transposed,
    "permute": transposed,
    "reshape": reshaped,
    "view": reshaped,
    "broadcast_to": broadcast_to,
    "expand_dims": expand_dims,
    "cdiv": cdiv,
    "cast": converted_to,
    "to": converted_to,
    "flip": flip,
    "multiple_of": _same,
    "max_contiguous": _same,
    "max_constancy": _same,
    "assume": _nothing,
    "debug_barrier": _nothing,
    "device_assert": _nothing,
    "device_print": _nothing,
    "static_print": _nothing,
    "constexpr": _same,
}
