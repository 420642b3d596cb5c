"""Statements of host code and kernels, as one; loops, and the types that a kernel's variables must keep through them.

What assignments and definitions bind is `bindings`."""

import ast
from collections.abc import Callable, Iterator
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.bindings import Definitions
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, type_of
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Execute
from resources.domains.gpu_kernels.prediction.simulator.triton.values import Frame
from resources.domains.toolkit.simulation.halting import ExecutionHalted


class _LoopLeft(Exception):
    """A break or continue on its way to the loop."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again


class Loops:
    """Executes loops, and what leaves them."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.value = interpreter.expressions.value
        self._bound: dict[ast.stmt, frozenset[str]] = {}
        """The names that a loop's body binds."""

    def loop_over(self, node: ast.For, frame: Frame) -> None:
        bounds = self._loop_values(node, frame)
        before = self.types(node, frame) if frame.in_kernel else {}
        first = True
        for item in bounds:
            self.budget.take()
            self.interpreter.assignments.assign(node.target, item, frame)
            if not self._body(node, frame):
                return
            if first and before:
                self._check_types(before, frame)
            first = False
        if first and frame.in_kernel and isinstance(node.target, ast.Name):
            start = ast.Assign([node.target], ast.Constant(0))
            self.interpreter.launches.compile_only([start, *node.body], frame)
        self.interpreter.statements.execute(node.orelse, frame)

    def _loop_values(self, node: ast.For, frame: Frame) -> Iterator[Any]:
        found = self.value(node.iter, frame)
        if frame.in_kernel and not isinstance(found, range | list | tuple):
            raise refused("a loop over what is no range")
        return iter(self.interpreter.expressions.iterated(found))

    def loop_while(self, node: ast.While, frame: Frame) -> None:
        before = self.types(node, frame) if frame.in_kernel else {}
        self.budget.loops += 1
        try:
            first = True
            while self.interpreter.operators.truth(self.value(node.test, frame)):
                if not self._body(node, frame):
                    break
                if first and before:
                    self._check_types(before, frame)
                first = False
            if first and frame.in_kernel:
                self.interpreter.launches.compile_only(node.body, frame)
        finally:
            self.budget.loops -= 1

    def _body(self, node: ast.For | ast.While, frame: Frame) -> bool:
        """Whether the loop goes on."""
        try:
            self.interpreter.statements.execute(node.body, frame)
        except _LoopLeft as left:
            if frame.in_kernel:
                raise refused("break and continue") from None
            return left.again
        return True

    def types(self, node: ast.For | ast.While, frame: Frame) -> dict[str, Any]:
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
        if self.interpreter.tracer is not None:
            self.interpreter.tracer.note_types(before, frame)
        if any(type_of(frame.names.get(name)) != kind for name, kind in before.items()):
            raise refused("a variable that changes its type in a loop")

    def leave_loop(self, node: ast.Break | ast.Continue, _: Frame) -> None:
        raise _LoopLeft(again=isinstance(node, ast.Continue))


_NOTHING = (ast.Pass, ast.Global, ast.Nonlocal, ast.ClassDef)


class ReturnedError(Exception):
    """A return statement on its way to the call."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Statements:
    """Executes statements. `table` has a function for each sort of node."""

    def __init__(self, interpreter: Interpreter, definitions: Definitions, loops: Loops) -> None:
        self.interpreter = interpreter
        self.value = interpreter.expressions.value
        self.execute: Execute = self._execute
        if interpreter.tracer is not None:
            self.execute = interpreter.tracer.executing(self._execute)
        assignments = interpreter.assignments
        self.table: dict[type[ast.stmt], Callable[[Any, Frame], None]] = {
            ast.Assign: assignments.assign_targets,
            ast.AugAssign: assignments.augment,
            ast.AnnAssign: assignments.assign_annotated,
            ast.Expr: self._expression,
            ast.Return: self._return,
            ast.If: self._branch,
            ast.For: loops.loop_over,
            ast.While: loops.loop_while,
            ast.FunctionDef: definitions.define,
            ast.Import: definitions.import_modules,
            ast.ImportFrom: definitions.import_names,
            ast.Assert: self._assert,
            ast.Raise: self._raise,
            ast.Break: loops.leave_loop,
            ast.Continue: loops.leave_loop,
            ast.With: self._with,
            ast.Delete: assignments.delete,
        }

    def _execute(self, body: list[ast.stmt], frame: Frame) -> None:
        """Raises ExecutionHalted, and ReturnedError at a return statement."""
        interpreter, budget, table = self.interpreter, self.interpreter.budget, self.table
        node: ast.stmt | None = None
        try:
            for node in body:
                interpreter.statement = node
                budget.take()
                case = table.get(type(node))
                if case is not None:
                    case(node, frame)
                elif not isinstance(node, _NOTHING):
                    raise unsupported(type(node).__name__)
        except ExecutionHalted as end:
            self._note_halt(end, node, frame)
            raise

    def _note_halt(self, end: ExecutionHalted, node: ast.stmt | None, frame: Frame) -> None:
        self.interpreter.note_halt(end, node)

    def _expression(self, node: ast.Expr, frame: Frame) -> None:
        self.value(node.value, frame)

    def _return(self, node: ast.Return, frame: Frame) -> None:
        raise ReturnedError(None if node.value is None else self.value(node.value, frame))

    def _branch(self, node: ast.If, frame: Frame) -> None:
        condition = self.value(node.test, frame)
        if frame.in_kernel and not isinstance(condition, Block | int | None):
            raise refused("a condition of another type")
        taken, other = node.body, node.orelse
        if not self.interpreter.operators.truth(condition):
            taken, other = other, taken
        if isinstance(condition, Block):
            self.interpreter.launches.compile_only(other, frame)
        self.execute(taken, frame)

    def _assert(self, node: ast.Assert, frame: Frame) -> None:
        if not self.interpreter.operators.truth(self.value(node.test, frame)):
            raise (refused if frame.in_kernel else raised)("an assertion")

    def _raise(self, _: ast.Raise, frame: Frame) -> None:
        raise (refused if frame.in_kernel else raised)("an exception")

    def _with(self, node: ast.With, frame: Frame) -> None:
        for item in node.items:
            self.value(item.context_expr, frame)
            if item.optional_vars is not None:
                raise unsupported("with … as")
        self.execute(node.body, frame)
