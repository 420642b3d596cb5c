"""Derivatives, as far as tests ask for them: what was computed is noted, and gone through backwards.

Of torch's own functions those are modelled that reorder, sum, add and multiply; any other ends the path when a
derivative is asked through it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.endings import Budget, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT64
from resources.domains.gpu_kernels.interpretation.scripts.tensor_functions import tensor_with
from resources.domains.gpu_kernels.interpretation.tensors import Tensor, fresh

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
    raise unknown("a derivative")


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
        raise unknown("a derivative of a sum along an axis")
    share = first.view.size / max(given.view.size, 1) if is_mean else 1.0
    return tensor_with(np.broadcast_to(given.view / share, first.shape), first.kind)
