"""Calls: of the program's own functions, of Python's, and of what torch and Triton offer. Launches are `launches`."""

import ast
import math
from abc import abstractmethod
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation import tensor_methods
from resources.domains.gpu_kernels.interpretation.accesses import ACCESSES
from resources.domains.gpu_kernels.interpretation.attributes import inquire
from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of
from resources.domains.gpu_kernels.interpretation.builtin_calls import call_builtin, call_value_method
from resources.domains.gpu_kernels.interpretation.endings import Budget, raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.kinds import INT32, Kind, Pointer
from resources.domains.gpu_kernels.interpretation.language import FUNCTIONS, constant
from resources.domains.gpu_kernels.interpretation.memory import Memory
from resources.domains.gpu_kernels.interpretation.reductions import REDUCTIONS, generic
from resources.domains.gpu_kernels.interpretation.statements import ReturnedError, Statements, loop_numbers
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.torch_calls import call_torch
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Launcher, Method, Named
from resources.domains.gpu_kernels.language_interface import fits

_DEEPEST = 24
_PRODUCTS_OF_A_STEP = 1 << 14
_TRITON = "triton.language."


class Calls(Statements):
    """Follows calls. `place` and `grid` are the running program's."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget)
        self.memory = Memory()
        self.random = np.random.default_rng(20_240_601)
        self.place: tuple[int, ...] = (0, 0, 0)
        self.grid: tuple[int, ...] = (1, 1, 1)
        self._depth = 0
        self.tile_bytes = 0
        """Of the two operands of the largest product of matrices."""

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
            return self._named_call(called.path, arguments, options, frame)
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
            return self._method_call(called, arguments, options, frame)
        raise (refused if frame.in_kernel else raised)("a call of what is no function")

    def call_function(
        self, function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool = False
    ) -> Any:
        if in_kernel and not function.is_kernel:
            raise unknown("a plain function in a kernel")
        self._depth += 1
        if self._depth > _DEEPEST:
            raise unknown("deep calls")
        frame = Frame(self._bind(function, arguments, options, in_kernel=in_kernel), function.around, in_kernel)
        result = self._result(function.node, frame)
        self._depth -= 1
        return result

    def _result(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
        if isinstance(node, ast.Lambda):
            return self.value(node.body, frame)
        if not frame.in_kernel and any(isinstance(item, ast.Yield) for part in node.body for item in ast.walk(part)):
            frame.yielded = []
        try:
            self.execute(node.body, frame)
        except ReturnedError as returned:
            return returned.value
        return frame.yielded

    def _bind(
        self, function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool
    ) -> dict[str, Any]:
        """Names of the parameters and their values."""
        given, wrong = function.node.args, refused if in_kernel else raised
        names = [item.arg for item in (*given.posonlyargs, *given.args)]
        bound: dict[str, Any] = dict(zip(names, arguments, strict=False))
        if given.vararg is not None:
            bound[given.vararg.arg] = tuple(arguments[len(names) :])
        elif len(arguments) > len(names):
            raise wrong("too many arguments")
        names += [item.arg for item in given.kwonlyargs]
        for name, value in options.items():
            if name in bound or (name not in names and given.kwarg is None):
                raise wrong(f"an unexpected argument {name}")
            bound[name] = value
        if given.kwarg is not None:
            bound[given.kwarg.arg] = {name: bound.pop(name) for name in options if name not in names}
        for name in names:
            if name not in bound:
                if name not in function.defaults:
                    raise wrong(f"no argument {name}")
                bound[name] = function.defaults[name]
        return bound

    def _named_call(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        if path.startswith("builtins."):
            return call_builtin(self, path[9:], arguments, options, frame)
        if path.startswith(_TRITON):
            return self._language_call(path.removeprefix(_TRITON), arguments, options, frame)
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

    def _language_call(self, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A function of Triton's, which is called by name or as a method of a block."""
        if not frame.in_kernel:
            if name in ("constexpr", "cdiv"):
                return FUNCTIONS[name](*arguments)
            raise raised(f"tl.{name} outside of a kernel")
        if not fits(f"{_TRITON}{name}", len(arguments), frozenset(options)):
            raise refused(f"arguments of tl.{name}")
        try:
            result = self._of_language(name, arguments, options)
        except TypeError as error:
            # A function that was not called at all, since its parameters are others, says so in these words.
            wrong = "unexpected keyword" in str(error) or "positional argument" in str(error)
            raise (refused if wrong else unknown)(f"tl.{name}: {error}") from None
        for item in result if isinstance(result, tuple) else (result,):
            if isinstance(item, Block):
                self.budget.take_elements(item.data.size)
        return result

    def _of_language(self, name: str, arguments: list[Any], options: dict[str, Any]) -> Any:
        if name in ACCESSES:
            self.budget.take(4)
            return ACCESSES[name](self.memory, *arguments, **options)
        if name in FUNCTIONS:
            if name == "dot":
                self._before_product([*arguments, *options.values()][:2])
            return FUNCTIONS[name](*arguments, **options)
        if name in REDUCTIONS:
            return REDUCTIONS[name](*arguments, **options)
        if name in ("program_id", "num_programs"):
            return self._program(name, *arguments, **options)
        if name in ("range", "static_range"):
            return self._range(name, arguments, options)
        if name in ("associative_scan", "reduce"):
            return self._combined(name, *arguments, **options)
        if name == "static_assert":
            if not self.truth(arguments[0]):
                raise refused("a static assertion")
            return None
        raise unknown(f"tl.{name}")

    def _before_product(self, operands: list[Any]) -> None:
        self.tile_bytes = max(self.tile_bytes, _bytes(operands))
        sizes = [item.data.size * item.shape[-1] for item in operands if isinstance(item, Block) and item.shape]
        self.budget.take(max(sizes, default=0) // _PRODUCTS_OF_A_STEP)

    def _program(self, name: str, axis: Any) -> Block:
        if constant(axis) not in (0, 1, 2):
            raise refused("an axis of programs")
        return Block(np.int32((self.place if name == "program_id" else self.grid)[axis]), INT32)

    def _range(self, name: str, arguments: list[Any], options: dict[str, Any]) -> list[Any]:
        bounds = {"arg1": None, "arg2": None, "step": None}
        if any(item in options for item in bounds) or not 1 <= len(arguments) <= 3:
            raise unknown("a range")
        if name == "static_range":
            for item in arguments:
                constant(item)
        return loop_numbers(*range_bounds(arguments), known=name == "static_range")

    def _combined(self, name: str, input: Any, axis: Any, combine_fn: Any, reverse: Any = False, **_: Any) -> Any:
        if not isinstance(combine_fn, Function):
            raise refused("no function to combine with")

        def combine(values: list[Any]) -> Any:
            return self.call_function(combine_fn, values, {}, in_kernel=True)

        return generic(input, axis, combine, keeps=name == "associative_scan", reverse=bool(reverse))

    def _method_call(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        receiver, name = method.receiver, method.name
        if isinstance(receiver, Block):
            return self._language_call(name, [receiver, *arguments], options, frame)
        if isinstance(receiver, Kind | Pointer):
            return inquire(receiver, name)
        if frame.in_kernel and isinstance(receiver, int | float):
            return self._language_call(name, [block_of(receiver), *arguments], options, frame)
        try:
            if isinstance(receiver, Tensor):
                result = tensor_methods.call_method(receiver, name, arguments, options)
                if isinstance(result, Tensor):
                    self.budget.take_elements(result.view.size)
                return result
            return call_value_method(receiver, name, arguments)
        except (TypeError, ValueError, AttributeError, OverflowError, IndexError, KeyError) as error:
            raise raised(str(error)) from None


def _bytes(values: list[Any]) -> int:
    blocks = [item for item in values if isinstance(item, Block)]
    return int(sum(item.data.size * item.kind.bits for item in blocks if isinstance(item.kind, Kind))) // 8


def range_bounds(arguments: list[Any]) -> tuple[Any, Any, Any]:
    """Start, end and step of a range."""
    if len(arguments) == 1:
        return 0, arguments[0], 1
    return arguments[0], arguments[1], arguments[2] if len(arguments) > 2 else 1


def _of_triton(path: str, *given: Any, **named: Any) -> int:
    values = [*given, *named.values()]
    if not all(isinstance(item, int) for item in values):
        raise raised("numbers of triton")
    if path == "triton.cdiv":
        return int(-(-values[0] // values[1]))
    if abs(values[0]) > 1 << 40:
        raise unknown("a large number")
    return 1 << (values[0] - 1).bit_length() if values[0] > 0 else 0
