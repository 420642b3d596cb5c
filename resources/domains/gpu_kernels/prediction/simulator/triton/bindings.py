"""What assignments, definitions and imports bind, and how a kernel stores it."""

import ast
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton import tensor_methods
from resources.domains.gpu_kernels.prediction.simulator.triton.attributes import attribute_of
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import Block, block_of
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import MODULES, Constant, Frame, Function, Named
from resources.domains.simulation import HaltReason
from resources.domains.toolkit.simulation.halting import ExecutionHalted


class Definitions:
    """Executes definitions of functions, and imports."""

    def __init__(self, interpreter: Interpreter, modules: frozenset[str] = MODULES) -> None:
        """`modules` are those that a program may import."""
        self.interpreter = interpreter
        self.modules = modules

    def define(self, node: ast.FunctionDef, frame: Frame) -> None:
        names = [self.interpreter.expressions.value(item, frame) for item in node.decorator_list]
        known = (Named("triton.jit"), Named("torch.no_grad"), Named("torch.inference_mode"), Named("functools.cache"))
        if any(item is not None and item not in known for item in names):
            raise unsupported("a decorator")
        frame.names[node.name] = self.function_of(node, frame, is_kernel=Named("triton.jit") in names)

    def function_of(self, node: ast.FunctionDef, frame: Frame, *, is_kernel: bool) -> Function:
        """What the definition makes, without its decorators."""
        if frame is self.interpreter.scope.module:
            self._check_annotations(node, frame)
        positional = [*node.args.posonlyargs, *node.args.args]
        given = node.args.defaults
        pairs = list(zip(positional[len(positional) - len(given) :], given, strict=True))
        pairs += [
            (item, value)
            for item, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if value is not None
        ]
        return Function(
            node,
            frame,
            is_kernel,
            {item.arg: self.interpreter.expressions.value(value, frame) for item, value in pairs},
        )

    def _check_annotations(self, node: ast.FunctionDef, frame: Frame) -> None:
        """Python evaluates them: a name that is missing ends the import."""
        if "annotations" in frame.names:
            return
        parts = [item.annotation for item in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        for part in (*parts, node.returns):
            for item in ast.walk(part) if part is not None else ():
                if isinstance(item, ast.Name):
                    self.interpreter.scope.value_of(item.id, frame)
                elif isinstance(item, ast.Attribute):
                    self._check_member(item, frame)

    def _check_member(self, node: ast.Attribute, frame: Frame) -> None:
        try:
            self.interpreter.expressions.value(node, frame)
        except ExecutionHalted as end:
            if end.reason is not HaltReason.UNSUPPORTED:
                raise

    def import_modules(self, node: ast.Import, frame: Frame) -> None:
        for item in node.names:
            if item.name not in self.modules:
                raise unsupported(f"import of {item.name}")
            frame.names[item.asname or item.name.partition(".")[0]] = Named(
                item.name if item.asname else item.name.partition(".")[0]
            )

    def import_names(self, node: ast.ImportFrom, frame: Frame) -> None:
        if node.module not in self.modules or node.level:
            raise unsupported(f"import from {node.module}")
        for item in node.names:
            path = Named(f"{node.module}.{item.name}")
            frame.names[item.asname or item.name] = (
                path if path.path in self.modules or node.module not in ("torch", "math") else self.member(path)
            )

    def member(self, path: Named) -> Any:
        """What a dotted name stands for."""
        owner, _, name = path.path.rpartition(".")
        return attribute_of(Named(owner), name, in_kernel=False)


class Assignments:
    """Executes assignments, and `del`."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.value = interpreter.expressions.value

    def assign(self, target: ast.expr, value: Any, frame: Frame) -> None:
        if isinstance(target, ast.Name):
            frame.names[target.id] = self._stored(value) if frame.in_kernel else value
        elif isinstance(target, ast.Tuple | ast.List):
            self._unpack(target.elts, value, frame)
        elif isinstance(target, ast.Subscript):
            self._assign_item(target, value, frame)
        else:
            raise unsupported("an assignment")

    def _stored(self, value: Any) -> Any:
        """A kernel's variables hold no Python numbers: an assignment makes them scalars."""
        self.interpreter.budget.take()
        if isinstance(value, int | float):
            return block_of(value)
        return tuple(self._stored(item) for item in value) if isinstance(value, tuple) else value

    def _unpack(self, targets: list[ast.expr], value: Any, frame: Frame) -> None:
        if isinstance(value, Block):
            raise refused("a block that is unpacked")
        items, stars = (
            list(self.interpreter.expressions.iterated(value)),
            [isinstance(item, ast.Starred) for item in targets],
        )
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

    def assign_targets(self, node: ast.Assign, frame: Frame) -> None:
        value = self.value(node.value, frame)
        if (
            frame is self.interpreter.scope.module
            and isinstance(node.value, ast.Call)
            and isinstance(value, int | float)
        ):
            called = self.value(node.value.func, frame)
            value = Constant(value) if called == Named("triton.language.constexpr") else value
        for target in node.targets:
            self.assign(target, value, frame)

    def augment(self, node: ast.AugAssign, frame: Frame) -> None:
        if isinstance(node.target, ast.Attribute):
            raise unsupported("an assignment")
        old = self.value(node.target, frame)
        new = self.interpreter.operators.operated(type(node.op).__name__, old, self.value(node.value, frame), frame)
        if isinstance(old, Tensor) and isinstance(new, Tensor):
            tensor_methods.set_index(old, ..., new)
        else:
            self.assign(node.target, new, frame)

    def assign_annotated(self, node: ast.AnnAssign, frame: Frame) -> None:
        if node.value is None or not isinstance(node.target, ast.Name):
            return
        value = self.value(node.value, frame)
        if self.value(node.annotation, frame) == Named("triton.language.constexpr"):
            if isinstance(value, Block):
                raise refused("a constant that is none")
            frame.names[node.target.id] = Constant(value) if frame is self.interpreter.scope.module else value
        else:
            self.assign(node.target, value, frame)

    def delete(self, node: ast.Delete, frame: Frame) -> None:
        for target in node.targets:
            if isinstance(target, ast.Name):
                frame.names.pop(target.id, None)
