"""Reductions and scans along an axis, those with a function of the kernel's own among them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, block_of, cast, constant, kind_of
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    FLOAT16,
    FLOAT32,
    INT32,
    UINT32,
    Kind,
)

Combine = Callable[[list[Any]], Any]


def total(input: Any, axis: Any = None, keep_dims: Any = False, dtype: Any = None) -> Block:
    value = cast(block_of(input), _sum_kind(block_of(input).plain, dtype))
    if value.plain in _ROUNDED_EACH_STEP:
        raise unsupported("a sum in 16 bits")
    return Block(_along(np.add.reduce, value, axis, keep_dims), value.kind)


def _sum_kind(kind: Kind, dtype: Any) -> Kind:
    if dtype is not None:
        return kind_of(dtype)
    if kind.rank < 2 and kind.bits < 32:
        return INT32 if kind.is_signed else UINT32
    return kind


_ROUNDED_EACH_STEP = (FLOAT16, BFLOAT16)


def _along(function: Callable[..., Any], value: Block, axis: Any, keep_dims: Any) -> Any:
    place = _axis(value, axis)
    result = function(value.data, axis=place, keepdims=bool(keep_dims))
    return result.astype(value.data.dtype)


def _axis(value: Block, axis: Any) -> int | None:
    """Numpy's name of an axis. Raises ExecutionHalted where the block has none of that number."""
    if axis is None:
        return None
    rank = len(value.shape)
    if not -rank <= constant(axis) < rank:
        raise refused("an axis out of range")
    return int(axis)


def extreme(function: Callable[..., Any], place: Callable[..., Any], strict: Callable[..., Any]) -> Callable[..., Any]:
    """tl.max and tl.min; with the position, NaN wins as in Triton's interpreter."""

    def apply(
        input: Any,
        axis: Any = None,
        return_indices: Any = False,
        return_indices_tie_break_left: Any = True,
        keep_dims: Any = False,
    ) -> Any:
        value = _widened(block_of(input), return_indices)
        if not return_indices:
            return Block(_along(function, value, axis, keep_dims), value.kind)
        where = place(value.data, axis=_axis(value, axis), keepdims=bool(keep_dims))
        return Block(_along(strict, value, axis, keep_dims), value.kind), Block(np.int32(where), INT32)

    return apply


def _widened(value: Block, with_place: Any) -> Block:
    kind = value.plain
    if kind == BFLOAT16 or (kind == FLOAT16 and not with_place):
        return cast(value, FLOAT32)
    return cast(value, INT32) if kind.rank < 2 and kind.bits < 32 and not with_place else value


def position(place: Callable[..., Any]) -> Callable[..., Block]:
    def apply(input: Any, axis: Any, tie_break_left: Any = True, keep_dims: Any = False) -> Block:
        value = block_of(input)
        return Block(np.int32(place(value.data, axis=_axis(value, axis), keepdims=bool(keep_dims))), INT32)

    return apply


def scan(function: Callable[..., Any]) -> Callable[..., Block]:
    """tl.cumsum and tl.cumprod."""

    def apply(input: Any, axis: Any = 0, reverse: Any = False, dtype: Any = None) -> Block:
        value = cast(block_of(input), _sum_kind(block_of(input).plain, dtype))
        if value.plain in _ROUNDED_EACH_STEP:
            raise unsupported("a scan in 16 bits")
        place = _axis(value, axis)
        data = np.flip(value.data, place) if reverse else value.data
        result = function(data, axis=place).astype(value.data.dtype)
        return Block(np.flip(result, place) if reverse else result, value.kind)

    return apply


def _exclusive_or(input: Any, axis: Any = None, keep_dims: Any = False) -> Block:
    value = block_of(input)
    if value.plain.is_float:
        raise refused("bits of floats")
    return Block(_along(np.bitwise_xor.reduce, value, axis, keep_dims), value.kind)


def softmax(x: Any, dim: Any = None, keep_dims: Any = False, ieee_rounding: Any = False) -> Block:
    value = block_of(x)
    place = _axis(value, 0 if dim is None else dim)
    if not value.plain.is_float:
        raise refused("softmax of whole numbers")
    raised = np.exp(value.data - np.max(value.data, axis=place, keepdims=True))
    return Block((raised / raised.sum(axis=place, keepdims=True)).astype(value.data.dtype), value.kind)


def generic(input: Any, axis: Any, combine: Combine, *, keeps: bool, reverse: bool = False) -> Any:
    """`tl.associative_scan` where it keeps what it passes, `tl.reduce` where it does not."""
    given = [block_of(item) for item in (input if isinstance(input, tuple | list) else (input,))]
    if len({block.shape for block in given}) != 1:
        raise refused("values of different shapes")
    place = _axis(given[0], axis)
    if place is None:
        given, place = [Block(block.data.reshape(-1), block.kind) for block in given], 0
    lanes = [np.moveaxis(block.data, place, 0) for block in given]
    lanes = [lane[::-1] for lane in lanes] if reverse else lanes
    steps = [[Block(lane[0], block.kind) for lane, block in zip(lanes, given, strict=True)]]
    for number in range(1, len(lanes[0])):
        following = [Block(lane[number], block.kind) for lane, block in zip(lanes, given, strict=True)]
        made = combine([*steps[-1], *following])
        parts = list(made) if isinstance(made, tuple | list) else [made]
        if len(parts) != len(given):
            raise refused("another number of values")
        steps.append([cast(block_of(part), block.plain) for part, block in zip(parts, given, strict=True)])
    result = [_stacked(steps, item, place, reverse) if keeps else steps[-1][item] for item in range(len(given))]
    return tuple(result) if isinstance(input, tuple | list) else result[0]


def _stacked(steps: list[list[Block]], item: int, axis: int, reverse: bool) -> Block:
    parts = [np.broadcast_to(step[item].data, steps[0][item].shape) for step in (steps[::-1] if reverse else steps)]
    return Block(np.stack(parts, axis=axis), steps[0][item].kind)


REDUCTIONS: Mapping[str, Callable[..., Any]] = {
    "sum": total,
    "max": extreme(np.fmax.reduce, np.argmax, np.max),
    "min": extreme(np.fmin.reduce, np.argmin, np.min),
    "argmax": position(np.argmax),
    "argmin": position(np.argmin),
    "xor_sum": _exclusive_or,
    "cumsum": scan(np.cumsum),
    "cumprod": scan(np.cumprod),
    "softmax": softmax,
}
