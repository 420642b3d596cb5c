"""Functions of torch, as far as host code and oracles call them, over numpy. What makes tensors is `torch_making`."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import unknown
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, cast_tensor, fresh
from resources.domains.gpu_kernels.interpretation.torch_making import MAKERS, RANDOM_MAKERS, Call, tensor_of

_IGNORED = ("generator", "device", "requires_grad", "layout", "memory_format", "pin_memory")


def call_torch(name: str, arguments: list[Any], options: dict[str, Any], random: np.random.Generator) -> Any:
    """`name` is what follows "torch.". Raises PathEndedError for what is not modelled."""
    kept = {key: value for key, value in options.items() if key not in _IGNORED}
    if name in RANDOM_MAKERS:
        return RANDOM_MAKERS[name](random, *arguments, **kept)
    function = _FUNCTIONS.get(name)
    if function is None:
        raise unknown(f"torch.{name}")
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
