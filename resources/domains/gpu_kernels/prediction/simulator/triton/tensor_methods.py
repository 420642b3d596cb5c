"""Attributes, methods and items of host code's tensors: views of their storage, copies, and what writes through."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    KINDS,
    Kind,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import (
    Tensor,
    allocated,
    cast_tensor,
    checked_shape,
    copied,
    fresh,
    garbage,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.values import is_flat, unpacked


def viewed(tensor: Tensor, *sizes: Any) -> Tensor:
    """`view`: what would have to be copied has none."""
    made = reshaped(tensor, *sizes)
    if made.storage is not tensor.storage:
        raise raised("a view of what is not contiguous")
    return made


def reshaped(tensor: Tensor, *sizes: Any) -> Tensor:
    """A view where numpy makes one too."""
    wanted = unpacked(sizes)
    if any(isinstance(item, Kind) for item in wanted):
        raise unsupported("a view as another type")
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
    return reshaped(tensor, (*tensor.shape[:start_dim], -1, *tensor.shape[end + 1 :]))


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


def index(tensor: Tensor, key: Any) -> Tensor:
    """A view where the key is one of slices and numbers, else a copy."""
    plain = _plain_key(key)
    try:
        found = tensor.view[plain]
    except (IndexError, ValueError, TypeError):
        raise raised("an index") from None
    if isinstance(found, np.ndarray) and np.may_share_memory(found, tensor.view):
        return tensor.seen(found)
    if not isinstance(found, np.ndarray) and not _is_advanced(plain):
        return tensor.seen(tensor.view[(*plain, ...) if isinstance(plain, tuple) else (plain, ...)])
    return fresh(found, tensor.kind)


def set_index(tensor: Tensor, key: Any, value: Any) -> None:
    try:
        tensor.view[_plain_key(key)] = value.view if isinstance(value, Tensor) else value
    except (IndexError, ValueError, TypeError, OverflowError):
        raise raised("an assignment to an index") from None


def _plain_key(key: Any) -> Any:
    if isinstance(key, tuple) and is_flat(key):
        return tuple(_plain_key(item) for item in key)
    if isinstance(key, Tensor):
        return key.view
    if isinstance(key, slice | int | type(None) | type(...) | list):
        return key
    raise raised("an index")


def _is_advanced(key: Any) -> bool:
    return any(isinstance(item, np.ndarray | list) for item in (key if isinstance(key, tuple) else (key,)))


DEVICE = "cuda"


def attribute(tensor: Tensor, name: str) -> Any:
    """A value, or None where `name` is that of a method."""
    found = _ATTRIBUTES.get(name)
    return found(tensor) if found else None


def has_method(name: str) -> bool:
    return name in _METHODS


def call_method(tensor: Tensor, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
    options = {key: value for key, value in options.items() if key not in ("device", "non_blocking", "memory_format")}
    return _METHODS[name](tensor, *arguments, **options)


def _converted(tensor: Tensor, *given: Any, dtype: Any = None) -> Tensor:
    kinds = [item.kind if isinstance(item, Tensor) else item for item in (*given, dtype)]
    kind = next((item for item in kinds if isinstance(item, Kind)), tensor.kind)
    return cast_tensor(tensor, kind)


def _dense(tensor: Tensor) -> Tensor:
    return tensor if tensor.view.flags.c_contiguous else fresh(tensor.view, tensor.kind)


def _scattered(tensor: Tensor, dim: int, places: Tensor, values: Any) -> Tensor:
    np.put_along_axis(tensor.view, places.view, values.view if isinstance(values, Tensor) else values, axis=dim)
    return tensor


def _filled(tensor: Tensor, value: Any = 0) -> Tensor:
    tensor.view[...] = value
    return tensor


def _reduced(function: Callable[..., Any]) -> Callable[..., Tensor]:
    def apply(tensor: Tensor, dim: Any = None, keepdim: bool = False) -> Tensor:
        return fresh(function(tensor.view, axis=dim, keepdims=keepdim), tensor.kind)

    return apply


def _item(tensor: Tensor) -> Any:
    if tensor.view.size != 1:
        raise raised("an item of several")
    return tensor.view.item()


def _new(value: Any) -> Callable[..., Tensor]:
    def make(tensor: Tensor, *sizes: Any, dtype: Any = None) -> Tensor:
        kind = dtype if isinstance(dtype, Kind) else tensor.kind
        return allocated(unpacked(sizes), kind, garbage(kind) if value is None else value)

    return make


def _new_full(tensor: Tensor, size: Any, fill_value: Any, dtype: Any = None) -> Tensor:
    return allocated(unpacked((size,)), dtype if isinstance(dtype, Kind) else tensor.kind, fill_value)


def _squared(tensor: Tensor) -> Tensor:
    return fresh(tensor.view * tensor.view, tensor.kind)


def _clamped(tensor: Tensor, min: Any = None, max: Any = None) -> Tensor:
    """Of NaN nothing else comes."""
    values = tensor.view if min is None else np.maximum(tensor.view, min)
    return fresh(values if max is None else np.minimum(values, max), tensor.kind)


def _address(tensor: Tensor) -> int:
    """Alike for tensors of one storage alone, and as aligned as an allocator makes it."""
    return (id(tensor.storage) << 8) + tensor.offset * max(tensor.kind.bits // 8, 1)


def _storage_bytes(tensor: Tensor) -> int:
    raise unsupported("untyped storage")


_ATTRIBUTES: Mapping[str, Callable[[Tensor], Any]] = {
    "shape": lambda tensor: tensor.shape,
    "dtype": lambda tensor: tensor.kind,
    "device": lambda tensor: DEVICE,
    "is_cuda": lambda tensor: True,
    "ndim": lambda tensor: tensor.view.ndim,
    "T": lambda tensor: tensor.seen(tensor.view.T),
    "mT": lambda tensor: tensor.seen(np.swapaxes(tensor.view, -1, -2)),
    "requires_grad": lambda tensor: False,
    "itemsize": lambda tensor: tensor.kind.bits // 8,
}
_METHODS: Mapping[str, Callable[..., Any]] = {
    "size": size_of,
    "stride": stride_of,
    "numel": lambda tensor: int(tensor.view.size),
    "dim": lambda tensor: tensor.view.ndim,
    "element_size": lambda tensor: max(tensor.kind.bits // 8, 1),
    "is_contiguous": lambda tensor: bool(tensor.view.flags.c_contiguous),
    "is_floating_point": lambda tensor: tensor.kind.is_float,
    "storage_offset": lambda tensor: tensor.offset,
    "contiguous": _dense,
    "clone": lambda tensor: copied(_dense(tensor)),
    "detach": lambda tensor: tensor,
    "cuda": lambda tensor: tensor,
    "to": _converted,
    "type": _converted,
    "half": lambda tensor: cast_tensor(tensor, FLOAT16),
    "float": lambda tensor: cast_tensor(tensor, FLOAT32),
    "double": lambda tensor: cast_tensor(tensor, FLOAT64),
    "int": lambda tensor: cast_tensor(tensor, INT32),
    "long": lambda tensor: cast_tensor(tensor, INT64),
    "bool": lambda tensor: cast_tensor(tensor, BOOL),
    "bfloat16": lambda tensor: cast_tensor(tensor, KINDS["bfloat16"]),
    "t": lambda tensor: tensor.seen(tensor.view.T),
    "transpose": transposed,
    "permute": permuted,
    "view": viewed,
    "reshape": reshaped,
    "flatten": flattened,
    "expand": expanded,
    "squeeze": squeezed,
    "unsqueeze": unsqueezed,
    "unbind": unbound,
    "scatter_": _scattered,
    "zero_": _filled,
    "fill_": _filled,
    "mean": _reduced(np.mean),
    "sum": _reduced(np.sum),
    "square": _squared,
    "clamp": _clamped,
    "item": _item,
    "tolist": lambda tensor: tensor.view.tolist(),
    "new_empty": _new(None),
    "new_zeros": _new(0),
    "new_ones": _new(1),
    "new_full": _new_full,
    "untyped_storage": _storage_bytes,
    "data_ptr": _address,
}
