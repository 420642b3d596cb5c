"""Functions of whole blocks as the device computes them: histograms, gathers and sums.

`tl.histogram` looks at as many low bits of a value as bins need, whatever stands above them. `tl.gather` reads shared
memory, or another lane, where the index says, and an index outside the block is an access out of bounds: numpy counts
negative ones from the end. A reduction or scan of 16-bit floating-point numbers rounds each of its steps, and one of
int1 adds modulo 2; numpy adds in a wider type, and bfloat16's bit patterns as integers.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import triton.language as tl
from triton.runtime import interpreter
from triton.runtime.interpreter import InterpreterBuilder, TensorHandle

from .memory_guard import InvalidAccess, program

_ROUNDED_EACH_STEP = (tl.float16, tl.bfloat16, tl.int1)


def install() -> None:
    builder: Any = InterpreterBuilder
    builder.create_histogram = _histogram
    builder.create_gather = _within_bounds(builder.create_gather)
    for operations in (interpreter.ReduceOps, interpreter.ScanOps):
        operations.apply_impl = _step_by_step(operations.apply_impl)


def _histogram(self: Any, data: Any, bins: int, mask: Any) -> Any:
    values = data.data if mask is None else data.data[np.broadcast_to(mask.data, data.data.shape).astype(np.bool_)]
    low = values.astype(np.int64) & (int(bins) - 1)
    return TensorHandle(np.bincount(low, minlength=int(bins)).astype(np.int32), tl.int32)


def _within_bounds(original: Any) -> Any:
    def mended(self: Any, source: Any, indices: Any, axis: int) -> Any:
        length, wanted = source.data.shape[axis], indices.data.astype(np.int64)
        outside = (wanted < 0) | (wanted >= length)
        if outside.any():
            raise InvalidAccess(
                f"Invalid __shared__ read: {int(outside.sum())} index(es) of tl.gather of program {program()} out of "
                f"bounds; first is {int(wanted[outside][0])}, and the axis has {length} elements"
            )
        return original(self, source, indices, axis)

    return mended


def _step_by_step(original: Any) -> Callable[[Any, Any], Any]:
    def mended(self: Any, tensors: Sequence[Any]) -> Any:
        combine = self.combine_fn
        if tensors[0].dtype not in _ROUNDED_EACH_STEP or combine not in (tl.standard._sum_combine, _PRODUCT):
            return original(self, tensors)
        self.combine_fn = _Called(combine)
        try:
            return original(self, _neighbours_first(self, tensors))
        finally:
            self.combine_fn = combine

    return mended


_PRODUCT = tl.standard._prod_combine


class _Called:
    """One of the library's combine functions, which the interpreter calls where it does not know it for one."""

    def __init__(self, combine: Any) -> None:
        self.fn, self.rewrite = combine.fn, combine.rewrite


def _neighbours_first(self: Any, tensors: Sequence[Any]) -> Sequence[Any]:
    """For reductions, which combine halves: the order in which the halves' elements are neighbours, as a thread has
    them. Values of both signs that take turns are then not added apart."""
    if isinstance(self, interpreter.ScanOps):
        return tensors
    return [
        self.to_tensor(_bit_reversed(item.handle.data, -1 if self.axis is None else self.axis), item.dtype)
        for item in tensors
    ]


def _bit_reversed(values: Any, axis: int) -> Any:
    order = np.zeros(1, np.int64)
    while order.size < values.shape[axis]:
        order = np.concatenate((2 * order, 2 * order + 1))
    return np.take(values, order, axis)
