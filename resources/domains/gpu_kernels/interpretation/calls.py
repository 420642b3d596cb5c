"""Calls: of the program's own functions, of Python's, and of torch's. Not Triton's (`kernel_calls`), nor launches."""

import ast
import math
from abc import abstractmethod
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation import tensor_methods
from resources.domains.gpu_kernels.interpretation.attributes import inquire
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of
from resources.domains.gpu_kernels.interpretation.builtin_calls import call_builtin, call_value_method
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kernel_calls import TRITON, KernelCalls
from resources.domains.gpu_kernels.interpretation.kinds import Kind, Pointer
from resources.domains.gpu_kernels.interpretation.parameters import bound_parameters
from resources.domains.gpu_kernels.interpretation.statements import ReturnedError
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.torch_calls import call_torch
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Launcher, Method, Named

_DEEPEST = 24


class Calls(KernelCalls):
    """Follows calls, and what functions of the program return."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.random = np.random.default_rng(20_240_601)
        self._depth = 0

    @abstractmethod
    def launch(self, launcher: Launcher, arguments: list[Any], options: dict[str, Any]) -> None:
        """See `launches`."""

    def call_node(self, node: ast.Call, frame: Frame) -> Any:
        called = self.value(node.func, frame)
        arguments, options = self.items(node.args, frame), {}
        for item in node.keywords:
            value = self.value(item.value, frame)
            if item.arg is None:
                if not isinstance(value, dict):
                    raise unknown("stars")
                options.update(value)
            else:
                options[item.arg] = value
        return self.called(called, arguments, options, frame)

    def called(self, called: Any, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """Raises PathEndedError."""
        if isinstance(called, Named):
            return self.call_named(called.path, arguments, options, frame)
        if isinstance(called, Function):
            if called.is_kernel and not frame.in_kernel:
                raise raised("a kernel that is called without a grid")
            return self.call_function(called, arguments, options, in_kernel=frame.in_kernel)
        if isinstance(called, Launcher):
            if frame.in_kernel:
                raise refused("a launch in a kernel")
            self.launch(called, arguments, options)
            return None
        if isinstance(called, Method):
            return self.call_method(called, arguments, options, frame)
        raise (refused if frame.in_kernel else raised)("a call of what is no function")

    def call_function(
        self, function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool = False
    ) -> Any:
        if in_kernel and not function.is_kernel:
            raise unknown("a plain function in a kernel")
        if self._depth >= _DEEPEST:
            raise unknown("deep calls")
        bound = bound_parameters(function, arguments, options, in_kernel=in_kernel)
        self._depth += 1
        try:
            return self.result_of(function.node, Frame(bound, function.around, in_kernel))
        finally:
            self._depth -= 1

    def result_of(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
        if isinstance(node, ast.Lambda):
            return self.value(node.body, frame)
        if not frame.in_kernel and any(isinstance(item, ast.Yield) for part in node.body for item in ast.walk(part)):
            frame.yielded = []
        try:
            self.execute(node.body, frame)
        except ReturnedError as returned:
            return returned.value
        return frame.yielded

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A function of Python's, torch's or Triton's by its dotted name."""
        if path.startswith("builtins."):
            return call_builtin(self, path[9:], arguments, options, frame)
        if path.startswith(TRITON):
            return self.call_language(path.removeprefix(TRITON), arguments, options, frame)
        try:
            if path.startswith("torch."):
                result = call_torch(path[6:], arguments, options, self.random)
                if isinstance(result, Tensor):
                    self.budget.take_elements(result.view.size)
                return result
            if path in ("triton.cdiv", "triton.next_power_of_2"):
                return _of_triton(path, *arguments, **options)
            if path.startswith("math."):
                return getattr(math, path[5:])(*arguments)
        except (TypeError, ValueError, AttributeError, OverflowError, ZeroDivisionError, IndexError) as error:
            raise (unknown if frame.in_kernel else raised)(str(error)) from None
        raise unknown(path)

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A method of a value that is none of the program's own objects."""
        receiver, name = method.receiver, method.name
        if isinstance(receiver, Block):
            return self.call_language(name, [receiver, *arguments], options, frame)
        if isinstance(receiver, Kind | Pointer):
            return inquire(receiver, name)
        if frame.in_kernel and isinstance(receiver, int | float):
            return self.call_language(name, [block_of(receiver), *arguments], options, frame)
        try:
            if isinstance(receiver, Tensor):
                result = tensor_methods.call_method(receiver, name, arguments, options)
                if isinstance(result, Tensor):
                    self.budget.take_elements(result.view.size)
                return result
            return call_value_method(receiver, name, arguments)
        except (TypeError, ValueError, AttributeError, OverflowError, IndexError, KeyError) as error:
            raise raised(str(error)) from None


def _of_triton(path: str, *given: Any, **named: Any) -> int:
    values = [*given, *named.values()]
    if not all(isinstance(item, int) for item in values):
        raise raised("numbers of triton")
    if path == "triton.cdiv":
        return int(-(-values[0] // values[1]))
    if abs(values[0]) > 1 << 40:
        raise unknown("a large number")
    return 1 << (values[0] - 1).bit_length() if values[0] > 0 else 0
