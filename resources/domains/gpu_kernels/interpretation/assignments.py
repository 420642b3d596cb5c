"""Assignments: what names, unpacked parts and items are given, and how a kernel stores it."""

import ast
from typing import Any

from resources.domains.gpu_kernels.interpretation import tensor_indexing
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of
from resources.domains.gpu_kernels.interpretation.definitions import Definitions
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.values import Constant, Frame, Named


class Assignments(Definitions):
    """Executes assignments, and `del`."""

    def assign(self, target: ast.expr, value: Any, frame: Frame) -> None:
        if isinstance(target, ast.Name):
            frame.names[target.id] = self._stored(value) if frame.in_kernel else value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value, frame)
        elif isinstance(target, ast.Subscript):
            self._assign_item(target, value, frame)
        else:
            raise unknown("an assignment")

    def _stored(self, value: Any) -> Any:
        """A kernel's variables hold no Python numbers: an assignment makes them scalars."""
        self.budget.take()
        if isinstance(value, int | float):
            return block_of(value)
        return tuple(self._stored(item) for item in value) if isinstance(value, tuple) else value

    def _unpack(self, targets: list[ast.expr], value: Any, frame: Frame) -> None:
        if isinstance(value, Block):
            raise refused("a block that is unpacked")
        items, stars = list(self.iterated(value)), [isinstance(item, ast.Starred) for item in targets]
        if any(stars):
            place, after = stars.index(True), len(targets) - stars.index(True) - 1
            items[place : len(items) - after] = [items[place : len(items) - after]]
        if len(items) != len(targets):
            raise (refused if frame.in_kernel else raised)("another number of values")
        for item, part in zip(targets, items, strict=True):
            self.assign(item.value if isinstance(item, ast.Starred) else item, part, frame)

    def _assign_item(self, target: ast.Subscript, value: Any, frame: Frame) -> None:
        holder, key = self.value(target.value, frame), self.value(target.slice, frame)
        if isinstance(holder, Tensor):
            tensor_indexing.set_index(holder, key, value)
        elif isinstance(holder, list | dict) and not frame.in_kernel:
            try:
                holder[key] = value
            except (TypeError, IndexError, ValueError):
                raise raised("an assignment to an index") from None
        else:
            raise (refused if frame.in_kernel else raised)("an assignment to an index")

    def assign_targets(self, node: ast.Assign, frame: Frame) -> None:
        value = self.value(node.value, frame)
        if frame is self.of_module and isinstance(node.value, ast.Call) and isinstance(value, int | float):
            called = self.value(node.value.func, frame)
            value = Constant(value) if called == Named("triton.language.constexpr") else value
        for target in node.targets:
            self.assign(target, value, frame)

    def augment(self, node: ast.AugAssign, frame: Frame) -> None:
        if isinstance(node.target, ast.Attribute):
            raise unknown("an assignment")
        old = self.value(node.target, frame)
        new = self.operated(type(node.op).__name__, old, self.value(node.value, frame), frame)
        if isinstance(old, Tensor) and isinstance(new, Tensor):
            tensor_indexing.set_index(old, ..., new)
        else:
            self.assign(node.target, new, frame)

    def assign_annotated(self, node: ast.AnnAssign, frame: Frame) -> None:
        if node.value is None or not isinstance(node.target, ast.Name):
            return
        value = self.value(node.value, frame)
        if self.value(node.annotation, frame) == Named("triton.language.constexpr"):
            if isinstance(value, Block):
                raise refused("a constant that is none")
            frame.names[node.target.id] = Constant(value) if frame is self.of_module else value
        else:
            self.assign(node.target, value, frame)

    def delete(self, node: ast.Delete, frame: Frame) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                frame.names.pop(target.id, None)
