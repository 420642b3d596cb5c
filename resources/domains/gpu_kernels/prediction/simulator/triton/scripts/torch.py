"""Functions of torch that public programs and their tests call, and what torch says of itself and of its device.

The device is the one that stands in for a GPU on a real run (`triton_worker.cuda_on_cpu`).
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import MOST_ELEMENTS, raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton import tensor_methods
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import SEED, Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT16, FLOAT32, FLOAT64, Kind
from resources.domains.gpu_kernels.prediction.simulator.triton.operators import Operators
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_functions import FUNCTIONS, LAYERS
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_reductions import REDUCTIONS
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_shapes import (
    DRAWN_IN_PLACE,
    MAKING,
    ORDERS,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensor_methods import DEVICE, set_index
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, checked_shape, fresh
from resources.domains.gpu_kernels.prediction.simulator.triton.values import ARRAY, Frame, Function, Object

Call = Callable[..., Any]

_PRODUCTS = ("matmul", "mm", "bmm", "mv", "dot", "outer")
_PRODUCTS_OF_A_STEP = 1 << 14
_STEPS_OF_A_LAYER = 200
_PREFIXES = ("nn.functional.", "linalg.", "special.", "Tensor.")
_IGNORED = ("generator", "device", "requires_grad", "layout", "memory_format", "pin_memory", "non_blocking")
_METHODS: Mapping[str, Call] = {
    "cpu": lambda tensor: tensor,
    "numpy": lambda tensor: ARRAY,
    "nelement": lambda tensor: int(tensor.view.size),
    "get_device": lambda tensor: 0,
}
_COMPUTED: Mapping[str, Call] = {**FUNCTIONS, **REDUCTIONS, **ORDERS, **LAYERS}
_CAPABILITY = (8, 0)
_FIGURES = {
    "name": "stand-in",
    "multi_processor_count": 108,
    "total_memory": 80 << 30,
    "warp_size": 32,
    "max_threads_per_multi_processor": 2048,
    "regs_per_multiprocessor": 65536,
    "L2_cache_size": 40 << 20,
    "major": _CAPABILITY[0],
    "minor": _CAPABILITY[1],
}
"""What the device's stand-in in the worker says (`triton_worker/cuda_on_cpu.py`, which needs torch)."""
SILENT = ("logging.", "warnings.", "super.", "torch.cuda.set_", "torch.cuda.manual_", "torch.backends.", "torch._")
"""What begins so is called without an effect. `super.` is what a class has of torch's."""


def _properties(device: Any = None) -> Object:
    return Object(None, dict(_FIGURES))


def _limits(kind: Any) -> Object:
    if kind not in (FLOAT16, FLOAT32, FLOAT64):
        raise raised("limits of what is no such type")
    found = np.finfo(kind.numpy)
    return Object(None, {name: float(getattr(found, name)) for name in ("max", "min", "eps", "tiny")})


def _whole_limits(kind: Any) -> Object:
    if not isinstance(kind, Kind) or kind.rank != 1:
        raise raised("limits of what is no such type")
    found = np.iinfo(kind.numpy)
    return Object(None, {"max": int(found.max), "min": int(found.min)})


ANSWERS: Mapping[str, Callable[..., Any]] = {
    "torch.device": lambda *_, **__: DEVICE,
    "torch.finfo": _limits,
    "torch.iinfo": _whole_limits,
    "torch.Size": tuple,
    "torch.cuda.device": lambda *_: None,
    "torch.cuda.is_available": lambda: True,
    "torch.cuda.device_count": lambda: 1,
    "torch.cuda.current_device": lambda: 0,
    "torch.cuda.get_device_properties": _properties,
    "torch.cuda.get_device_capability": lambda device=None: _CAPABILITY,
    "torch.cuda.synchronize": lambda device=None: None,
    "torch.cuda.empty_cache": lambda: None,
    "torch.is_grad_enabled": lambda: False,
    "time.time": lambda: 0.0,
    "time.perf_counter": lambda: 0.0,
    "functools.wraps": lambda _: None,
    "functools.lru_cache": lambda *_, **__: None,
}
VALUES: Mapping[str, Any] = {"torch.version.hip": None, "torch.version.cuda": "12.8", "torch.__version__": "2.13.0"}


class TorchFunctions:
    """Calls what is modelled of torch beyond built-in programs."""

    def __init__(self, interpreter: Interpreter, derivatives: Derivatives) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.derivatives = derivatives

    def call(self, path: str, arguments: list[Any], options: dict[str, Any], otherwise: Callable[[], Any]) -> Any:
        """By its dotted name; `otherwise` calls what is not modelled here."""
        name = path.removeprefix("torch.")
        name = name.removeprefix(next((item for item in _PREFIXES if name.startswith(item)), ""))
        if name == "manual_seed":
            seed = SEED + int(arguments[0] if arguments else 0) % (1 << 32)
            self.interpreter.random = np.random.default_rng(seed)
            return None
        if name in _COMPUTED:
            return self.computed(name, arguments, options)
        if name in MAKING:
            result = self._charged(guarded(MAKING[name], [self.interpreter.random, *arguments], _kept(options)))
        else:
            result = otherwise()
        if options.get("requires_grad") is True and isinstance(result, Tensor):
            self.derivatives.want(result)
        return result

    def call_method(
        self,
        tensor: Tensor,
        name: str,
        arguments: list[Any],
        options: dict[str, Any],
        otherwise: Callable[[], Any],
    ) -> Any:
        """Of a tensor; `otherwise` calls what is not modelled here."""
        if name in DRAWN_IN_PLACE:
            self.budget.take_elements(tensor.view.size)
            values = guarded(DRAWN_IN_PLACE[name], [self.interpreter.random, tensor.shape, *arguments], _kept(options))
            set_index(tensor, ..., fresh(values, tensor.kind))
            return tensor
        if not is_method(name):
            result = otherwise()
            self.derivatives.note(name, [tensor], result, lambda other: _again(other, name, arguments, options))
            return result
        if name not in _COMPUTED and name not in _METHODS:
            set_index(tensor, ..., self.computed(name[:-1], [tensor, *arguments], options))
            return tensor
        return self.computed(name, [tensor, *arguments], options)

    def computed(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """A function of torch's that is modelled here."""
        kept = _kept(options)
        function = _METHODS.get(name) or _COMPUTED[name]
        self.check_sizes(arguments, is_product=name in _PRODUCTS)
        self.budget.take(_STEPS_OF_A_LAYER if name in LAYERS else 0)
        result = self._charged(guarded(function, arguments, kept))
        self.derivatives.note(name, arguments, result, lambda tensor: function(tensor, *arguments[1:], **kept))
        return result

    def _charged(self, result: Any) -> Any:
        for item in result if isinstance(result, tuple) else (result,):
            if isinstance(item, Tensor):
                self.budget.take_elements(item.view.size)
        return result

    def check_sizes(self, arguments: list[Any], *, is_product: bool = False) -> None:
        """Before what is broadcast or multiplied becomes too large."""
        shapes = [item.shape for item in arguments if isinstance(item, Tensor)]
        if is_product and len(shapes) == 2:
            size = int(np.prod(shapes[0])) * max(shapes[1][-1:], default=1)
            checked_shape([*shapes[0][:-1], *shapes[1][-1:]])
            self.budget.take(size // _PRODUCTS_OF_A_STEP)
        elif len(shapes) > 1:
            rank = max(map(len, shapes))
            padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
            if np.prod([float(max(sizes)) for sizes in zip(*padded, strict=True)]) > MOST_ELEMENTS:
                raise unsupported("a large tensor")


class ScriptOperators(Operators):
    """Operators on values of public programs."""

    def __init__(self, torch: TorchFunctions) -> None:
        super().__init__(torch.budget)
        self.torch = torch

    def operated(self, name: str, left: Any, right: Any, frame: Frame) -> Any:
        if any(isinstance(item, Function | None) for item in (left, right)) and not frame.in_kernel:
            raise raised("an operand that is none")
        return super().operated(name, left, right, frame)

    def of_tensors(self, name: str, left: Any, right: Any) -> Tensor:
        if name == "MatMult":
            return self.torch.computed("matmul", [left, right], {})  # type: ignore[no-any-return]
        self.torch.check_sizes([left, right])
        result = super().of_tensors(name, left, right)
        self.torch.derivatives.note(name, [left, right], result)
        return result


def is_method(name: str) -> bool:
    """Whether it is modelled here, and by its plain or its in-place name."""
    if tensor_methods.has_method(name) and name not in REDUCTIONS:
        return False
    return name in _METHODS or name in _COMPUTED or (name.endswith("_") and name[:-1] in _COMPUTED)


def _again(tensor: Tensor, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
    return tensor_methods.call_method(tensor, name, arguments, options)


def _kept(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in options.items() if key not in _IGNORED}


def guarded(function: Call, arguments: list[Any], options: dict[str, Any]) -> Any:
    """What numpy refuses torch refuses as well; an argument that is not modelled says nothing."""
    try:
        return function(*arguments, **options)
    except (TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        is_ours = "unexpected keyword" in str(error) or "positional argument" in str(error)
        raise (unsupported if is_ours else raised)(str(error)) from None
