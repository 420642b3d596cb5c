"""Functions of torch, and methods of its tensors, that take, join and reorder elements."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation import tensor_views
from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.python_values import unpacked
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, cast_tensor, checked_shape, fresh
from resources.domains.gpu_kernels.interpretation.torch_making import tensor_of

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
        raise unknown("a split into many")
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
    "transpose": tensor_views.transposed,
    "swapaxes": tensor_views.transposed,
    "permute": tensor_views.permuted,
    "reshape": tensor_views.viewed,
    "flatten": tensor_views.flattened,
    "squeeze": tensor_views.squeezed,
    "unsqueeze": tensor_views.unsqueezed,
    "broadcast_to": tensor_views.expanded,
    "expand_as": lambda tensor, other: tensor_views.expanded(tensor, *other.shape),
    "view_as": lambda tensor, other: tensor_views.viewed(tensor, *other.shape),
    "reshape_as": lambda tensor, other: tensor_views.viewed(tensor, *other.shape),
    "type_as": _of_type,
    "copy_": _copied_from,
}
