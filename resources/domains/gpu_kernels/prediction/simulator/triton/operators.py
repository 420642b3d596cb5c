"""Operators on every sort of value: Python's own, blocks and tensors."""

import math
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import (
    MOST_ELEMENTS,
    Budget,
    raised,
    refused,
    unsupported,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    ARITHMETIC,
    BITWISE,
    COMPARISONS,
    Block,
    binary,
    inverted,
    negated,
    truth,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import BOOL
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor, combined
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, calculate, is_flat
from resources.domains.toolkit.python_operators import COMPARISONS as COMPARED

_COMPARED: Mapping[str, Callable[[Any, Any], Any]] = {
    **COMPARED,
    "Is": operator.is_,
    "IsNot": operator.is_not,
}
_OF_TENSORS: Mapping[str, Callable[[Any, Any], Any]] = {
    **ARITHMETIC,
    **BITWISE,
    **COMPARISONS,
    "Div": np.true_divide,
    "FloorDiv": np.floor_divide,
    "Pow": np.power,
}


class Operators:
    """`budget` ends what takes too long."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def truth(self, value: Any) -> bool:
        if isinstance(value, Block):
            return truth(value)
        if isinstance(value, Tensor):
            if value.view.size != 1:
                raise raised("the truth of a tensor")
            return bool(value.view.item())
        return bool(value)

    def operated(self, name: str, left: Any, right: Any, frame: Frame) -> Any:
        """An operator by the name of its node."""
        if isinstance(left, Block) or isinstance(right, Block):
            return self.of_blocks(name, left, right)
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            return self.of_tensors(name, left, right)
        try:
            return calculate(name, left, right)
        except (TypeError, ValueError, ArithmeticError) as error:
            raise (refused if frame.in_kernel else raised)(str(error)) from None

    def of_blocks(self, name: str, left: Any, right: Any) -> Block:
        for value in (left, right):
            if not isinstance(value, Block | int | float):
                raise refused("an operand that is no value")
        check_size([value.shape for value in (left, right) if isinstance(value, Block)])
        result = binary(name, left, right)
        self.budget.take_elements(result.data.size)
        return result

    def of_tensors(self, name: str, left: Any, right: Any) -> Tensor:
        for value in (left, right):
            if not isinstance(value, Tensor | int | float):
                raise raised("an operand that is no tensor")
        if name not in _OF_TENSORS:
            raise unsupported(f"{name} of tensors")
        check_size([value.shape for value in (left, right) if isinstance(value, Tensor)])
        result = combined(left, right, _OF_TENSORS[name], compares=name in COMPARISONS, divides=name == "Div")
        self.budget.take_elements(result.view.size)
        return result

    def compared(self, name: str, left: Any, right: Any, frame: Frame) -> Any:
        if name in ("Is", "IsNot"):
            return (left is right) == (name == "Is")
        if name in ("In", "NotIn"):
            if not isinstance(right, tuple | list | dict | str):
                raise unsupported("in")
            return any(item is left or _same(item, left) for item in right) == (name == "In")
        if isinstance(left, Block) or isinstance(right, Block):
            return self.of_blocks(name, left, right)
        if isinstance(left, Tensor) or isinstance(right, Tensor):
            return self.of_tensors(name, left, right)
        if not is_flat(left) or not is_flat(right):
            raise unsupported("a comparison of lists of lists")
        try:
            return _COMPARED[name](left, right)
        except TypeError as error:
            raise (refused if frame.in_kernel else raised)(str(error)) from None

    def signed(self, name: str, value: Any, frame: Frame) -> Any:
        """An operator with one operand."""
        if isinstance(value, Block):
            return _UNARY[name](value)
        if name == "Not":
            return not self.truth(value)
        if isinstance(value, Tensor):
            return combined(value, -1 if name == "USub" else 1, np.multiply)
        if not isinstance(value, int | float) or (name == "Invert" and isinstance(value, float)):
            raise (refused if frame.in_kernel else raised)("a sign of what is no number")
        return -value if name == "USub" else ~int(value) if name == "Invert" else +value


def check_size(shapes: Sequence[tuple[int, ...]]) -> None:
    """Before values are combined, since two small ones may make one of gigabytes. Shapes that do not go together are
    another's matter. Raises ExecutionHalted."""
    try:
        size = math.prod(np.broadcast_shapes(*shapes))
    except ValueError:
        return
    if size > MOST_ELEMENTS:
        raise unsupported("too many elements")


def _same(one: Any, other: Any) -> bool:
    if not is_flat(one) or not is_flat(other):
        raise unsupported("a comparison of lists of lists")
    return isinstance(one, type(other)) and not isinstance(one, Tensor | Block) and bool(one == other)


_UNARY: Mapping[str, Callable[[Block], Block]] = {
    "USub": negated,
    "UAdd": lambda value: value,
    "Invert": inverted,
    "Not": lambda value: Block(np.logical_not(value.data), BOOL),
}
