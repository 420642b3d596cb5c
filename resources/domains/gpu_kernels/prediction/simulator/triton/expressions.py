"""Expressions of host code and kernels, as one: which of the two it is shows in the values."""

import ast
from collections.abc import Callable
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.attributes import attribute_of, item_of
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, block_of, logical, truth
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Evaluate
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame, Function, Launcher, is_flat


class Expressions:
    """Evaluates expressions. `table` has a function for each sort of node; that of calls is `calls`'."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.value: Evaluate = self._value
        if interpreter.tracer is not None:
            self.value = interpreter.tracer.evaluating(self._value)
        self.table: dict[type[ast.expr], Callable[[Any, Frame], Any]] = {
            ast.Constant: lambda node, _: node.value,
            ast.Name: interpreter.scope.evaluate,
            ast.BinOp: self._binary,
            ast.Attribute: self._attribute,
            ast.Subscript: self._subscript,
            ast.Compare: self._compare,
            ast.UnaryOp: self._unary,
            ast.BoolOp: self._boolean,
            ast.IfExp: self._conditional,
            ast.Tuple: lambda node, frame: tuple(self.items(node.elts, frame)),
            ast.List: lambda node, frame: self.items(node.elts, frame),
            ast.Set: lambda node, frame: self.items(node.elts, frame),
            ast.Dict: self._mapping,
            ast.Slice: self._slice,
            ast.Lambda: lambda node, frame: Function(node, frame),
            ast.ListComp: self._comprehension,
            ast.GeneratorExp: self._comprehension,
            ast.JoinedStr: lambda _, __: "",
            ast.NamedExpr: self._named,
            ast.Yield: self._yield,
            ast.Starred: self._misplaced,
        }

    def _value(self, node: ast.expr, frame: Frame) -> Any:
        """Raises ExecutionHalted."""
        self.budget.take()
        case = self.table.get(type(node))
        if case is None:
            raise unsupported(type(node).__name__)
        return case(node, frame)

    def items(self, nodes: list[ast.expr], frame: Frame) -> list[Any]:
        """Values of several nodes, of which some may have stars."""
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found.extend(self.iterated(self.value(node.value, frame)))
            else:
                found.append(self.value(node, frame))
        return found

    def iterated(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            return [value.seen(part) if isinstance(part, np.ndarray) else part for part in value.view]
        if isinstance(value, tuple | list | range | dict | str):
            return value
        raise raised("what cannot be iterated")

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        """Raises ExecutionHalted where there is none."""
        return attribute_of(value, name, frame.in_kernel)

    def _attribute(self, node: ast.Attribute, frame: Frame) -> Any:
        return self.attribute(self.value(node.value, frame), node.attr, frame)

    def _subscript(self, node: ast.Subscript, frame: Frame) -> Any:
        value, key = self.value(node.value, frame), self.value(node.slice, frame)
        if isinstance(value, Function):
            if not value.is_kernel:
                raise raised("brackets after a function")
            return Launcher(value, key)
        if frame.in_kernel and isinstance(value, int | float):
            raise refused("an index into a number")
        found = self.item(value, key)
        if isinstance(found, Tensor):
            self.budget.take_elements(found.view.size)
        return found

    def item(self, value: Any, key: Any) -> Any:
        """`value[key]`. Raises ExecutionHalted where there is none."""
        return item_of(value, key)

    def _slice(self, node: ast.Slice, frame: Frame) -> slice:
        parts = [None if part is None else self.value(part, frame) for part in (node.lower, node.upper, node.step)]
        if not all(part is None or isinstance(part, int) for part in parts):
            raise unsupported("a slice")
        return slice(*parts)

    def _binary(self, node: ast.BinOp, frame: Frame) -> Any:
        return self.interpreter.operators.operated(
            type(node.op).__name__, self.value(node.left, frame), self.value(node.right, frame), frame
        )

    def _compare(self, node: ast.Compare, frame: Frame) -> Any:
        left, result = self.value(node.left, frame), True
        for place, (sign, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.value(other, frame)
            result = self.interpreter.operators.compared(type(sign).__name__, left, right, frame)
            if place + 1 < len(node.ops):
                if isinstance(result, Block) or isinstance(right, Block):
                    raise refused("several comparisons at once")
                if not self.interpreter.operators.truth(result):
                    return result
            left = right
        return result

    def _unary(self, node: ast.UnaryOp, frame: Frame) -> Any:
        return self.interpreter.operators.signed(type(node.op).__name__, self.value(node.operand, frame), frame)

    def _boolean(self, node: ast.BoolOp, frame: Frame) -> Any:
        name, result = type(node.op).__name__, self.value(node.values[0], frame)
        for other in node.values[1:]:
            if not isinstance(result, Block) and self.interpreter.operators.truth(result) == (name == "Or"):
                return result
            following = self.value(other, frame)
            both = isinstance(result, Block) or (isinstance(following, Block) and frame.in_kernel)
            result = logical(name, result, following) if both else following
        return result

    def _conditional(self, node: ast.IfExp, frame: Frame) -> Any:
        condition = self.value(node.test, frame)
        if not isinstance(condition, Block):
            if frame.in_kernel and not isinstance(condition, int | None):
                raise refused("a condition of another type")
            return self.value(node.body if self.interpreter.operators.truth(condition) else node.orelse, frame)
        first, second = (block_of(self.value(part, frame)) for part in (node.body, node.orelse))
        if condition.shape or (first.shape, first.kind) != (second.shape, second.kind):
            raise refused("branches of different types")
        return first if truth(condition) else second

    def _mapping(self, node: ast.Dict, frame: Frame) -> Any:
        found = {}
        for key, value in zip(node.keys, node.values, strict=True):
            name = None if key is None else self.value(key, frame)
            if not isinstance(name, str | int | float | tuple) or not is_flat(name):
                raise unsupported("a key")
            found[name] = self.value(value, frame)
        return found

    def _comprehension(self, node: ast.ListComp | ast.GeneratorExp, frame: Frame) -> Any:
        if len(node.generators) != 1:
            raise unsupported("a comprehension of several")
        inner, found = Frame({}, frame, frame.in_kernel), []
        part = node.generators[0]
        for item in self.iterated(self.value(part.iter, frame)):
            self.interpreter.assignments.assign(part.target, item, inner)
            if all(self.interpreter.operators.truth(self.value(test, inner)) for test in part.ifs):
                found.append(self.value(node.elt, inner))
        return found

    def _named(self, node: ast.NamedExpr, frame: Frame) -> Any:
        frame.names[node.target.id] = value = self.value(node.value, frame)
        return value

    def _yield(self, node: ast.Yield, frame: Frame) -> None:
        if frame.yielded is None:
            raise unsupported("a yield")
        frame.yielded.append(None if node.value is None else self.value(node.value, frame))

    def _misplaced(self, _: ast.Starred, __: Frame) -> Any:
        raise unsupported("a star")
