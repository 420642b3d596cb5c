"""Functions of torch, and methods of its tensors, that go along an axis: sums, extremes, scans, orders of size."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL, INT64, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_functions import (
    FUNCTIONS,
    floating,
    tensor_with,
    wide,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.torch_functions import tensor_of

Call = Callable[..., Any]


def _axes(dim: Any) -> Any:
    return tuple(dim) if isinstance(dim, list | tuple) else dim


def _summed(function: Call, *, is_mean: bool = False) -> Call:
    """Sums of whole numbers are as wide as can be."""

    def apply(input: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Tensor:
        kind = tensor_of(input).kind
        if is_mean and not kind.is_float and dtype is None:
            raise raised("a mean of whole numbers")
        usual = kind if kind.is_float else INT64
        values = function(wide(input), axis=_axes(dim), keepdims=keepdim)
        return tensor_with(values, dtype if isinstance(dtype, Kind) else usual)

    return apply


def _spread(function: Call) -> Call:
    def apply(input: Any, dim: Any = None, unbiased: bool = True, keepdim: bool = False, correction: int = 1) -> Tensor:
        less = correction if unbiased else 0
        return tensor_with(function(wide(input), axis=_axes(dim), ddof=less, keepdims=keepdim), input.kind)

    return apply


def _extreme(function: Call, place: Call, pairwise: str) -> Call:
    """`max` and `min`: of all elements, along an axis with places, or of two tensors."""

    def apply(input: Any, dim: Any = None, keepdim: bool = False) -> Any:
        if isinstance(dim, Tensor):
            return FUNCTIONS[pairwise](input, dim)
        values = tensor_with(function(tensor_of(input).view, axis=dim, keepdims=keepdim), input.kind)
        return values if dim is None else (values, _placed(place)(input, dim, keepdim))

    return apply


def _plain_extreme(function: Call) -> Call:
    def apply(input: Any, dim: Any = None, keepdim: bool = False) -> Tensor:
        return tensor_with(function(tensor_of(input).view, axis=_axes(dim), keepdims=keepdim), input.kind)

    return apply


def _placed(place: Call) -> Call:
    def apply(input: Any, dim: Any = None, keepdim: bool = False) -> Tensor:
        return tensor_with(place(tensor_of(input).view, axis=dim, keepdims=keepdim and dim is not None), INT64)

    return apply


def _answered(function: Call) -> Call:
    def apply(input: Any, dim: Any = None, keepdim: bool = False) -> Tensor:
        return tensor_with(function(tensor_of(input).view, axis=_axes(dim), keepdims=keepdim), BOOL)

    return apply


def _scanned(function: Call) -> Call:
    def apply(input: Any, dim: int, dtype: Any = None) -> Tensor:
        usual = tensor_of(input).kind if input.kind.is_float else INT64
        return tensor_with(function(wide(input), axis=dim), dtype if isinstance(dtype, Kind) else usual)

    return apply


def _log_of_sum(input: Any, dim: Any, keepdim: bool = False) -> Tensor:
    values = wide(input)
    most = values.max(axis=_axes(dim), keepdims=True)
    found = np.log(np.exp(values - most).sum(axis=_axes(dim), keepdims=True)) + most
    return tensor_with(found if keepdim else np.squeeze(found, _axes(dim)), floating(input.kind))


def _softmax(input: Any, dim: Any = None, dtype: Any = None) -> Tensor:
    values = wide(input)
    parts = np.exp(values - values.max(axis=dim, keepdims=True))
    kind = dtype if isinstance(dtype, Kind) else floating(input.kind)
    return tensor_with(parts / parts.sum(axis=dim, keepdims=True), kind)


def _norm(input: Any, p: Any = 2, dim: Any = None, keepdim: bool = False) -> Tensor:
    if p not in (2, "fro"):
        raise raised("a norm")
    squares = np.square(wide(input)).sum(axis=_axes(dim), keepdims=keepdim)
    return tensor_with(np.sqrt(squares), floating(input.kind))


def _sorted(input: Any, dim: int = -1, descending: bool = False, stable: bool = False) -> tuple[Tensor, Tensor]:
    places = np.argsort(-wide(input) if descending else wide(input), axis=dim, kind="stable")
    values = np.take_along_axis(input.view, places, axis=dim)
    return tensor_with(values, input.kind), tensor_with(places, INT64)


def _largest(input: Any, k: int, dim: int = -1, largest: bool = True) -> tuple[Tensor, Tensor]:
    values, places = _sorted(input, dim, largest)
    kept = [slice(None)] * input.view.ndim
    kept[dim] = slice(0, k)
    return values.seen(values.view[tuple(kept)]), places.seen(places.view[tuple(kept)])


REDUCTIONS: Mapping[str, Call] = {
    "sum": _summed(np.sum),
    "mean": _summed(np.mean, is_mean=True),
    "prod": _summed(np.prod),
    "var": _spread(np.var),
    "std": _spread(np.std),
    "max": _extreme(np.max, np.argmax, "maximum"),
    "min": _extreme(np.min, np.argmin, "minimum"),
    "amax": _plain_extreme(np.max),
    "amin": _plain_extreme(np.min),
    "argmax": _placed(np.argmax),
    "argmin": _placed(np.argmin),
    "any": _answered(np.any),
    "all": _answered(np.all),
    "cumsum": _scanned(np.cumsum),
    "cumprod": _scanned(np.cumprod),
    "logsumexp": _log_of_sum,
    "softmax": _softmax,
    "norm": _norm,
    "sort": _sorted,
    "argsort": lambda input, dim=-1, descending=False: _sorted(input, dim, descending)[1],
    "topk": _largest,
}
