"""Classes of a public program and their objects, and decorators: functions with a derivative and torch modules among
them.
"""

import ast
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, unknown
from resources.domains.gpu_kernels.interpretation.scripts.python import PublicPython
from resources.domains.gpu_kernels.interpretation.scripts.values import Bound, Class, Decorator, Object
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Named

DERIVED, MODULE = "torch.autograd.Function", "torch.nn.Module"
_KNOWN_BASES = tuple(Named(path) for path in (DERIVED, MODULE, "torch.autograd.function.Function", "builtins.object"))
_OF_CONTEXTS = ("save_for_backward", "mark_non_differentiable", "set_materialize_grads", "mark_dirty")
_OF_MODULES = ("register_buffer", "register_parameter", "to", "cuda", "eval", "train", "half", "float")
_WITHOUT_EFFECT = tuple(
    Named(path)
    for path in (
        *("torch.no_grad", "torch.inference_mode", "functools.cache", "functools.lru_cache"),
        *("torch.autograd.function.once_differentiable", "torch.amp.custom_fwd", "torch.amp.custom_bwd"),
        *("torch.cuda.amp.custom_fwd", "torch.cuda.amp.custom_bwd"),
    )
)
_TUNED = {Named("triton.autotune"): ("configs", "key"), Named("triton.heuristics"): ("values",)}


class Classes(PublicPython):
    """Follows definitions of classes, and what is done with their objects."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self._statements[ast.ClassDef] = self._class

    def define(self, node: ast.FunctionDef, frame: Frame) -> None:
        decorators = [self.value(item, frame) for item in node.decorator_list]
        made: Any = self.function_of(node, frame, is_kernel=False)
        for decorator in reversed(decorators):
            made = self.decorated(decorator, made)
        frame.names[node.name] = made

    def decorated(self, decorator: Any, function: Any) -> Any:
        """What a decorator makes of a function. Raises PathEndedError."""
        if decorator is None or decorator in _WITHOUT_EFFECT:
            return function
        if decorator == Named("triton.jit"):
            if not isinstance(function, Function):
                raise raised("a kernel that is no function")
            return Function(function.node, function.around, True, function.defaults)
        if decorator == Named("builtins.staticmethod"):
            return Bound(None, function)
        if isinstance(decorator, Function):
            return self.call_function(decorator, [function], {})
        raise unknown("a decorator")

    def _class(self, node: ast.ClassDef, frame: Frame) -> None:
        bases = tuple(self.value(item, frame) for item in node.bases)
        if node.keywords or node.decorator_list:
            raise unknown("a class of another form")
        if not all(isinstance(base, Class) or base in _KNOWN_BASES for base in bases):
            raise unknown("a class of another's")
        inner = Frame({}, frame)
        self.execute(node.body, inner)
        frame.names[node.name] = Class(node.name, inner.names, bases)

    def attribute(self, value: Any, name: str, frame: Frame) -> Any:
        if isinstance(value, Object):
            return self._of_object(value, name)
        if isinstance(value, Class):
            return self._of_class(value, name, value)
        if isinstance(value, Function) and name in ("__name__", "__doc__"):
            return getattr(value.node, "name", "")
        return super().attribute(value, name, frame)

    def _of_object(self, value: Object, name: str) -> Any:
        if name in value.names:
            return value.names[name]
        if value.of is None:
            if name in _OF_CONTEXTS:
                return Bound(value, name)
            raise raised(f"no attribute {name}")
        if value.of.is_a(MODULE) and name in _OF_MODULES and value.of.found(name) is None:
            return Bound(value, name)
        return self._of_class(value.of, name, value)

    def _of_class(self, found_in: Class, name: str, receiver: Any) -> Any:
        found = found_in.found(name)
        if isinstance(found, Function) and isinstance(receiver, Object):
            return Bound(receiver, found)
        if found is None:
            if name != "apply" or not found_in.is_a(DERIVED):
                raise raised(f"no attribute {name}")
            return Bound(found_in, name)
        return found

    def called(self, called: Any, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if isinstance(called, Class):
            return self._made(called, arguments, options)
        if isinstance(called, Object):
            name = "forward" if called.of is not None and called.of.is_a(MODULE) else "__call__"
            called = self._of_object(called, name)
        if isinstance(called, Bound):
            return self._bound_call(called, arguments, options, frame)
        if isinstance(called, Named) and called in _TUNED:
            return Decorator({**dict(zip(_TUNED[called], arguments, strict=False)), **options})
        return super().called(called, arguments, options, frame)

    def _made(self, of: Class, arguments: list[Any], options: dict[str, Any]) -> Object:
        made, start = Object(of), of.found("__init__")
        if of.is_a(DERIVED):
            raise unknown("an object with a derivative")
        if isinstance(start, Function):
            self.call_function(start, [made, *arguments], options)
        elif arguments or options:
            raise raised("an object with arguments")
        return made

    def _bound_call(self, bound: Bound, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        function, receiver = bound.function, bound.receiver
        if isinstance(function, str):
            return self.call_of_torch(receiver, function, arguments)
        return self.called(function, arguments if receiver is None else [receiver, *arguments], options, frame)

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path == "builtins.super":
            return Named("super")
        if path in ("builtins.getattr", "builtins.hasattr") and len(arguments) > 1 and isinstance(arguments[0], Object):
            names, default = arguments[0].names, arguments[2] if len(arguments) > 2 else None
            return names.get(arguments[1], default) if path == "builtins.getattr" else arguments[1] in names
        return super().call_named(path, arguments, options, frame)

    def call_of_torch(self, receiver: Any, name: str, arguments: list[Any]) -> Any:
        """A method that an object or class has of torch."""
        if name == "save_for_backward":
            receiver.names["saved_tensors"] = tuple(arguments)
        elif name in ("register_buffer", "register_parameter"):
            receiver.names[str(arguments[0])] = arguments[1]
        elif name in _OF_MODULES:
            return receiver
        return None

    def assign(self, target: ast.expr, value: Any, frame: Frame) -> None:
        if not isinstance(target, ast.Attribute):
            super().assign(target, value, frame)
            return
        self.assign_attribute(self.value(target.value, frame), target.attr, value)

    def assign_attribute(self, holder: Any, name: str, value: Any) -> None:
        if not isinstance(holder, Object):
            raise unknown("an assignment to an attribute")
        holder.names[name] = value

    def augment(self, node: ast.AugAssign, frame: Frame) -> None:
        if not isinstance(node.target, ast.Attribute):
            super().augment(node, frame)
            return
        sum_of_both = ast.BinOp(node.target, node.op, node.value)
        self.assign(node.target, self.value(sum_of_both, frame), frame)
