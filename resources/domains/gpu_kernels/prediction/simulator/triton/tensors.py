"""Tensors of host code: views of storages, as torch makes them. What torch's functions do is `torch_calls`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import MOST_ELEMENTS, raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    INT64,
    Array,
    Kind,
    converted,
    rounded,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.memory import Storage


@dataclass(frozen=True, eq=False)
class Tensor:
    """`view` is a view of the storage's values, whose strides are the tensor's."""

    view: Array
    storage: Storage

    @property
    def kind(self) -> Kind:
        return self.storage.kind

    @property
    def shape(self) -> tuple[int, ...]:
        return self.view.shape

    @property
    def strides(self) -> tuple[int, ...]:
        """In elements."""
        return tuple(step // self.view.itemsize for step in self.view.strides)

    @property
    def offset(self) -> int:
        """Of the first element in its storage."""
        if self.view.size == 0:
            return 0
        start = self.storage.values.__array_interface__["data"][0]
        return int(self.view.__array_interface__["data"][0] - start) // self.view.itemsize

    def seen(self, view: Array) -> "Tensor":
        """Another view of the same storage."""
        return Tensor(view, self.storage)


def fresh(values: Any, kind: Kind) -> Tensor:
    """A tensor of its own, dense, with these values."""
    whole = np.array(values, dtype=kind.numpy, order="C")
    return Tensor(whole, Storage(whole.reshape(-1), kind))


def allocated(shape: Sequence[int], kind: Kind, value: Any) -> Tensor:
    """Raises ExecutionHalted for what is no shape."""
    sizes = checked_shape(shape)
    return fresh(np.full(sizes, value, kind.numpy), kind)


def checked_shape(shape: Sequence[Any]) -> tuple[int, ...]:
    size = 1
    for item in shape:
        if not isinstance(item, int):
            raise raised("a size that is no whole number")
        if item < 0:
            raise raised("a negative size")
        size *= max(item, 1)
        if size > MOST_ELEMENTS:
            raise unsupported("a large tensor")
    return tuple(int(item) for item in shape)


def garbage(kind: Kind) -> Any:
    """What the sandbox fills memory with that nobody has written."""
    if kind.is_float:
        return kind.numpy(np.nan)
    return True if kind == BOOL else np.iinfo(kind.numpy).max


def like(tensor: Tensor, kind: Kind, value: Any) -> Tensor:
    """Of its shape and the order of its strides, dense."""
    order = sorted(range(tensor.view.ndim), key=lambda axis: -tensor.view.strides[axis])
    made = allocated([tensor.shape[axis] for axis in order], kind, value)
    return made.seen(made.view.transpose(np.argsort(order))) if order else made


def cast_tensor(tensor: Tensor, kind: Kind) -> Tensor:
    if kind == tensor.kind:
        return tensor
    made = like(tensor, kind, 0)
    made.view[...] = converted(tensor.view, tensor.kind, kind)
    return made


def copied(tensor: Tensor) -> Tensor:
    """With a copy of its whole storage, so that strides and what lies between rows stay."""
    storage = Storage(tensor.storage.values.copy(), tensor.kind)
    view = np.lib.stride_tricks.as_strided(storage.values[tensor.offset :], tensor.shape, tensor.view.strides)
    return Tensor(view, storage)


def combined(left: Any, right: Any, calculate: Any, *, compares: bool = False, divides: bool = False) -> Tensor:
    """An operation of host code, by torch's rules for its two kinds. Only oracles and forbidden candidates do this."""
    kind = BOOL if compares else _host_kind(left, right, divides)
    first, second = (item.view if isinstance(item, Tensor) else item for item in (left, right))
    try:
        result = calculate(first, second)
    except ValueError:
        raise raised("sizes that do not match") from None
    except TypeError:
        raise unsupported("an operation of torch") from None
    result = np.asarray(result).astype(kind.numpy)
    return fresh(rounded(result) if kind == BFLOAT16 else result, kind)


def _host_kind(left: Any, right: Any, divides: bool) -> Kind:
    tensors = [item for item in (left, right) if isinstance(item, Tensor)]
    numbers = [item for item in (left, right) if not isinstance(item, Tensor)]
    kind = max((tensor.kind for tensor in tensors), key=lambda kind: (kind.rank, kind.bits))
    if kind.is_float:
        return kind
    if divides or any(isinstance(number, float) for number in numbers):
        return FLOAT32
    return INT64 if kind == BOOL and numbers else kind
