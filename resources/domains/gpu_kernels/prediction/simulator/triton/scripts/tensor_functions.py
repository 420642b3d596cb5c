"""What tests and host code of public programs compute with tensors: functions of torch that are methods as well,
element by element, of two tensors, and those that are made of others.

What goes along an axis is `tensor_reductions`, what makes and reorders `tensor_shapes`."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.elementwise import error_function
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import (
    BFLOAT16,
    BOOL,
    FLOAT32,
    INT64,
    Kind,
    rounded,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, checked_shape, combined, fresh
from resources.domains.gpu_kernels.prediction.simulator.triton.torch_functions import tensor_of

Call = Callable[..., Any]
_MOST_PRODUCTS = 1 << 26


def tensor_with(values: Any, kind: Kind) -> Tensor:
    made = np.asarray(values).astype(kind.numpy)
    return fresh(rounded(made) if kind == BFLOAT16 else made, kind)


def wide(tensor: Any) -> Any:
    """Its values in enough precision to compute with."""
    values = tensor_of(tensor).view
    return values.astype(np.float64) if tensor.kind.is_float else values


def floating(kind: Kind) -> Kind:
    return kind if kind.is_float else FLOAT32


def _each(function: Call, *, keeps: bool = False) -> Call:
    """Of every element; integers become floats unless it keeps them."""

    def apply(input: Any) -> Tensor:
        kind = tensor_of(input).kind if keeps else floating(tensor_of(input).kind)
        return tensor_with(function(wide(input)), kind)

    return apply


def _asked(function: Call) -> Call:
    return lambda input: tensor_with(function(tensor_of(input).view), BOOL)


def _both(function: Call, *, compares: bool = False, divides: bool = False) -> Call:
    def apply(input: Any, other: Any, alpha: Any = 1) -> Tensor:
        other = other if alpha == 1 else combined(tensor_of(other), alpha, np.multiply)
        return combined(tensor_of(input), other, function, compares=compares, divides=divides)

    return apply


def _quotient(input: Any, other: Any, rounding_mode: Any = None) -> Tensor:
    if rounding_mode is None:
        return combined(input, other, np.true_divide, divides=True)
    cut = np.floor if rounding_mode == "floor" else np.trunc
    return combined(input, other, lambda left, right: cut(np.true_divide(left, right)))


def _clamped(input: Any, min: Any = None, max: Any = None) -> Tensor:
    values = wide(input)
    for bound, function in ((min, np.maximum), (max, np.minimum)):
        if bound is not None:
            values = function(values, bound.view if isinstance(bound, Tensor) else bound)
    return tensor_with(values, input.kind)


def _product(input: Any, other: Any) -> Tensor:
    first, second = tensor_of(input), tensor_of(other)
    if first.kind != second.kind:
        raise raised("a product of different kinds")
    if first.view.size * max(second.shape[-1:], default=1) > _MOST_PRODUCTS:
        raise unsupported("a large product")
    work = np.float64 if first.kind.name in ("int32", "int64", "float64") else np.float32
    return tensor_with(np.matmul(first.view.astype(work), second.view.astype(work)), first.kind)


def _chosen(condition: Any, input: Any, other: Any) -> Tensor:
    tensors = [item for item in (input, other) if isinstance(item, Tensor)]
    kind = max((item.kind for item in tensors), key=lambda kind: (kind.rank, kind.bits), default=FLOAT32)
    first, second = (item.view if isinstance(item, Tensor) else item for item in (input, other))
    return tensor_with(np.where(tensor_of(condition).view, first, second), kind)


def _filled(input: Any, mask: Any, value: Any) -> Tensor:
    return tensor_with(np.where(mask.view, value.view if isinstance(value, Tensor) else value, input.view), input.kind)


def _near(input: Any, other: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False) -> bool:
    return bool(np.allclose(wide(input), wide(other), rtol, atol, equal_nan))


def _sigmoid(values: Any) -> Any:
    return 1.0 / (1.0 + np.exp(-values))


def _gelu(values: Any) -> Any:
    return values * 0.5 * (1.0 + error_function(values / np.sqrt(2.0)))


def _next(input: Any, other: Any) -> Tensor:
    if tensor_of(input).kind == BFLOAT16:
        raise unsupported("neighbours of what is kept as float32")
    return combined(input, tensor_of(other), np.nextafter)


_OF_ONE = "exp log log2 log10 sqrt sin cos tan tanh sinh cosh exp2 expm1 log1p".split()
_OF_TWO = "maximum minimum fmax fmin fmod remainder copysign hypot logaddexp".split()
_WHOLE = "bitwise_and bitwise_or bitwise_xor".split()
FUNCTIONS: Mapping[str, Call] = {
    **{name: _each(getattr(np, name)) for name in _OF_ONE},
    **{name: _each(getattr(np, name), keeps=True) for name in "abs sign floor ceil trunc square negative".split()},
    **{name: _asked(getattr(np, name)) for name in "isnan isinf isfinite logical_not signbit".split()},
    **{name: _both(getattr(np, name)) for name in (*_OF_TWO, *_WHOLE)},
    **{name: _both(getattr(np, name), compares=True) for name in "logical_and logical_or".split()},
    "nextafter": _next,
    "round": _each(np.rint, keeps=True),
    "neg": _each(np.negative, keeps=True),
    "rsqrt": _each(lambda values: 1.0 / np.sqrt(values)),
    "reciprocal": _each(lambda values: 1.0 / values),
    "sigmoid": _each(_sigmoid),
    "relu": _each(lambda values: np.maximum(values, 0), keeps=True),
    "silu": _each(lambda values: values * _sigmoid(values)),
    "gelu": _each(_gelu),
    "erf": _each(error_function),
    "add": _both(np.add),
    "sub": _both(np.subtract),
    "mul": _both(np.multiply),
    "pow": _both(np.power),
    "floor_divide": _both(np.floor_divide),
    "div": _quotient,
    "eq": _both(np.equal, compares=True),
    "ne": _both(np.not_equal, compares=True),
    "lt": _both(np.less, compares=True),
    "le": _both(np.less_equal, compares=True),
    "gt": _both(np.greater, compares=True),
    "ge": _both(np.greater_equal, compares=True),
    "clamp": _clamped,
    "clip": _clamped,
    "where": _chosen,
    "masked_fill": _filled,
    "matmul": _product,
    "mm": _product,
    "bmm": _product,
    "mv": _product,
    "dot": _product,
    "outer": lambda input, other: tensor_with(np.outer(input.view, other.view), input.kind),
    "allclose": _near,
    "equal": lambda input, other: bool(np.array_equal(input.view, other.view)),
}


_MOST_SUMMANDS = 1 << 20
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
    if not text.replace("->", "").replace(",", "").isalpha() or np.prod([*map(float, sizes.values())]) > _MOST_SUMMANDS:
        raise unsupported("einsum")
    return tensor_with(np.einsum(text, *(wide(part) for part in parts)), parts[0].kind)


def _padded(input: Any, pad: Any, mode: str = "constant", value: Any = None) -> Tensor:
    """`pad` goes from the last axis on."""
    if mode != "constant" or len(pad) % 2:
        raise unsupported("a padding")
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
