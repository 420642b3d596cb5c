"""Functions of torch, and methods of its tensors, that make tensors of values and at random, and take, join and reorder
their elements."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, FLOAT32, INT64, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.prediction.simulator.triton.tensor_methods import (
    expanded,
    flattened,
    permuted,
    squeezed,
    transposed,
    unsqueezed,
    viewed,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, cast_tensor, checked_shape, fresh
from resources.domains.gpu_kernels.prediction.simulator.triton.torch_functions import tensor_of
from resources.domains.gpu_kernels.prediction.simulator.triton.values import unpacked

Make = Callable[..., Tensor]
_DEEPEST, _MOST_VALUES = 4, 20_000
_USUAL = {bool: BOOL, int: INT64, float: FLOAT32}


def _of_values(_: Any, data: Any, dtype: Any = None) -> Tensor:
    if isinstance(data, Tensor):
        return tensor_with(data.view, dtype or data.kind)
    numbers: list[Any] = []
    shape = _shape(data, numbers, _DEEPEST)
    usual = FLOAT32 if not numbers else max((_USUAL[type(item)] for item in numbers), key=lambda kind: kind.rank)
    return tensor_with(np.array(numbers).reshape(shape), dtype if isinstance(dtype, Kind) else usual)


def _shape(data: Any, numbers: list[Any], depth: int) -> tuple[int, ...]:
    """Adds the numbers of nested lists in order. Raises ExecutionHalted where their lengths differ."""
    if isinstance(data, Tensor) and data.view.size == 1:
        data = data.view.item()
    if type(data) in _USUAL:
        numbers.append(data)
        return ()
    if not isinstance(data, list | tuple | range) or depth == 0 or len(numbers) + len(data) > _MOST_VALUES:
        raise unsupported("values of a tensor")
    shapes = [_shape(item, numbers, depth - 1) for item in data]
    if len(set(shapes)) > 1:
        raise raised("lists of different lengths")
    return (len(data), *(shapes[0] if shapes else ()))


def _like(draw: str) -> Make:
    def make(random: np.random.Generator, input: Any, dtype: Any = None) -> Tensor:
        kind = dtype if isinstance(dtype, Kind) else tensor_of(input).kind
        return tensor_with(getattr(random, draw)(size=tensor_of(input).shape), kind)

    return make


def _whole_like(random: np.random.Generator, input: Any, low: int, high: Any = None, dtype: Any = None) -> Tensor:
    low, top = (0, low) if high is None else (low, high)
    kind = dtype if isinstance(dtype, Kind) else tensor_of(input).kind
    return tensor_with(random.integers(low, top, tensor_of(input).shape), kind)


def _normal(random: np.random.Generator, mean: Any, std: Any, size: Any, dtype: Any = None) -> Tensor:
    values = random.standard_normal(size=checked_shape(size)) * std + mean
    return tensor_with(values, dtype if isinstance(dtype, Kind) else FLOAT32)


def _identity(_: Any, n: Any, m: Any = None, dtype: Any = None) -> Tensor:
    rows, columns = checked_shape([n, n if m is None else m])
    return tensor_with(np.eye(rows, columns), dtype if isinstance(dtype, Kind) else FLOAT32)


MAKING: Mapping[str, Make] = {
    "tensor": _of_values,
    "as_tensor": _of_values,
    "randn_like": _like("standard_normal"),
    "rand_like": _like("random"),
    "randint_like": _whole_like,
    "normal": _normal,
    "eye": _identity,
}
DRAWN_IN_PLACE: Mapping[str, Callable[..., Any]] = {
    "normal_": lambda random, shape, mean=0.0, std=1.0: random.standard_normal(size=shape) * std + mean,
    "uniform_": lambda random, shape, start=0.0, end=1.0: random.random(size=shape) * (end - start) + start,
}


Call = Callable[..., Any]
_MOST_PARTS = 1_000


def _joined(function: Call) -> Call:
    def apply(tensors: Any, dim: int = 0) -> Tensor:
        parts = [tensor_of(item) for item in tensors]
        checked_shape([sum(item.view.size for item in parts)])
        return tensor_with(function([item.view for item in parts], axis=dim), parts[0].kind)

    return apply


def _split(tensor: Any, split_size: Any, dim: int = 0) -> tuple[Tensor, ...]:
    length = tensor_of(tensor).shape[dim]
    if not isinstance(split_size, list | tuple) and not 0 < length <= split_size * _MOST_PARTS:
        raise unsupported("a split into many")
    sizes = split_size if isinstance(split_size, list | tuple) else [split_size] * -(-length // split_size)
    ends = np.cumsum(sizes)[:-1]
    return tuple(tensor.seen(part) for part in np.split(tensor.view, ends, axis=dim))


def _chunks(input: Any, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    return _split(input, max(-(-tensor_of(input).shape[dim] // chunks), 1), dim)


def _narrowed(input: Any, dim: int, start: int, length: int) -> Tensor:
    kept = [slice(None)] * tensor_of(input).view.ndim
    kept[dim] = slice(start, start + length)
    return input.seen(input.view[tuple(kept)])  # type: ignore[no-any-return]


def _repeated(input: Any, *sizes: Any) -> Tensor:
    counts = unpacked(sizes)
    checked_shape([tensor_of(input).view.size, *counts])
    return fresh(np.tile(input.view, counts), input.kind)


def _interleaved(input: Any, repeats: Any, dim: Any = None) -> Tensor:
    if not isinstance(repeats, int):
        raise raised("a number of repeats")
    checked_shape([tensor_of(input).view.size, repeats])
    return fresh(np.repeat(input.view, repeats, axis=dim), input.kind)


def _cut(function: Call) -> Call:
    return lambda input, diagonal=0: fresh(function(tensor_of(input).view, diagonal), input.kind)


def _copied_from(tensor: Tensor, source: Any, non_blocking: Any = False) -> Tensor:
    tensor.view[...] = cast_tensor(tensor_of(source), tensor.kind).view
    return tensor


def _of_type(tensor: Tensor, other: Any) -> Tensor:
    return cast_tensor(tensor, tensor_of(other).kind)


ORDERS: Mapping[str, Call] = {
    "cat": _joined(np.concatenate),
    "concat": _joined(np.concatenate),
    "stack": _joined(np.stack),
    "split": _split,
    "chunk": _chunks,
    "narrow": _narrowed,
    "select": lambda input, dim, index: input.seen(np.moveaxis(tensor_of(input).view, dim, 0)[index, ...]),
    "flip": lambda input, *dims: fresh(np.flip(tensor_of(input).view, unpacked(dims)), input.kind),
    "roll": lambda input, shifts, dims=None: fresh(np.roll(tensor_of(input).view, shifts, dims), input.kind),
    "tril": _cut(np.tril),
    "triu": _cut(np.triu),
    "index_select": lambda input, dim, index: fresh(np.take(tensor_of(input).view, index.view, dim), input.kind),
    "gather": lambda input, dim, index: fresh(np.take_along_axis(tensor_of(input).view, index.view, dim), input.kind),
    "repeat": _repeated,
    "repeat_interleave": _interleaved,
    "transpose": transposed,
    "swapaxes": transposed,
    "permute": permuted,
    "reshape": viewed,
    "flatten": flattened,
    "squeeze": squeezed,
    "unsqueeze": unsqueezed,
    "broadcast_to": expanded,
    "expand_as": lambda tensor, other: expanded(tensor, *other.shape),
    "view_as": lambda tensor, other: viewed(tensor, *other.shape),
    "reshape_as": lambda tensor, other: viewed(tensor, *other.shape),
    "type_as": _of_type,
    "copy_": _copied_from,
}
