"""Python's and `math`'s functions, and the methods of lists, as far as parts are described with them.

A short list that is computed here, on numbers and lists that are already known; all else is unknown.
"""

import builtins
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from resources.domains.cad_modeling.prediction.simulator.values import (
    LONGEST,
    UNKNOWN,
    Part,
    Raises,
    Value,
    is_number,
    known,
)
from resources.domains.toolkit.python_operators import ARITHMETIC, COMPARISONS
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

BUILTINS = frozenset(dir(builtins))
_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "min": min,
    "max": max,
    "round": round,
    "int": int,
    "float": float,
    "sum": sum,
    "len": len,
    "bool": bool,
    "list": list,
    "tuple": tuple,
    "divmod": divmod,
}
_SEQUENCES: Mapping[str, Callable[..., Any]] = {
    "range": range,
    "enumerate": enumerate,
    "zip": zip,
    "reversed": reversed,
    "sorted": sorted,
}
_MATH = frozenset(
    "sin cos tan asin acos atan atan2 sqrt hypot radians degrees floor ceil fabs exp log log10 log2 fmod copysign"
    " trunc isclose dist sinh cosh tanh".split()
)
_LONG = "a list or text that grows long"
_OPERATORS = {**ARITHMETIC, **COMPARISONS}
_ERRORS = (ArithmeticError, TypeError, ValueError, IndexError, KeyError, AttributeError)


def called(name: str, arguments: Sequence[Value]) -> Value:
    """A built-in function. Raises Raises, or UnsupportedConstruct where a list would be too long."""
    if not known(*arguments) or any(isinstance(item, Part) for item in arguments):
        return UNKNOWN
    if name == "range" and all(isinstance(item, int) for item in arguments):
        return _range(arguments)
    if name in _SEQUENCES:
        return guarded(lambda: list(_SEQUENCES[name](*arguments)))
    return guarded(lambda: _FUNCTIONS[name](*arguments)) if name in _FUNCTIONS else UNKNOWN


def _range(arguments: Sequence[int]) -> Value:
    numbers = guarded(lambda: range(*arguments))
    if len(numbers[: LONGEST + 1]) > LONGEST:
        raise UnsupportedConstruct(_LONG)
    return list(numbers)


def math_member(name: str) -> Value:
    """A constant, or UNKNOWN for a function. Raises Raises where there is none."""
    if not hasattr(math, name):
        raise Raises("AttributeError", f"module 'math' has no attribute '{name}'")
    value = getattr(math, name)
    return value if is_number(value) else UNKNOWN


def math_called(name: str, arguments: Sequence[Value]) -> Value:
    if not hasattr(math, name):
        raise Raises("AttributeError")
    if name not in _MATH or not known(*arguments):
        return UNKNOWN
    return guarded(lambda: getattr(math, name)(*arguments))


def list_called(owner: list[Value], name: str, arguments: Sequence[Value]) -> Value:
    """A method of a list, which may change it."""
    if name not in ("append", "extend", "insert", "reverse", "pop"):
        if not hasattr(list, name):
            raise Raises("AttributeError", f"'list' object has no attribute '{name}'")
        raise UnsupportedConstruct(f"list.{name}")
    if len(owner) > LONGEST or any(isinstance(item, list) and item is owner for item in arguments):
        raise UnsupportedConstruct(_LONG)
    return guarded(lambda: getattr(owner, name)(*arguments))


def operated(sign: str, left: Value, right: Value) -> Value:
    """A binary operator, by the name of its node in Python's tree."""
    if not known(left, right) or isinstance(left, Part) or isinstance(right, Part):
        return UNKNOWN
    if sign == "Pow":
        return _power(left, right)
    if sign not in _OPERATORS:
        return UNKNOWN
    if any(not is_number(side) and hasattr(side, "__len__") for side in (left, right)):
        _short(sign, left, right)
    elif any(isinstance(side, int) and abs(side) > 1 << 64 for side in (left, right)):
        return UNKNOWN
    return guarded(lambda: _OPERATORS[sign](left, right))


def _short(sign: str, left: Value, right: Value) -> None:
    sizes = [side if isinstance(side, int) else len(side) for side in (left, right) if not isinstance(side, float)]
    size = math.prod(min(abs(size), 1 << 40) for size in sizes) if sign == "Mult" else sum(map(abs, sizes))
    if size > LONGEST or (sign == "Mod" and isinstance(left, str)):
        raise UnsupportedConstruct(_LONG)


def _power(left: Value, right: Value) -> Value:
    if not (is_number(left) and is_number(right)):
        raise Raises("TypeError")
    if abs(left) > 1e6 or abs(right) > 16:
        return UNKNOWN
    value = guarded(lambda: left**right)
    return value if is_number(value) else UNKNOWN


def guarded(compute: Callable[[], Value]) -> Value:
    """Raises Raises with the class of what Python raises."""
    try:
        return compute()
    except _ERRORS as error:
        raise Raises(type(error).__name__, str(error)) from error
