"""Functions of torch, as far as host code and oracles call them.

They compute with numpy, as all of the simulator: readers that start fast use it, and torch takes seconds to import.
Random numbers are made up from a fixed seed; they are not torch's."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT32, INT64, Kind, of_number
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import (
    Tensor,
    allocated,
    cast_tensor,
    checked_shape,
    fresh,
    garbage,
    like,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.values import is_flat, unpacked

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
        raise unsupported("values of a tensor")
    made = np.array([_item(item) for item in values] if isinstance(values, list | tuple) else values)
    usual = FLOAT32 if made.dtype.kind == "f" else of_number(True) if made.dtype.kind == "b" else INT64
    if made.dtype.kind not in "fbi":
        raise unsupported("values of a tensor")
    return fresh(made, _kind(dtype, usual))


def _arange(*bounds: Any, dtype: Any = None) -> Tensor:
    if not all(isinstance(item, int) and abs(item) < 1 << 20 for item in bounds):
        raise unsupported("torch.arange")
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


_IGNORED = ("generator", "device", "requires_grad", "layout", "memory_format", "pin_memory")


def call_torch(name: str, arguments: list[Any], options: dict[str, Any], random: np.random.Generator) -> Any:
    """`name` is what follows "torch.". Raises ExecutionHalted for what is not modelled."""
    kept = {key: value for key, value in options.items() if key not in _IGNORED}
    if name in RANDOM_MAKERS:
        return RANDOM_MAKERS[name](random, *arguments, **kept)
    function = _FUNCTIONS.get(name)
    if function is None:
        raise unsupported(f"torch.{name}")
    return function(*arguments, **kept)


def _each(function: Call) -> Call:
    """A function of every element, which makes integers floats."""

    def apply(tensor: Any) -> Tensor:
        kind = tensor_of(tensor).kind if tensor_of(tensor).kind.is_float else FLOAT32
        return cast_tensor(fresh(function(tensor.view.astype(np.float64)), FLOAT32), kind)

    return apply


def _softmax(tensor: Any, dim: int = -1) -> Tensor:
    raised_to = np.exp(tensor_of(tensor).view - tensor.view.max(axis=dim, keepdims=True, initial=-1e30))
    return fresh(raised_to / raised_to.sum(axis=dim, keepdims=True), tensor.kind)


def _log_softmax(tensor: Any, dim: int = -1) -> Tensor:
    return fresh(np.log(_softmax(tensor, dim).view), tensor.kind)


def _cumsum(tensor: Any, dim: int = 0) -> Tensor:
    return fresh(np.cumsum(tensor_of(tensor).view, axis=dim), tensor.kind)


def _concatenated(tensors: Any, dim: int = 0) -> Tensor:
    return fresh(np.concatenate([tensor_of(item).view for item in tensors], axis=dim), tensors[0].kind)


_FUNCTIONS: Mapping[str, Call] = {
    **MAKERS,
    "softmax": _softmax,
    "log_softmax": _log_softmax,
    "cumsum": _cumsum,
    "cat": _concatenated,
    "numel": lambda tensor: int(tensor_of(tensor).view.size),
    "is_tensor": lambda value: isinstance(value, Tensor),
    "Generator": lambda *_: None,
    "no_grad": lambda: None,
    "inference_mode": lambda: None,
    **{name: _each(getattr(np, name)) for name in ("cos", "sin", "sqrt", "exp", "log")},
    "rsqrt": _each(lambda values: 1.0 / np.sqrt(values)),
}
