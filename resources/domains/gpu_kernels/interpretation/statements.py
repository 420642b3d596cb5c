"""Statements of host code and kernels, and the types that a kernel's loops must keep."""

import ast
from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from resources.domains.gpu_kernels.interpretation import tensor_methods
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, full_index
from resources.domains.gpu_kernels.interpretation.definitions import Definitions
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT64, of_number
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.values import Constant, Frame, Named

_NOTHING = (ast.Pass, ast.Global, ast.Nonlocal, ast.ClassDef)


class ReturnedError(Exception):
    """A return statement on its way to the call."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _LoopLeft(Exception):
    """A break or continue on its way to the loop."""

    def __init__(self, *, again: bool) -> None:
        super().__init__()
        self.again = again


class Statements(Definitions):
    """Executes statements. `compiles` says whether the path stands for compiling, too: what of a kernel it does not
    come through is then followed for its types."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._statements: dict[type[ast.stmt], Callable[[Any, Frame], None]] = {
            ast.Assign: self._assign,
            ast.AugAssign: self._augment,
            ast.AnnAssign: self._annotated,
            ast.Expr: self._expression,
            ast.Return: self._return,
            ast.If: self._branch,
            ast.For: self._for,
            ast.While: self._while,
            ast.FunctionDef: self.define,
            ast.Import: self.import_modules,
            ast.ImportFrom: self.import_names,
            ast.Assert: self._assert,
            ast.Raise: self._raise,
            ast.Break: self._leave,
            ast.Continue: self._leave,
            ast.With: self._with,
            ast.Delete: self._delete,
        }
        self._bound: dict[ast.stmt, frozenset[str]] = {}
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
            tensor_methods.set_index(holder, key, value)
        elif isinstance(holder, list | dict) and not frame.in_kernel:
            try:
                holder[key] = value
            except (TypeError, IndexError, ValueError):
                raise raised("an assignment to an index") from None
        else:
            raise (refused if frame.in_kernel else raised)("an assignment to an index")

    def _assign(self, node: ast.Assign, frame: Frame) -> None:
        value = self.value(node.value, frame)
        if frame is self.of_module and isinstance(node.value, ast.Call) and isinstance(value, int | float):
            called = self.value(node.value.func, frame)
            value = Constant(value) if called == Named("triton.language.constexpr") else value
        for target in node.targets:
            self.assign(target, value, frame)

    def _augment(self, node: ast.AugAssign, frame: Frame) -> None:
        if isinstance(node.target, ast.Attribute):
            raise unknown("an assignment")
        old = self.value(node.target, frame)
        new = self.operated(type(node.op).__name__, old, self.value(node.value, frame), frame)
        if isinstance(old, Tensor) and isinstance(new, Tensor):
            tensor_methods.set_index(old, ..., new)
        else:
            self.assign(node.target, new, frame)

    def _annotated(self, node: ast.AnnAssign, frame: Frame) -> None:
        if node.value is None or not isinstance(node.target, ast.Name):
            return
        value = self.value(node.value, frame)
        if self.value(node.annotation, frame) == Named("triton.language.constexpr"):
            if isinstance(value, Block):
                raise refused("a constant that is none")
            frame.names[node.target.id] = Constant(value) if frame is self.of_module else value
        else:
            self.assign(node.target, value, frame)

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

    @abstractmethod
    def compile_only(self, body: list[ast.stmt], frame: Frame) -> None:
        """See `launches`."""

    def _for(self, node: ast.For, frame: Frame) -> None:
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

    def _while(self, node: ast.While, frame: Frame) -> None:
        before = self._types(node, frame) if frame.in_kernel else {}
        self.budget.waiting += 1
        first = True
        while self.truth(self.value(node.test, frame)):
            if not self._body(node, frame):
                break
            if first and before:
                self._check_types(before, frame)
            first = False
        if first and frame.in_kernel:
            self.compile_only(node.body, frame)
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
        return {name: _type(frame.names[name]) for name in bound if name in frame.names}

    def _check_types(self, before: dict[str, Any], frame: Frame) -> None:
        if any(_type(frame.names.get(name)) != kind for name, kind in before.items()):
            raise refused("a variable that changes its type in a loop")

    def _assert(self, node: ast.Assert, frame: Frame) -> None:
        if not self.truth(self.value(node.test, frame)):
            raise (refused if frame.in_kernel else raised)("an assertion")

    def _raise(self, _: ast.Raise, frame: Frame) -> None:
        raise (refused if frame.in_kernel else raised)("an exception")

    def _leave(self, node: ast.Break | ast.Continue, _: Frame) -> None:
        raise _LoopLeft(again=isinstance(node, ast.Continue))

    def _with(self, node: ast.With, frame: Frame) -> None:
        for item in node.items:
            self.value(item.context_expr, frame)
            if item.optional_vars is not None:
                raise unknown("with … as")
        self.execute(node.body, frame)

    def _delete(self, node: ast.Delete, frame: Frame) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                frame.names.pop(target.id, None)


def _type(value: Any) -> Any:
    if isinstance(value, Block):
        return value.kind, value.shape
    return (of_number(value), ()) if isinstance(value, int | float) else type(value)


def loop_numbers(start: Any, end: Any, step: Any, *, known: bool) -> list[Any]:
    """What a kernel's range goes through: scalars, unless they are known when it is compiled."""
    values = [full_index(item) if isinstance(item, Block) else item for item in (start, end, step)]
    if not all(isinstance(item, int) for item in values):
        raise refused("a range of what is no whole number")
    if values[2] == 0:
        raise raised("a step of 0")
    numbers = range(*values)
    if len(numbers) > 1 << 16:
        raise unknown("a long loop")
    if known:
        return list(numbers)
    wide = any(isinstance(item, Block) and item.kind == INT64 for item in (start, end, step))
    kind = INT64 if wide else of_number(0)
    return [Block(kind.numpy(item), kind) for item in numbers]
