"""Functions of torch that make tensors in tests of public programs: of nested values, and at random like others."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import BOOL, FLOAT32, INT64, Kind
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, checked_shape
from resources.domains.gpu_kernels.interpretation.torch_making import tensor_of

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
    """Adds the numbers of nested lists in order. Raises PathEndedError where their lengths differ."""
    if isinstance(data, Tensor) and data.view.size == 1:
        data = data.view.item()
    if type(data) in _USUAL:
        numbers.append(data)
        return ()
    if not isinstance(data, list | tuple | range) or depth == 0 or len(numbers) + len(data) > _MOST_VALUES:
        raise unknown("values of a tensor")
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
