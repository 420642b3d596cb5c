"""The follower of public programs and of the scripts that test them: what torch makes and computes for them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation import tensor_methods
from resources.domains.gpu_kernels.interpretation.endings import MOST_ELEMENTS, Budget, raised, unknown
from resources.domains.gpu_kernels.interpretation.scripts.derived import Derived
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import FUNCTIONS
from resources.domains.gpu_kernels.interpretation.scripts.tensor_layers import LAYERS
from resources.domains.gpu_kernels.interpretation.scripts.tensor_making import DRAWN_IN_PLACE, MAKING
from resources.domains.gpu_kernels.interpretation.scripts.tensor_orders import ORDERS
from resources.domains.gpu_kernels.interpretation.scripts.tensor_reductions import REDUCTIONS
from resources.domains.gpu_kernels.interpretation.scripts.torch_answers import ANSWERS, SILENT, VALUES
from resources.domains.gpu_kernels.interpretation.scripts.values import ARRAY
from resources.domains.gpu_kernels.interpretation.tensor_indexing import set_index
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, checked_shape, fresh
from resources.domains.gpu_kernels.interpretation.values import Frame, Method, Named

Call = Callable[..., Any]

_PRODUCTS = ("matmul", "mm", "bmm", "mv", "dot", "outer")
_PRODUCTS_OF_A_STEP = 1 << 14
_STEPS_OF_A_LAYER = 200
_SEED = 20_240_601
_PREFIXES = ("nn.functional.", "linalg.", "special.", "Tensor.")
_IGNORED = ("generator", "device", "requires_grad", "layout", "memory_format", "pin_memory", "non_blocking")
_METHODS: Mapping[str, Call] = {
    "cpu": lambda tensor: tensor,
    "numpy": lambda tensor: ARRAY,
    "nelement": lambda tensor: int(tensor.view.size),
    "get_device": lambda tensor: 0,
}
_COMPUTED: Mapping[str, Call] = {**FUNCTIONS, **REDUCTIONS, **ORDERS, **LAYERS}
_OF_TRITON = ("heuristics", "runtime", "testing", "compiler")


class PublicFollower(Derived):
    """Follows one public program and its tests."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.random = np.random.default_rng(_SEED)

    def iterated(self, value: Any) -> Any:
        if isinstance(value, Tensor) and value.shape:
            self.budget.take(value.shape[0])
        return super().iterated(value)

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        if isinstance(value, Tensor):
            if name == "data":
                return value
            if _is_method(name) or name in DRAWN_IN_PLACE:
                return Method(value, name)
        if value == Named("triton") and name in _OF_TRITON:
            return Named(f"triton.{name}")
        if isinstance(value, Named) and f"{value.path}.{name}" in VALUES:
            return VALUES[f"{value.path}.{name}"]
        return super().attribute(value, name, frame)

    def of_tensors(self, name: str, left: Any, right: Any) -> Tensor:
        if name == "MatMult":
            return self._computed("matmul", [left, right], {})  # type: ignore[no-any-return]
        self._check_sizes([left, right])
        result = super().of_tensors(name, left, right)
        self.noted(name, [left, right], result)
        return result

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        receiver, name = method.receiver, method.name
        if not isinstance(receiver, Tensor):
            return super().call_method(method, arguments, options, frame)
        if name in DRAWN_IN_PLACE:
            self.budget.take_elements(receiver.view.size)
            values = _guarded(DRAWN_IN_PLACE[name], [self.random, receiver.shape, *arguments], _kept(options))
            set_index(receiver, ..., fresh(values, receiver.kind))
            return receiver
        if not _is_method(name):
            result = super().call_method(method, arguments, options, frame)
            self.noted(name, [receiver], result, lambda tensor: _again(tensor, name, arguments, options))
            return result
        if name not in _COMPUTED and name not in _METHODS:
            set_index(receiver, ..., self._computed(name[:-1], [receiver, *arguments], options))
            return receiver
        return self._computed(name, [receiver, *arguments], options)

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path in ANSWERS:
            return _guarded(ANSWERS[path], arguments, options)
        if path.startswith(SILENT):
            return None
        if not path.startswith("torch."):
            return super().call_named(path, arguments, options, frame)
        name = path[6:]
        name = name.removeprefix(next((item for item in _PREFIXES if name.startswith(item)), ""))
        return self._of_torch(path, name, arguments, options, frame)

    def _of_torch(self, path: str, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if name == "manual_seed":
            self.random = np.random.default_rng(_SEED + int(arguments[0] if arguments else 0) % (1 << 32))
            return None
        if name in _COMPUTED:
            return self._computed(name, arguments, options)
        if name in MAKING:
            result = self._charged(_guarded(MAKING[name], [self.random, *arguments], _kept(options)))
        else:
            result = super().call_named(path, arguments, options, frame)
        if options.get("requires_grad") is True and isinstance(result, Tensor):
            self.tape.wanted.add(result)
        return result

    def _computed(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        """A function of torch's that is modelled here."""
        kept = _kept(options)
        function = _METHODS.get(name) or _COMPUTED[name]
        self._check_sizes(arguments, is_product=name in _PRODUCTS)
        self.budget.take(_STEPS_OF_A_LAYER if name in LAYERS else 0)
        result = self._charged(_guarded(function, arguments, kept))
        self.noted(name, arguments, result, lambda tensor: function(tensor, *arguments[1:], **kept))
        return result

    def _charged(self, result: Any) -> Any:
        for item in result if isinstance(result, tuple) else (result,):
            if isinstance(item, Tensor):
                self.budget.take_elements(item.view.size)
        return result

    def _check_sizes(self, arguments: list[Any], *, is_product: bool = False) -> None:
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
                raise unknown("a large tensor")


def _is_method(name: str) -> bool:
    """Whether it is modelled here, and by its plain or its in-place name."""
    if tensor_methods.has_method(name) and name not in REDUCTIONS:
        return False
    return name in _METHODS or name in _COMPUTED or (name.endswith("_") and name[:-1] in _COMPUTED)


def _again(tensor: Tensor, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
    return tensor_methods.call_method(tensor, name, arguments, options)


def _kept(options: Mapping[str, Any]) -> dict[str, Any]:
    return {key: item for key, item in options.items() if key not in _IGNORED}


def _guarded(function: Call, arguments: list[Any], options: dict[str, Any]) -> Any:
    """What numpy refuses torch refuses as well; an argument that is not modelled says nothing."""
    try:
        return function(*arguments, **options)
    except (TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as error:
        is_ours = "unexpected keyword" in str(error) or "positional argument" in str(error)
        raise (unknown if is_ours else raised)(str(error)) from None
