"""Follows what tests ask of derivatives: functions with one of their own, and tensors that it goes back to."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.attributes import item_of
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised
from resources.domains.gpu_kernels.interpretation.scripts.derivatives import Tape, backwards_of
from resources.domains.gpu_kernels.interpretation.scripts.language import PublicLanguage
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.interpretation.scripts.values import Bound, Class, Object
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.torch_making import tensor_of
from resources.domains.gpu_kernels.interpretation.values import Frame, Method

_OF_TENSORS = ("backward", "requires_grad_", "retain_grad")


class Derived(PublicLanguage):
    """Notes what is computed with tensors that a derivative is wanted of."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.tape = Tape()

    def noted(
        self, name: str, inputs: Sequence[Any], result: Any, again: Callable[[Tensor], Any] = lambda tensor: tensor
    ) -> None:
        """`again` calls the function on another first tensor."""
        if self.tape.concerns(inputs) and isinstance(result, Tensor) and all(item is not result for item in inputs):
            self.tape.note([result], inputs, backwards_of(name, inputs, again))

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        if isinstance(value, Tensor):
            if name == "grad":
                return self.tape.found.get(value)
            if name == "requires_grad":
                return value in self.tape.wanted
            if name in _OF_TENSORS:
                return Method(value, name)
        return super().attribute(value, name, frame)

    def item(self, value: Any, key: Any) -> Any:
        found = super().item(value, key)
        self.noted("index", [value], found, lambda tensor: item_of(tensor, key))
        return found

    def assign_attribute(self, holder: Any, name: str, value: Any) -> None:
        if isinstance(holder, Tensor) and name == "grad" and value is None:
            self.tape.found.pop(holder, None)
        elif isinstance(holder, Tensor) and name == "requires_grad" and value is True:
            self.tape.wanted.add(holder)
        else:
            super().assign_attribute(holder, name, value)

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if isinstance(method.receiver, Tensor) and method.name in _OF_TENSORS:
            if method.name == "backward":
                self._go_back(method.receiver, [*arguments, *(options.get(key) for key in ("gradient",))])
            elif method.name == "requires_grad_":
                self.tape.wanted.add(method.receiver)
            return method.receiver if method.name == "requires_grad_" else None
        return super().call_method(method, arguments, options, frame)

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path == "torch.autograd.grad":
            return self._gradients(*arguments, **options)
        if path == "torch.nn.Parameter" and arguments:
            self.tape.wanted.add(tensor_of(arguments[0]))
            return arguments[0]
        return super().call_named(path, arguments, options, frame)

    def _go_back(self, root: Tensor, given: Sequence[Any]) -> None:
        if root not in self.tape.wanted:
            raise raised("a derivative of what has none")
        self.tape.keep(self.tape.go_back([(root, _start(root, given[0] if given else None))], self.budget))

    def _gradients(self, outputs: Any, inputs: Any, grad_outputs: Any = None, **_: Any) -> tuple[Any, ...]:
        roots, starts = _listed(outputs), _listed(grad_outputs) or [None] * len(_listed(outputs))
        pairs = [(root, _start(root, one)) for root, one in zip(roots, starts, strict=True)]
        found = self.tape.go_back(pairs, self.budget)
        return tuple(found.get(item) for item in _listed(inputs))

    def call_of_torch(self, receiver: Any, name: str, arguments: list[Any]) -> Any:
        if not isinstance(receiver, Class):
            return super().call_of_torch(receiver, name, arguments)
        wanted = tuple(item in self.tape.wanted if isinstance(item, Tensor) else False for item in arguments)
        context = Object(None, {"needs_input_grad": wanted})
        concerns = self.tape.concerns(arguments)
        returned = self._own(receiver, "forward", [context, *arguments])
        if not concerns:
            return returned
        # An argument that is returned is another tensor to torch, else it would be its own derivative's source.
        outputs = [_apart(item, arguments) for item in _listed(returned)]
        self.tape.note(outputs, arguments, lambda given: self._back(receiver, context, outputs, given))
        return tuple(outputs) if isinstance(returned, tuple | list) else outputs[0] if outputs else None

    def _own(self, of: Class, name: str, arguments: list[Any]) -> Any:
        """Calls the program's function, in which torch notes nothing."""
        function = of.found(name)
        self.tape.paused += 1
        try:
            return self.called(function.function if isinstance(function, Bound) else function, arguments, {}, _HOST)
        finally:
            self.tape.paused -= 1

    def _back(self, of: Class, context: Object, outputs: list[Any], given: Sequence[Any]) -> list[Any]:
        made = [item for item in outputs if isinstance(item, Tensor) and item.kind.is_float]
        found = {
            item: tensor_with(np.zeros(item.shape), item.kind) if one is None else one
            for item, one in zip(made, given, strict=True)
        }
        parts = [found.get(item) if isinstance(item, Tensor) else None for item in outputs]
        return _listed(self._own(of, "backward", [context, *parts]))


_HOST = Frame({})


def _apart(item: Any, arguments: Sequence[Any]) -> Any:
    return item.seen(item.view) if isinstance(item, Tensor) and any(item is other for other in arguments) else item


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, tuple | list) else [] if value is None else [value]


def _start(root: Any, given: Any) -> Tensor:
    if isinstance(given, Tensor):
        if given.shape != root.shape:
            raise raised("a derivative of another shape")
        return given
    if tensor_of(root).view.size != 1:
        raise raised("a derivative of several")
    return tensor_with(np.ones(root.shape), root.kind)
