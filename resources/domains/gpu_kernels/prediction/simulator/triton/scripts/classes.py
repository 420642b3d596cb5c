"""Classes of a public program and their objects, and decorators: functions with a derivative, torch modules and tuned
kernels among them.
"""

import ast
from dataclasses import replace
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.bindings import Assignments, Definitions
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import (
    Bound,
    Class,
    Decorator,
    Frame,
    Function,
    Named,
    Object,
    Tuned,
)

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
TUNED = {Named("triton.autotune"): ("configs", "key"), Named("triton.heuristics"): ("values",)}
"""Parameters of decorators that wait for a kernel."""
_MODELLED = frozenset("configs key restore_value reset_to_zero warmup rep use_cuda_graph cache_results values".split())


class Classes:
    """Defines classes and decorated functions, and makes objects."""

    def __init__(self, interpreter: Interpreter, definitions: Definitions) -> None:
        self.interpreter = interpreter
        self.definitions = definitions

    def define_class(self, node: ast.ClassDef, frame: Frame) -> None:
        bases = tuple(self.interpreter.expressions.value(item, frame) for item in node.bases)
        if node.keywords or node.decorator_list:
            raise unsupported("a class of another form")
        if not all(isinstance(base, Class) or base in _KNOWN_BASES for base in bases):
            raise unsupported("a class of another's")
        inner = Frame({}, frame)
        self.interpreter.statements.execute(node.body, inner)
        frame.names[node.name] = Class(node.name, inner.names, bases)

    def define(self, node: ast.FunctionDef, frame: Frame) -> None:
        decorators = [self.interpreter.expressions.value(item, frame) for item in node.decorator_list]
        made: Any = self.definitions.function_of(node, frame, is_kernel=False)
        for decorator in reversed(decorators):
            made = self.decorated(decorator, made)
        frame.names[node.name] = made

    def decorated(self, decorator: Any, function: Any) -> Any:
        """What a decorator makes of a function. Raises ExecutionHalted."""
        if decorator is None or decorator in _WITHOUT_EFFECT:
            return function
        if decorator == Named("triton.jit"):
            if not isinstance(function, Function):
                raise raised("a kernel that is no function")
            return Function(function.node, function.around, True, function.defaults)
        if decorator == Named("builtins.staticmethod"):
            return Bound(None, function)
        if isinstance(decorator, Function):
            return self.interpreter.calls.call_function(decorator, [function], {})
        if isinstance(decorator, Decorator):
            return _tuned(decorator, function)
        raise unsupported("a decorator")

    def made(self, of: Class, arguments: list[Any], options: dict[str, Any]) -> Object:
        made, start = Object(of), of.found("__init__")
        if of.is_a(DERIVED):
            raise unsupported("an object with a derivative")
        if isinstance(start, Function):
            self.interpreter.calls.call_function(start, [made, *arguments], options)
        elif arguments or options:
            raise raised("an object with arguments")
        return made


def _tuned(decorator: Decorator, function: Any) -> Tuned:
    if not isinstance(function, Function) or not function.is_kernel:
        raise raised("a decorator of kernels over what is none")
    if not decorator.options.keys() <= _MODELLED:
        raise unsupported("tuning")
    tuned = function if isinstance(function, Tuned) else Tuned(**vars(function))
    if "values" in decorator.options:
        return replace(tuned, computed={**decorator.options["values"], **tuned.computed})
    options = decorator.options
    cleared, restored = (tuple(options.get(name) or ()) for name in ("reset_to_zero", "restore_value"))
    configs, keys = tuple(options["configs"]), tuple(options["key"])
    return replace(tuned, configs=configs, keys=keys, cleared=cleared, restored=restored)


def object_attribute(value: Object, name: str) -> Any:
    if name in value.names:
        return value.names[name]
    if value.of is None:
        if name in _OF_CONTEXTS:
            return Bound(value, name)
        raise raised(f"no attribute {name}")
    if value.of.is_a(MODULE) and name in _OF_MODULES and value.of.found(name) is None:
        return Bound(value, name)
    return class_attribute(value.of, name, value)


def class_attribute(found_in: Class, name: str, receiver: Any) -> Any:
    found = found_in.found(name)
    if isinstance(found, Function) and isinstance(receiver, Object):
        return Bound(receiver, found)
    if found is None:
        if name != "apply" or not found_in.is_a(DERIVED):
            raise raised(f"no attribute {name}")
        return Bound(found_in, name)
    return found


def call_of_torch(receiver: Any, name: str, arguments: list[Any]) -> Any:
    """A method that an object or class has of torch."""
    if name == "save_for_backward":
        receiver.names["saved_tensors"] = tuple(arguments)
    elif name in ("register_buffer", "register_parameter"):
        receiver.names[str(arguments[0])] = arguments[1]
    elif name in _OF_MODULES:
        return receiver
    return None


class ScriptAssignments(Assignments):
    """Executes assignments, those to attributes among them."""

    def __init__(self, interpreter: Interpreter, derivatives: Derivatives) -> None:
        super().__init__(interpreter)
        self.derivatives = derivatives

    def assign(self, target: ast.expr, value: Any, frame: Frame) -> None:
        if not isinstance(target, ast.Attribute):
            super().assign(target, value, frame)
            return
        holder = self.value(target.value, frame)
        if isinstance(holder, Object):
            holder.names[target.attr] = value
        elif not isinstance(holder, Tensor) or not self.derivatives.assign(holder, target.attr, value):
            raise unsupported("an assignment to an attribute")

    def augment(self, node: ast.AugAssign, frame: Frame) -> None:
        if not isinstance(node.target, ast.Attribute):
            super().augment(node, frame)
            return
        sum_of_both = ast.BinOp(node.target, node.op, node.value)
        self.assign(node.target, self.value(sum_of_both, frame), frame)
