"""Statements of host code and kernels, as one. Assignments are `assignments`, loops `loops`."""

import ast
from collections.abc import Callable
from typing import Any

from resources.domains.gpu_kernels.interpretation.blocks import Block
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.loops import Loops
from resources.domains.gpu_kernels.interpretation.values import Frame

_NOTHING = (ast.Pass, ast.Global, ast.Nonlocal, ast.ClassDef)


class ReturnedError(Exception):
    """A return statement on its way to the call."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class Statements(Loops):
    """Executes statements. `compiles` says whether the path stands for compiling, too: what of a kernel it does not
    come through is then followed for its types."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._statements: dict[type[ast.stmt], Callable[[Any, Frame], None]] = {
            ast.Assign: self.assign_targets,
            ast.AugAssign: self.augment,
            ast.AnnAssign: self.assign_annotated,
            ast.Expr: self._expression,
            ast.Return: self._return,
            ast.If: self._branch,
            ast.For: self.loop_over,
            ast.While: self.loop_while,
            ast.FunctionDef: self.define,
            ast.Import: self.import_modules,
            ast.ImportFrom: self.import_names,
            ast.Assert: self._assert,
            ast.Raise: self._raise,
            ast.Break: self.leave_loop,
            ast.Continue: self.leave_loop,
            ast.With: self._with,
            ast.Delete: self.delete,
        }
        self.compiles = False

    def execute(self, body: list[ast.stmt], frame: Frame) -> None:
        """Raises PathEndedError, and ReturnedError at a return statement."""
        for node in body:
            self.budget.take()
            case = self._statements.get(type(node))
            if case is not None:
                case(node, frame)
            elif not isinstance(node, _NOTHING):
                raise unknown(type(node).__name__)

    def _expression(self, node: ast.Expr, frame: Frame) -> None:
        self.value(node.value, frame)

    def _return(self, node: ast.Return, frame: Frame) -> None:
        raise ReturnedError(None if node.value is None else self.value(node.value, frame))

    def _branch(self, node: ast.If, frame: Frame) -> None:
        condition = self.value(node.test, frame)
        taken, other = node.body, node.orelse
        if not self.truth(condition):
            taken, other = other, taken
        if isinstance(condition, Block):
            self.compile_only(other, frame)
        self.execute(taken, frame)

    def _assert(self, node: ast.Assert, frame: Frame) -> None:
        if not self.truth(self.value(node.test, frame)):
            raise (refused if frame.in_kernel else raised)("an assertion")

    def _raise(self, _: ast.Raise, frame: Frame) -> None:
        raise (refused if frame.in_kernel else raised)("an exception")

    def _with(self, node: ast.With, frame: Frame) -> None:
        for item in node.items:
            self.value(item.context_expr, frame)
            if item.optional_vars is not None:
                raise unknown("with … as")
        self.execute(node.body, frame)
