"""Functions of torch that make tensors: of given sizes, like others, of values, and at random.

Random numbers are made up from a fixed seed; they are not torch's.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32, INT64, Kind, of_number
from resources.domains.gpu_kernels.interpretation.python_values import is_flat, unpacked
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, allocated, checked_shape, fresh, garbage, like

Call = Callable[..., Any]


def _sizes(given: tuple[Any, ...], size: Any) -> tuple[int, ...]:
    return checked_shape(unpacked(given if size is None else (size,)))


def _kind(dtype: Any, usual: Kind) -> Kind:
    if dtype is None:
        return usual
    if not isinstance(dtype, Kind):
        raise raised("a dtype that is none")
    return dtype


def tensor_of(value: Any) -> Tensor:
    if not isinstance(value, Tensor):
        raise raised("no tensor")
    return value


def _item(value: Any) -> Any:
    return value.view.item() if isinstance(value, Tensor) and value.view.size == 1 else value


def _filled(value: Any) -> Call:
    def make(*sizes: Any, dtype: Any = None, size: Any = None) -> Tensor:
        kind = _kind(dtype, FLOAT32)
        return allocated(_sizes(sizes, size), kind, garbage(kind) if value is None else value)

    return make


def _filled_like(value: Any) -> Call:
    def make(tensor: Any, dtype: Any = None) -> Tensor:
        kind = _kind(dtype, tensor_of(tensor).kind)
        return like(tensor, kind, garbage(kind) if value is None else value)

    return make


def _full(size: Any, fill_value: Any, dtype: Any = None) -> Tensor:
    usual = of_number(fill_value)
    return allocated(_sizes((size,), None), _kind(dtype, INT64 if usual.rank == 1 else usual), fill_value)


def _full_like(tensor: Any, fill_value: Any, dtype: Any = None) -> Tensor:
    return like(tensor, _kind(dtype, tensor_of(tensor).kind), fill_value)


def _empty_strided(size: Any, stride: Any, dtype: Any = None) -> Tensor:
    kind, sizes, steps = _kind(dtype, FLOAT32), _sizes((size,), None), _sizes((stride,), None)
    last = sum((count - 1) * step for count, step in zip(sizes, steps, strict=True) if count)
    whole = allocated([last + 1], kind, garbage(kind))
    width = whole.view.itemsize
    return whole.seen(np.lib.stride_tricks.as_strided(whole.view, sizes, [step * width for step in steps]))


def _from_values(values: Any, dtype: Any = None) -> Tensor:
    if not is_flat(values):
        raise unknown("values of a tensor")
    made = np.array([_item(item) for item in values] if isinstance(values, list | tuple) else values)
    usual = FLOAT32 if made.dtype.kind == "f" else of_number(True) if made.dtype.kind == "b" else INT64
    if made.dtype.kind not in "fbi":
        raise unknown("values of a tensor")
    return fresh(made, _kind(dtype, usual))


def _arange(*bounds: Any, dtype: Any = None) -> Tensor:
    if not all(isinstance(item, int) and abs(item) < 1 << 20 for item in bounds):
        raise unknown("torch.arange")
    return fresh(np.arange(*bounds), _kind(dtype, INT64))


def _linspace(start: float, end: float, steps: int, dtype: Any = None) -> Tensor:
    checked_shape([steps])
    return fresh(np.linspace(start, end, steps), _kind(dtype, FLOAT32))


def _drawn(draw: str) -> Call:
    def make(random: np.random.Generator, *sizes: Any, size: Any = None, dtype: Any = None) -> Tensor:
        return fresh(getattr(random, draw)(size=_sizes(sizes, size)), _kind(dtype, FLOAT32))

    return make


def _randint(
    random: np.random.Generator, *given: Any, low: Any = None, high: Any = None, size: Any = None, dtype: Any = None
) -> Tensor:
    bounds = [item for item in (*given, low, high) if isinstance(item, int)]
    shape = next((item for item in given if isinstance(item, list | tuple)), size)
    low, top = bounds if len(bounds) == 2 else (0, bounds[0])
    return fresh(random.integers(low, top, _sizes((shape,), None)), _kind(dtype, INT64))


def _permuted(random: np.random.Generator, count: int) -> Tensor:
    checked_shape([count])
    return fresh(random.permutation(count), INT64)


MAKERS: Mapping[str, Call] = {
    "empty": _filled(None),
    "zeros": _filled(0),
    "ones": _filled(1),
    "empty_like": _filled_like(None),
    "zeros_like": _filled_like(0),
    "ones_like": _filled_like(1),
    "full": _full,
    "full_like": _full_like,
    "empty_strided": _empty_strided,
    "tensor": _from_values,
    "arange": _arange,
    "linspace": _linspace,
}
RANDOM_MAKERS: Mapping[str, Call] = {
    "randn": _drawn("standard_normal"),
    "rand": _drawn("random"),
    "randint": _randint,
    "randperm": _permuted,
}
