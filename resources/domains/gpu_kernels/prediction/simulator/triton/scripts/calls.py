"""Calls in public programs and their tests: of classes and objects, of functions over functions, and of torch's."""

from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.calls import Calls
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.block_pointers import BlockPointer
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.classes import (
    MODULE,
    TUNED,
    Classes,
    call_of_torch,
    object_attribute,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.derivatives import METHODS, Derivatives
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.python import text_of
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.script import Progress
from resources.domains.gpu_kernels.prediction.simulator.triton.scripts.torch import (
    ANSWERS,
    SILENT,
    TorchFunctions,
    guarded,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.values import (
    Bound,
    Class,
    Decorator,
    Frame,
    Launcher,
    Method,
    Named,
    Object,
)

_HOST = Frame({})
_FOLDING = {"operator.mul": "Mult", "operator.add": "Add"}
_USUAL = {"num_warps": 4, "num_stages": 3}


class ScriptCalls(Calls):
    """Calls functions of public programs and of their tests."""

    def __init__(
        self,
        interpreter: Interpreter,
        progress: Progress,
        classes: Classes,
        torch: TorchFunctions,
        derivatives: Derivatives,
    ) -> None:
        super().__init__(interpreter)
        self.progress, self.classes, self.torch, self.derivatives = progress, classes, torch, derivatives
        self._own: Mapping[str, Callable[..., Any]] = {
            "builtins.str": text_of,
            "builtins.map": self._mapped,
            "functools.reduce": self._folded,
        }

    def called(self, called: Any, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if self.progress.is_cut and (
            isinstance(called, Class | Object | Bound | Launcher) or self.progress.is_programs(called)
        ):
            raise unsupported("a call after the cut")
        if isinstance(called, Class):
            return self.classes.made(called, arguments, options)
        if isinstance(called, Object):
            name = "forward" if called.of is not None and called.of.is_a(MODULE) else "__call__"
            called = object_attribute(called, name)
        if isinstance(called, Bound):
            return self._bound(called, arguments, options, frame)
        if isinstance(called, Named) and called in TUNED:
            return Decorator({**dict(zip(TUNED[called], arguments, strict=False)), **options})
        return super().called(called, arguments, options, frame)

    def _bound(self, bound: Bound, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        function, receiver = bound.function, bound.receiver
        if isinstance(function, str):
            if isinstance(receiver, Class):
                return self.derivatives.apply(receiver, arguments)
            return call_of_torch(receiver, function, arguments)
        return self.called(function, arguments if receiver is None else [receiver, *arguments], options, frame)

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path in ANSWERS:
            return guarded(ANSWERS[path], arguments, options)
        if path.startswith(SILENT):
            return None
        if path.startswith("torch."):
            return self.torch.call(path, arguments, options, lambda: self._of_torch(path, arguments, options, frame))
        if path.startswith("triton."):
            return self._of_triton(path, arguments, options, frame)
        if path == "builtins.super":
            return Named("super")
        if path in ("builtins.getattr", "builtins.hasattr") and len(arguments) > 1 and isinstance(arguments[0], Object):
            names, default = arguments[0].names, arguments[2] if len(arguments) > 2 else None
            return names.get(arguments[1], default) if path == "builtins.getattr" else arguments[1] in names
        own = self._own.get(path)
        if own is not None and arguments and not frame.in_kernel:
            return own(*arguments, **options)
        return super().call_named(path, arguments, options, frame)

    def _of_torch(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path == "torch.autograd.grad":
            return self.derivatives.gradients(*arguments, **options)
        if path == "torch.nn.Parameter" and arguments:
            return self.derivatives.want(arguments[0])
        return super().call_named(path, arguments, options, frame)

    def _of_triton(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path == "triton.Config":
            return _config(*arguments, **options)
        if path == "triton.jit":
            return self.classes.decorated(Named(path), arguments[0]) if arguments else Named(path)
        return super().call_named(path, arguments, options, frame)

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        receiver, name = method.receiver, method.name
        if isinstance(receiver, Tensor):
            return self.torch.call_method(
                receiver, name, arguments, options, lambda: self._of_tensor(method, arguments, options, frame)
            )
        if isinstance(receiver, BlockPointer):
            return self.interpreter.language.call(name, [receiver, *arguments], options, frame)
        return super().call_method(method, arguments, options, frame)

    def _of_tensor(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if method.name in METHODS:
            return self.derivatives.call_method(method.receiver, method.name, arguments, options)
        return super().call_method(method, arguments, options, frame)

    def _mapped(self, function: Any, values: Any) -> list[Any]:
        return [self.called(function, [item], {}, _HOST) for item in self.interpreter.expressions.iterated(values)]

    def _folded(self, function: Any, values: Any, *start: Any) -> Any:
        """`functools.reduce`; of operators those that multiply and add."""
        items = [*start, *self.interpreter.expressions.iterated(values)]
        if not items:
            raise raised("nothing to fold")
        name = _FOLDING.get(function.path, "") if isinstance(function, Named) else ""
        result = items[0]
        for item in items[1:]:
            if name:
                result = self.interpreter.operators.operated(name, result, item, _HOST)
            else:
                result = self.called(function, [result, item], {}, _HOST)
        return result


def _config(kwargs: Any = None, pre_hook: Any = None, **tuning: Any) -> dict[str, Any]:
    if pre_hook is not None or not isinstance(kwargs, dict | None):
        raise unsupported("a configuration")
    return {**(kwargs or {}), **_USUAL, **tuning}
