"""Functions of torch that are made of others: sums of products, layers, and what is scattered."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import raised, unknown
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32, INT64
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import FUNCTIONS, tensor_with, wide
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, checked_shape, combined
from resources.domains.gpu_kernels.interpretation.torch_making import tensor_of

Call = Callable[..., Any]
_MOST_PRODUCTS = 1 << 20
"""Of a sum of products, which is added up one by one."""


def _added(input: Any, first: Any, second: Any, beta: Any = 1, alpha: Any = 1) -> Tensor:
    product = combined(FUNCTIONS["matmul"](first, second), alpha, np.multiply)
    return combined(combined(tensor_of(input), beta, np.multiply), product, np.add)


def _linear(input: Any, weight: Any, bias: Any = None) -> Tensor:
    product: Tensor = FUNCTIONS["matmul"](input, weight.seen(weight.view.T))
    return product if bias is None else combined(product, tensor_of(bias), np.add)


def _summed_products(equation: Any, *operands: Any) -> Tensor:
    parts = [tensor_of(item) for item in operands]
    text = equation.replace(" ", "") if isinstance(equation, str) else ""
    names = text.partition("->")[0].split(",")
    sizes = {name: size for names, part in zip(names, parts, strict=True) for name, size in zip(names, part.shape)}  # noqa: B905
    if not text.replace("->", "").replace(",", "").isalpha() or np.prod([*map(float, sizes.values())]) > _MOST_PRODUCTS:
        raise unknown("einsum")
    return tensor_with(np.einsum(text, *(wide(part) for part in parts)), parts[0].kind)


def _padded(input: Any, pad: Any, mode: str = "constant", value: Any = None) -> Tensor:
    """`pad` goes from the last axis on."""
    if mode != "constant" or len(pad) % 2:
        raise unknown("a padding")
    widths = [(pad[at], pad[at + 1]) for at in range(0, len(pad), 2)][::-1]
    widths = [(0, 0)] * (tensor_of(input).view.ndim - len(widths)) + widths
    checked_shape([size + before + after for size, (before, after) in zip(input.shape, widths, strict=True)])
    return tensor_with(np.pad(input.view, widths, constant_values=value or 0), input.kind)


def _normalised(input: Any, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5) -> Tensor:
    axes, values = tuple(range(-len(normalized_shape), 0)), wide(input)
    result = (values - values.mean(axes, keepdims=True)) / np.sqrt(values.var(axes, keepdims=True) + eps)
    result = result if weight is None else result * wide(weight)
    return tensor_with(result if bias is None else result + wide(bias), input.kind)


def _looked_up(input: Any, weight: Any) -> Tensor:
    return tensor_with(tensor_of(weight).view[tensor_of(input).view], weight.kind)


def _one_hot(input: Any, num_classes: int = -1) -> Tensor:
    places = tensor_of(input).view
    count = int(places.max(initial=0)) + 1 if num_classes < 0 else num_classes
    checked_shape([places.size, count])
    return tensor_with(places[..., None] == np.arange(count), INT64)


def _counted(input: Any, weights: Any = None, minlength: int = 0) -> Tensor:
    checked_shape([int(tensor_of(input).view.max(initial=0)) + 1, max(minlength, 1)])
    if weights is not None:
        return tensor_with(np.bincount(input.view, wide(weights), minlength), FLOAT32)
    return tensor_with(np.bincount(input.view, minlength=minlength), INT64)


def _scattered(tensor: Tensor, dim: int, index: Any, src: Any) -> Tensor:
    """`scatter_add_`, along one axis."""
    places = list(np.indices(tensor_of(index).shape))
    if len(places) != tensor.view.ndim:
        raise raised("places of another rank")
    places[dim] = index.view
    np.add.at(tensor.view, tuple(places), src.view[tuple(slice(size) for size in index.shape)])
    return tensor


LAYERS: Mapping[str, Call] = {
    "addmm": _added,
    "baddbmm": _added,
    "linear": _linear,
    "einsum": _summed_products,
    "pad": _padded,
    "layer_norm": _normalised,
    "embedding": _looked_up,
    "one_hot": _one_hot,
    "bincount": _counted,
    "scatter_add_": _scattered,
}
