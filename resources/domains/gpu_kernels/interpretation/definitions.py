"""What definitions and imports bind."""

import ast
from typing import Any

from resources.domains.gpu_kernels.interpretation.attributes import attribute_of
from resources.domains.gpu_kernels.interpretation.endings import unknown
from resources.domains.gpu_kernels.interpretation.expressions import Expressions
from resources.domains.gpu_kernels.interpretation.values import MODULES, Frame, Function, Named


class Definitions(Expressions):
    """Executes definitions of functions, and imports."""

    modules = MODULES
    """Those that a program may import."""

    def define(self, node: ast.FunctionDef, frame: Frame) -> None:
        names = [self.value(item, frame) for item in node.decorator_list]
        known = (Named("triton.jit"), Named("torch.no_grad"), Named("torch.inference_mode"), Named("functools.cache"))
        if any(item is not None and item not in known for item in names):
            raise unknown("a decorator")
        frame.names[node.name] = self.function_of(node, frame, is_kernel=Named("triton.jit") in names)

    def function_of(self, node: ast.FunctionDef, frame: Frame, *, is_kernel: bool) -> Function:
        """What the definition makes, without its decorators."""
        if frame is self.of_module:
            self._check_annotations(node, frame)
        positional = [*node.args.posonlyargs, *node.args.args]
        given = node.args.defaults
        pairs = list(zip(positional[len(positional) - len(given) :], given, strict=True))
        pairs += [
            (item, value)
            for item, value in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            if value is not None
        ]
        return Function(node, frame, is_kernel, {item.arg: self.value(value, frame) for item, value in pairs})

    def _check_annotations(self, node: ast.FunctionDef, frame: Frame) -> None:
        """Python evaluates them: a name that is missing ends the import."""
        if "annotations" in frame.names:
            return
        parts = [item.annotation for item in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
        for part in (*parts, node.returns):
            for item in ast.walk(part) if part is not None else ():
                if isinstance(item, ast.Name):
                    self.found(item.id, frame)

    def import_modules(self, node: ast.Import, frame: Frame) -> None:
        for item in node.names:
            if item.name not in self.modules:
                raise unknown(f"import of {item.name}")
            frame.names[item.asname or item.name.partition(".")[0]] = Named(
                item.name if item.asname else item.name.partition(".")[0]
            )

    def import_names(self, node: ast.ImportFrom, frame: Frame) -> None:
        if node.module not in self.modules or node.level:
            raise unknown(f"import from {node.module}")
        for item in node.names:
            path = Named(f"{node.module}.{item.name}")
            frame.names[item.asname or item.name] = (
                path if path.path in self.modules or node.module not in ("torch", "math") else self.member(path)
            )

    def member(self, path: Named) -> Any:
        """What a dotted name stands for."""
        owner, _, name = path.path.rpartition(".")
        return attribute_of(Named(owner), name, in_kernel=False)
