"""Attributes and methods of host code's tensors by name. Other views of the same storage are `tensor_views`."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation import tensor_views
from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import (
    BOOL,
    FLOAT16,
    FLOAT32,
    FLOAT64,
    INT32,
    INT64,
    KINDS,
    Kind,
)
from resources.domains.gpu_kernels.interpretation.python_values import unpacked
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, allocated, cast_tensor, copied, fresh, garbage

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


def _storage_bytes(tensor: Tensor) -> int:
    raise unknown("untyped storage")


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
    "size": tensor_views.size_of,
    "stride": tensor_views.stride_of,
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
    "transpose": tensor_views.transposed,
    "permute": tensor_views.permuted,
    "view": tensor_views.viewed,
    "reshape": tensor_views.viewed,
    "flatten": tensor_views.flattened,
    "expand": tensor_views.expanded,
    "squeeze": tensor_views.squeezed,
    "unsqueeze": tensor_views.unsqueezed,
    "unbind": tensor_views.unbound,
    "scatter_": _scattered,
    "zero_": _filled,
    "fill_": _filled,
    "mean": _reduced(np.mean),
    "sum": _reduced(np.sum),
    "square": _squared,
    "item": _item,
    "tolist": lambda tensor: tensor.view.tolist(),
    "new_empty": _new(None),
    "new_zeros": _new(0),
    "new_ones": _new(1),
    "new_full": _new_full,
    "untyped_storage": _storage_bytes,
}
