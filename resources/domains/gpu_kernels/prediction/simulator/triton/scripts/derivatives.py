"""Derivatives, as far as tests ask for them: what was computed is noted, and gone through backwards.

Of torch's own functions those are modelled that reorder, sum, add and multiply; any other ends the execution when a
derivative is asked through it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import Budget, raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import INT64
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, fresh
from resources.domains.gpu_kernels.prediction.simulator.triton.torch_functions import tensor_of
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Bound, Class, Frame, Method, Object

METHODS = ("backward", "requires_grad_", "retain_grad")
_ATTRIBUTES = ("grad", "requires_grad", *METHODS)
_HOST = Frame({})
Backwards = Callable[[list[Tensor | None]], Sequence[Any]]
REORDERING = frozenset(
    "view reshape transpose permute contiguous clone expand squeeze unsqueeze flatten t narrow select flip roll repeat"
    " expand_as view_as index_select gather index".split()
)
KEEPING = frozenset("to type float half double bfloat16 cuda cpu add sub".split())


@dataclass(frozen=True)
class _Step:
    outputs: tuple[Tensor, ...]
    inputs: tuple[Any, ...]
    backwards: Backwards


@dataclass
class Tape:
    """`wanted` are tensors that a derivative may be asked for; `found` are those that were, by tensor."""

    wanted: set[Tensor] = field(default_factory=set)
    found: dict[Tensor, Tensor] = field(default_factory=dict)
    steps: list[_Step] = field(default_factory=list)
    paused: int = 0

    def concerns(self, inputs: Sequence[Any]) -> bool:
        return not self.paused and any(isinstance(item, Tensor) and item in self.wanted for item in inputs)

    def note(self, outputs: Sequence[Any], inputs: Sequence[Any], backwards: Backwards) -> None:
        made = tuple(item for item in outputs if isinstance(item, Tensor) and item.kind.is_float)
        self.wanted.update(made)
        self.steps.append(_Step(made, tuple(inputs), backwards))

    def go_back(self, roots: Sequence[tuple[Tensor, Tensor]], budget: Budget) -> dict[Tensor, Tensor]:
        """The derivative by each tensor on the way."""
        found: dict[Tensor, Tensor] = {}
        for tensor, derivative in roots:
            _add(found, tensor, derivative)
        for step in reversed(self.steps):
            given = [found.get(item) for item in step.outputs]
            if any(item is not None for item in given):
                for tensor in step.inputs:
                    budget.take_elements(2 * tensor.view.size if isinstance(tensor, Tensor) else 0)
                for tensor, derivative in zip(step.inputs, step.backwards(given), strict=False):
                    if isinstance(tensor, Tensor) and tensor in self.wanted and isinstance(derivative, Tensor):
                        _add(found, tensor, derivative)
        return found

    def keep(self, found: dict[Tensor, Tensor]) -> None:
        """Adds to what leaves have; what was computed keeps none."""
        made = {item for step in self.steps for item in step.outputs}
        for tensor, derivative in found.items():
            if tensor not in made:
                _add(self.found, tensor, derivative)


def _add(found: dict[Tensor, Tensor], tensor: Tensor, derivative: Tensor) -> None:
    before = found.get(tensor)
    found[tensor] = derivative if before is None else tensor_with(before.view + derivative.view, tensor.kind)


def backwards_of(name: str, inputs: Sequence[Any], again: Callable[[Tensor], Any]) -> Backwards:
    """Of a function of torch's. `again` calls it on another first tensor of the same shape."""
    first = inputs[0]
    if name in REORDERING:
        return lambda given: [_reordered(first, given[0], again)]
    if name in ("sum", "mean"):
        return lambda given: [_spread(first, given[0], again, is_mean=name == "mean")]
    if name in KEEPING and len(inputs) == 1:
        return lambda given: [_fitted(first, given[0].view if given[0] else 0.0)]
    rule = _OF_TWO.get(name)
    if rule is None or len(inputs) != 2:
        return _no_rule
    values = [item.view if isinstance(item, Tensor) else item for item in inputs]
    return lambda given: [
        _fitted(item, part) for item, part in zip(inputs, rule(given[0].view, *values) if given[0] else (), strict=True)
    ]


def _no_rule(_: list[Tensor | None]) -> Sequence[Any]:
    raise unsupported("a derivative")


_OF_TWO: dict[str, Callable[[Any, Any, Any], tuple[Any, Any]]] = {
    "Add": lambda given, left, right: (given, given),
    "Sub": lambda given, left, right: (given, -given),
    "Mult": lambda given, left, right: (given * right, given * left),
    "Div": lambda given, left, right: (given / right, -given * left / (right * right)),
    "mul": lambda given, left, right: (given * right, given * left),
    "add": lambda given, left, right: (given, given),
    "sub": lambda given, left, right: (given, -given),
}


def _fitted(item: Any, values: Any) -> Any:
    """Summed over what was broadcast."""
    if not isinstance(item, Tensor):
        return None
    while np.ndim(values) > item.view.ndim:
        values = values.sum(axis=0)
    for axis, size in enumerate(item.shape):
        if size == 1 and np.shape(values)[axis] != 1:
            values = values.sum(axis=axis, keepdims=True)
    return tensor_with(np.broadcast_to(values, item.shape), item.kind)


def _reordered(first: Tensor, given: Tensor | None, again: Callable[[Tensor], Any]) -> Tensor:
    """Each element's derivative goes back to where the element came from."""
    places = again(fresh(np.arange(first.view.size).reshape(first.shape), INT64)).view
    total = np.zeros(first.view.size, np.float64)
    if given is not None:
        np.add.at(total, places.reshape(-1), given.view.reshape(-1))
    return tensor_with(total.reshape(first.shape), first.kind)


def _spread(first: Tensor, given: Tensor | None, again: Callable[[Tensor], Any], *, is_mean: bool) -> Tensor:
    """Every element of a sum has the sum's derivative: the axes are those in which a sum of ones counts."""
    if given is None or given.view.ndim not in (0, first.view.ndim):
        raise unsupported("a derivative of a sum along an axis")
    share = first.view.size / max(given.view.size, 1) if is_mean else 1.0
    return tensor_with(np.broadcast_to(given.view / share, first.shape), first.kind)


class Derivatives:
    """Notes what is computed with tensors that a derivative is wanted of, and goes back through it."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.tape = Tape()

    def note(
        self, name: str, inputs: Sequence[Any], result: Any, again: Callable[[Tensor], Any] = lambda tensor: tensor
    ) -> None:
        """`again` calls the function on another first tensor."""
        if self.tape.concerns(inputs) and isinstance(result, Tensor) and all(item is not result for item in inputs):
            self.tape.note([result], inputs, backwards_of(name, inputs, again))

    def has_attribute(self, name: str) -> bool:
        return name in _ATTRIBUTES

    def attribute(self, tensor: Tensor, name: str) -> Any:
        if name == "grad":
            return self.tape.found.get(tensor)
        return tensor in self.tape.wanted if name == "requires_grad" else Method(tensor, name)

    def assign(self, tensor: Tensor, name: str, value: Any) -> bool:
        """Whether it is an attribute of derivatives."""
        if name == "grad" and value is None:
            self.tape.found.pop(tensor, None)
        elif name == "requires_grad" and value is True:
            self.tape.wanted.add(tensor)
        else:
            return False
        return True

    def call_method(self, tensor: Tensor, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        if name == "backward":
            self._go_back(tensor, [*arguments, *(options.get(key) for key in ("gradient",))])
        elif name == "requires_grad_":
            self.tape.wanted.add(tensor)
        return tensor if name == "requires_grad_" else None

    def want(self, tensor: Any) -> Any:
        """`torch.nn.Parameter`."""
        self.tape.wanted.add(tensor_of(tensor))
        return tensor

    def _go_back(self, root: Tensor, given: Sequence[Any]) -> None:
        if root not in self.tape.wanted:
            raise raised("a derivative of what has none")
        self.tape.keep(self.tape.go_back([(root, _start(root, given[0] if given else None))], self.interpreter.budget))

    def gradients(self, outputs: Any, inputs: Any, grad_outputs: Any = None, **_: Any) -> tuple[Any, ...]:
        roots, starts = _listed(outputs), _listed(grad_outputs) or [None] * len(_listed(outputs))
        pairs = [(root, _start(root, one)) for root, one in zip(roots, starts, strict=True)]
        found = self.tape.go_back(pairs, self.interpreter.budget)
        return tuple(found.get(item) for item in _listed(inputs))

    def apply(self, receiver: Class, arguments: list[Any]) -> Any:
        """Calls a function that has a derivative of its own."""
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
            return self.interpreter.calls.called(
                function.function if isinstance(function, Bound) else function, arguments, {}, _HOST
            )
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
