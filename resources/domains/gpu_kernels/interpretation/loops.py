"""Loops, and the types that a kernel's variables must keep through them."""

import ast
from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from resources.domains.gpu_kernels.interpretation.assignments import Assignments
from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.endings import Budget, refused
from resources.domains.gpu_kernels.interpretation.kinds import of_number
from resources.domains.gpu_kernels.interpretation.values import Frame


class _LoopLeft(Exception):
    """A break or continue on its way to the loop."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again


class Loops(Assignments):
    """Executes loops, and what leaves them. `compile_only` follows bodies that a run passes by."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._bound: dict[ast.stmt, frozenset[str]] = {}
        """The names that a loop's body binds."""

    @abstractmethod
    def execute(self, body: list[ast.stmt], frame: Frame) -> None:
        """See `statements`."""

    @abstractmethod
    def compile_only(self, body: list[ast.stmt], frame: Frame) -> None:
        """See `launches`."""

    def loop_over(self, node: ast.For, frame: Frame) -> None:
        bounds = self._loop_values(node, frame)
        before = self._types(node, frame) if frame.in_kernel else {}
        first = True
        for item in bounds:
            self.budget.take()
            self.assign(node.target, item, frame)
            if not self._body(node, frame):
                return
            if first and before:
                self._check_types(before, frame)
            first = False
        if first and frame.in_kernel and isinstance(node.target, ast.Name):
            start = ast.Assign([node.target], ast.Constant(0))
            self.compile_only([start, *node.body], frame)
        self.execute(node.orelse, frame)

    def _loop_values(self, node: ast.For, frame: Frame) -> Iterator[Any]:
        found = self.value(node.iter, frame)
        if frame.in_kernel and not isinstance(found, range | list | tuple):
            raise refused("a loop over what is no range")
        return iter(self.iterated(found))

    def loop_while(self, node: ast.While, frame: Frame) -> None:
        before = self._types(node, frame) if frame.in_kernel else {}
        self.budget.waiting += 1
        try:
            first = True
            while self.truth(self.value(node.test, frame)):
                if not self._body(node, frame):
                    break
                if first and before:
                    self._check_types(before, frame)
                first = False
            if first and frame.in_kernel:
                self.compile_only(node.body, frame)
        finally:
            self.budget.waiting -= 1

    def _body(self, node: ast.For | ast.While, frame: Frame) -> bool:
        """Whether the loop goes on."""
        try:
            self.execute(node.body, frame)
        except _LoopLeft as left:
            if frame.in_kernel:
                raise refused("break and continue") from None
            return left.again
        return True

    def _types(self, node: ast.For | ast.While, frame: Frame) -> dict[str, Any]:
        """Of the names that the loop binds and that have a value before it."""
        bound = self._bound.get(node)
        if bound is None:
            inside = (item for statement in node.body for item in ast.walk(statement))
            bound = frozenset(
                item.id for item in inside if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
            )
            self._bound[node] = bound
        return {name: type_of(frame.names[name]) for name in bound if name in frame.names}

    def _check_types(self, before: dict[str, Any], frame: Frame) -> None:
        if any(type_of(frame.names.get(name)) != kind for name, kind in before.items()):
            raise refused("a variable that changes its type in a loop")

    def leave_loop(self, node: ast.Break | ast.Continue, _: Frame) -> None:
        raise _LoopLeft(again=isinstance(node, ast.Continue))


def type_of(value: Any) -> Any:
    """A block's kind and shape, or Python's own type."""
    if isinstance(value, Block):
        return value.kind, value.shape
    return (of_number(value), ()) if isinstance(value, int | float) else type(value)
