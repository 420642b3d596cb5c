"""Calls: of the program's own functions, of Python's, and of torch's. Not Triton's (`language`), nor launches."""

import ast
import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.prediction.simulator.halting import raised, refused, unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton import tensor_methods
from resources.domains.gpu_kernels.prediction.simulator.triton.attributes import inquire
from resources.domains.gpu_kernels.prediction.simulator.triton.block_functions import FUNCTIONS
from resources.domains.gpu_kernels.prediction.simulator.triton.blocks import (
    Block,
    block_of,
    cast,
    loop_numbers,
    range_bounds,
)
from resources.domains.gpu_kernels.prediction.simulator.triton.elementwise import absolute
from resources.domains.gpu_kernels.prediction.simulator.triton.interpreter import Interpreter
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import FLOAT32, INT32, Kind, Pointer
from resources.domains.gpu_kernels.prediction.simulator.triton.language import TRITON
from resources.domains.gpu_kernels.prediction.simulator.triton.statements import ReturnedError
from resources.domains.gpu_kernels.prediction.simulator.triton.tensors import Tensor
from resources.domains.gpu_kernels.prediction.simulator.triton.torch_functions import call_torch
from resources.domains.gpu_kernels.prediction.simulator.triton.tracer import Return
from resources.domains.gpu_kernels.prediction.simulator.triton.values import (
    Frame,
    Function,
    Launcher,
    Method,
    Named,
    bound_parameters,
    is_flat,
)

_MOST_ITEMS = 20_000
_TYPES: Mapping[str, Any] = {
    "builtins.int": int,
    "builtins.float": float,
    "builtins.bool": bool,
    "builtins.str": str,
    "builtins.tuple": tuple,
    "builtins.list": list,
    "builtins.dict": dict,
    "torch.Tensor": Tensor,
}
_PLAIN: Mapping[str, Callable[..., Any]] = {
    "len": lambda value: value.shape[0] if isinstance(value, Tensor) else len(value),
    "abs": abs,
    "min": min,
    "max": max,
    "sum": sum,
    "round": round,
    "divmod": divmod,
    "any": any,
    "all": all,
    "float": lambda value=0.0: float(value.view.item() if isinstance(value, Tensor) else value),
    "bool": lambda value=False: bool(value.view.item() if isinstance(value, Tensor) else value),
    "int": lambda value=0: int(value.view.item() if isinstance(value, Tensor) else value),
    "tuple": lambda values=(): tuple(values),
    "list": lambda values=(): list(values),
    "set": lambda values=(): list(dict.fromkeys(values)),
    "dict": lambda values=(), **named: {**dict(values), **named},
    "sorted": sorted,
    "reversed": lambda values: list(values)[::-1],
    "enumerate": lambda values, start=0: list(enumerate(values, start)),
    "zip": lambda *values, strict=False: list(zip(*values, strict=strict)),
    "slice": slice,
    "str": lambda value="": value if isinstance(value, str) else "",
}
_TAKE_ITEMS = ("list", "tuple", "enumerate", "zip", "sum")
"""They take a tensor as the list of what is in it."""


def call_builtin(
    interpreter: Interpreter, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame
) -> Any:
    """Raises ExecutionHalted."""
    if name == "range":
        return _range(arguments, frame)
    if name == "print":
        return None
    if name == "isinstance":
        return _is_instance(arguments)
    if name == "callable":
        return isinstance(arguments[0], Function | Named | Launcher) if arguments else False
    if frame.in_kernel and any(isinstance(item, Block) for item in arguments):
        return _of_blocks(name, arguments)
    if not _is_modelled(name, arguments, options):
        raise unsupported(name)
    interpreter.budget.take(sum(len(item) for item in arguments if isinstance(item, list | tuple | range | dict)))
    given = arguments
    if name in _TAKE_ITEMS:
        given = [
            list(interpreter.expressions.iterated(item)) if isinstance(item, Tensor) else item for item in arguments
        ]
    try:
        return _PLAIN[name](*given, **options)
    except (TypeError, ValueError, ArithmeticError, IndexError) as error:
        raise (refused if frame.in_kernel else raised)(str(error)) from None


def _is_modelled(name: str, arguments: list[Any], options: dict[str, Any]) -> bool:
    if name not in _PLAIN or (name == "round" and len(arguments) > 1) or (name == "sum" and len(arguments) != 1):
        return False
    given = (*arguments, *options.values())
    return not any(
        isinstance(item, Function) or (hasattr(item, "__len__") and not _is_short(item, name)) for item in given
    )


def _is_short(value: Any, name: str) -> bool:
    if isinstance(value, Tensor):
        return True
    return len(value) <= _MOST_ITEMS and (name in ("list", "tuple", "enumerate", "zip", "len") or is_flat(value))


def _range(arguments: list[Any], frame: Frame) -> Any:
    if not 1 <= len(arguments) <= 3:
        raise (refused if frame.in_kernel else raised)("bounds of a range")
    if frame.in_kernel:
        return loop_numbers(*range_bounds(arguments), known=False)
    if not all(isinstance(item, int) for item in arguments):
        raise raised("a range of what is no whole number")
    try:
        return range(*arguments)
    except ValueError:
        raise raised("a step of 0") from None


def _is_instance(arguments: list[Any]) -> bool:
    if len(arguments) != 2:
        raise raised("isinstance")
    wanted = arguments[1] if isinstance(arguments[1], tuple) else (arguments[1],)
    types = [_TYPES.get(item.path) if isinstance(item, Named) else None for item in wanted]
    if None in types:
        raise unsupported("isinstance")
    return isinstance(arguments[0], tuple(types))  # type: ignore[arg-type]


def _of_blocks(name: str, arguments: list[Any]) -> Any:
    if name in ("min", "max") and len(arguments) > 1:
        result = arguments[0]
        for item in arguments[1:]:
            result = FUNCTIONS["minimum" if name == "min" else "maximum"](result, item)
        return result
    if name == "abs":
        return absolute(arguments[0])
    if name in ("int", "float"):
        return cast(block_of(arguments[0]), INT32 if name == "int" else FLOAT32)
    if name == "len":
        return len(np.atleast_1d(arguments[0].data))
    raise refused(f"{name} of a block")


def call_value_method(receiver: Any, name: str, arguments: list[Any]) -> Any:
    """A method of a list, text, dictionary, tuple or number. Raises what Python raises."""
    if name == "numel" and isinstance(receiver, tuple):
        return int(np.prod(receiver))
    if name in ("join", "replace", "format"):
        return ""
    if isinstance(receiver, list) and name == "extend" and len(receiver) + len(arguments[0]) > _MOST_ITEMS:
        raise unsupported("a long list")
    result = getattr(receiver, name)(*arguments)
    return list(result) if name in ("items", "keys", "values") else result


_DEEPEST = 24


class Calls:
    """Calls functions, by name, as methods, or those of the program."""

    def __init__(self, interpreter: Interpreter) -> None:
        self.interpreter = interpreter
        self.budget = interpreter.budget
        self.value = interpreter.expressions.value
        self.result_of: Return = self._result_of
        if interpreter.tracer is not None:
            self.result_of = interpreter.tracer.returning(self._result_of)
        self._depth = 0
        interpreter.expressions.table[ast.Call] = self.call_node

    def call_node(self, node: ast.Call, frame: Frame) -> Any:
        called = self.value(node.func, frame)
        arguments, options = self.interpreter.expressions.items(node.args, frame), {}
        for item in node.keywords:
            value = self.value(item.value, frame)
            if item.arg is None:
                if not isinstance(value, dict):
                    raise unsupported("stars")
                options.update(value)
            else:
                options[item.arg] = value
        return self.called(called, arguments, options, frame)

    def called(self, called: Any, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """Raises ExecutionHalted."""
        if isinstance(called, Named):
            return self.call_named(called.path, arguments, options, frame)
        if isinstance(called, Function):
            if called.is_kernel and not frame.in_kernel:
                raise raised("a kernel that is called without a grid")
            return self.call_function(called, arguments, options, in_kernel=frame.in_kernel)
        if isinstance(called, Launcher):
            if frame.in_kernel:
                raise refused("a launch in a kernel")
            self.interpreter.launches.launch(called, arguments, options)
            return None
        if isinstance(called, Method):
            return self.call_method(called, arguments, options, frame)
        raise (refused if frame.in_kernel else raised)("a call of what is no function")

    def call_function(
        self, function: Function, arguments: list[Any], options: dict[str, Any], *, in_kernel: bool = False
    ) -> Any:
        if in_kernel and not function.is_kernel:
            raise unsupported("a plain function in a kernel")
        if self._depth >= _DEEPEST:
            raise unsupported("deep calls")
        bound = bound_parameters(function, arguments, options, in_kernel=in_kernel)
        self._depth += 1
        try:
            return self.result_of(function.node, Frame(bound, function.around, in_kernel))
        finally:
            self._depth -= 1

    def _result_of(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> Any:
        if isinstance(node, ast.Lambda):
            return self.value(node.body, frame)
        if not frame.in_kernel and any(isinstance(item, ast.Yield) for part in node.body for item in ast.walk(part)):
            frame.yielded = []
        try:
            self.interpreter.statements.execute(node.body, frame)
        except ReturnedError as returned:
            return returned.value
        return frame.yielded

    def call_named(self, path: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A function of Python's, torch's or Triton's by its dotted name."""
        if path.startswith("builtins."):
            return call_builtin(self.interpreter, path[9:], arguments, options, frame)
        if path.startswith(TRITON):
            return self.interpreter.language.call(path.removeprefix(TRITON), arguments, options, frame)
        try:
            if path.startswith("torch."):
                result = call_torch(path[6:], arguments, options, self.interpreter.random)
                if isinstance(result, Tensor):
                    self.budget.take_elements(result.view.size)
                return result
            if path in ("triton.cdiv", "triton.next_power_of_2"):
                return _of_triton(path, *arguments, **options)
            if path.startswith("math."):
                return getattr(math, path[5:])(*arguments)
        except (TypeError, ValueError, AttributeError, OverflowError, ZeroDivisionError, IndexError) as error:
            raise (unsupported if frame.in_kernel else raised)(str(error)) from None
        raise unsupported(path)

    def call_method(self, method: Method, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
        """A method of a value that is none of the program's own objects."""
        receiver, name = method.receiver, method.name
        if isinstance(receiver, Block):
            return self.interpreter.language.call(name, [receiver, *arguments], options, frame)
        if isinstance(receiver, Kind | Pointer):
            return inquire(receiver, name)
        if frame.in_kernel and isinstance(receiver, int | float):
            return self.interpreter.language.call(name, [block_of(receiver), *arguments], options, frame)
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
        raise unsupported("a large number")
    return 1 << (values[0] - 1).bit_length() if values[0] > 0 else 0
