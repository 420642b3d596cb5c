"""Methods of host code's tensors that give another view of the same storage: shapes, axes and sizes."""

from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised
from resources.domains.gpu_kernels.interpretation.python_values import unpacked
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, checked_shape, fresh


def viewed(tensor: Tensor, *sizes: Any) -> Tensor:
    """`view` and `reshape`: a view where numpy makes one too."""
    wanted = unpacked(sizes)
    if not all(isinstance(item, int) for item in wanted):
        raise raised("a size that is no whole number")
    try:
        made = tensor.view.reshape(wanted)
    except ValueError:
        raise raised("a shape of another size") from None
    shared = made.size == 0 or np.may_share_memory(made, tensor.view)
    return tensor.seen(made) if shared else fresh(made, tensor.kind)


def permuted(tensor: Tensor, *axes: Any) -> Tensor:
    try:
        return tensor.seen(tensor.view.transpose(unpacked(axes)))
    except (ValueError, TypeError):
        raise raised("axes") from None


def transposed(tensor: Tensor, first: int, second: int) -> Tensor:
    try:
        return tensor.seen(np.swapaxes(tensor.view, first, second))
    except (ValueError, TypeError):
        raise raised("axes") from None


def expanded(tensor: Tensor, *sizes: Any) -> Tensor:
    wanted = unpacked(sizes)
    if not all(isinstance(item, int) for item in wanted):
        raise raised("a size that is no whole number")
    shape = [1] * (len(wanted) - tensor.view.ndim) + list(tensor.shape)
    target = [old if new == -1 else new for new, old in zip(wanted, shape, strict=True)]
    checked_shape(target)
    try:
        return tensor.seen(np.broadcast_to(tensor.view, target))
    except ValueError:
        raise raised("a shape that does not expand") from None


def flattened(tensor: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    rank = tensor.view.ndim
    end = end_dim % rank if rank else 0
    return viewed(tensor, (*tensor.shape[:start_dim], -1, *tensor.shape[end + 1 :]))


def squeezed(tensor: Tensor, dim: Any = None) -> Tensor:
    if dim is not None and _at_dimension(tensor.shape, dim) != 1:
        return tensor
    return tensor.seen(np.squeeze(tensor.view, dim))


def unsqueezed(tensor: Tensor, dim: int) -> Tensor:
    return tensor.seen(np.expand_dims(tensor.view, dim))


def unbound(tensor: Tensor, dim: int = 0) -> tuple[Tensor, ...]:
    return tuple(tensor.seen(part) for part in np.moveaxis(tensor.view, dim, 0))


def size_of(tensor: Tensor, dim: Any = None) -> Any:
    return tensor.shape if dim is None else _at_dimension(tensor.shape, dim)


def stride_of(tensor: Tensor, dim: Any = None) -> Any:
    return tensor.strides if dim is None else _at_dimension(tensor.strides, dim)


def _at_dimension(values: tuple[int, ...], place: Any) -> int:
    if not isinstance(place, int) or not -len(values) <= place < len(values):
        raise raised("a dimension out of range")
    return values[place]
