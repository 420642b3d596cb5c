"""Attributes of what public programs have beyond built-in ones: tensors with derivatives, objects, block pointers."""

from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused
from resources.domains.gpu_kernels.prediction.simulator.triton.attributes import attribute_of
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.block_pointers import BlockPointer
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.classes import class_attribute, object_attribute
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.tensor_shapes import DRAWN_IN_PLACE
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.torch import VALUES, is_method
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import (
    Class,
    Frame,
    Function,
    Method,
    Named,
    Object,
)

_OF_TRITON = ("heuristics", "runtime", "testing", "compiler")
_MATHEMATICS = frozenset(
    "umulhi exp exp2 log log2 cos sin sqrt sqrt_rn rsqrt abs fdiv div_rn erf floor ceil fma core".split()
)
"""Of `triton.language.math`."""


class Attributes:
    """Finds the attributes of values."""

    def __init__(self, derivatives: Derivatives) -> None:
        self.derivatives = derivatives

    def of(self, value: Any, name: str, frame: Frame) -> Any:
        """Raises ExecutionHalted where there is none."""
        if isinstance(value, Tensor):
            return self._of_tensor(value, name, frame)
        if isinstance(value, Object):
            return object_attribute(value, name)
        if isinstance(value, Class):
            return class_attribute(value, name, value)
        if isinstance(value, BlockPointer):
            return _of_block_pointer(value, name)
        if isinstance(value, Function) and name in ("__name__", "__doc__"):
            return getattr(value.node, "name", "")
        if isinstance(value, Named):
            return _of_named(value, name, frame)
        return attribute_of(value, name, frame.in_kernel)

    def _of_tensor(self, value: Tensor, name: str, frame: Frame) -> Any:
        if name == "data":
            return value
        if is_method(name) or name in DRAWN_IN_PLACE:
            return Method(value, name)
        if self.derivatives.has_attribute(name):
            return self.derivatives.attribute(value, name)
        return attribute_of(value, name, frame.in_kernel)


def _of_named(value: Named, name: str, frame: Frame) -> Any:
    path = f"{value.path}.{name}"
    if value.path == "triton" and name in _OF_TRITON:
        return Named(path)
    if path in VALUES:
        return VALUES[path]
    if value.path == "triton.language.math" and name not in _MATHEMATICS:
        raise (refused if frame.in_kernel else raised)(f"tl.math.{name}")
    return attribute_of(value, name, frame.in_kernel)


def _of_block_pointer(value: BlockPointer, name: str) -> Any:
    if name in ("dtype", "type"):
        return Pointer(value.kind)
    if name in ("load", "store", "advance"):
        return Method(value, name)
    raise refused(f"a block pointer's {name}")
