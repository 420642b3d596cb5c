"""Python's own functions, as far as host code and kernels call them."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from resources.domains.gpu_kernels.interpretation.blocks import Block, block_of, cast
from resources.domains.gpu_kernels.interpretation.elementwise import absolute
from resources.domains.gpu_kernels.interpretation.endings import raised, refused, unknown
from resources.domains.gpu_kernels.interpretation.expressions import Expressions
from resources.domains.gpu_kernels.interpretation.kinds import FLOAT32, INT32
from resources.domains.gpu_kernels.interpretation.language import FUNCTIONS
from resources.domains.gpu_kernels.interpretation.python_values import is_flat
from resources.domains.gpu_kernels.interpretation.ranges import loop_numbers, range_bounds
from resources.domains.gpu_kernels.interpretation.tensors import Tensor
from resources.domains.gpu_kernels.interpretation.values import Frame, Function, Launcher, Named

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


def call_builtin(follower: Expressions, name: str, arguments: list[Any], options: dict[str, Any], frame: Frame) -> Any:
    """Raises PathEndedError."""
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
        raise unknown(name)
    follower.budget.take(sum(len(item) for item in arguments if isinstance(item, list | tuple | range | dict)))
    given = arguments
    if name in _TAKE_ITEMS:
        given = [list(follower.iterated(item)) if isinstance(item, Tensor) else item for item in arguments]
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
        raise unknown("isinstance")
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
        raise unknown("a long list")
    result = getattr(receiver, name)(*arguments)
    return list(result) if name in ("items", "keys", "values") else result
