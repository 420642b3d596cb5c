"""Python's own values: numbers, texts and lists, and operators on them, none of which may grow without bound."""

import operator
from collections.abc import Callable, Mapping
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import unknown
from resources.domains.toolkit.python_operators import ARITHMETIC

_MOST_BITS, _MOST_ITEMS = 512, 20_000
_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    **ARITHMETIC,
    "Pow": operator.pow,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
}


def calculate(name: str, left: Any, right: Any) -> Any:
    """Raises what Python raises, and PathEndedError for what would be too large."""
    function = _OPERATORS.get(name)
    if function is None:
        raise TypeError(f"no operator {name}")
    if isinstance(left, int | float) and isinstance(right, int | float):
        return _number(name, function, left, right)
    for value in (left, right):
        if not isinstance(value, int | float | str | list | tuple | type(None)):
            raise unknown("operands")
    if isinstance(left, str) and name == "Mod":
        raise unknown("a format")
    if name in ("Add", "Mult") and _length(left, name) * _length(right, name) > _MOST_ITEMS:
        raise unknown("a long list")
    return function(left, right)


def is_flat(value: Any) -> bool:
    """Whether a value holds no lists in lists: those may share their parts, so that a walk through them takes time
    without bound."""
    if not isinstance(value, list | tuple | dict | range):
        return True
    if len(value) > _MOST_ITEMS:
        return False
    return isinstance(value, range) or not any(isinstance(item, list | tuple | dict) for item in value)


def unpacked(given: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sizes or axes, which may be given one by one or as a single list."""
    return tuple(given[0]) if len(given) == 1 and isinstance(given[0], list | tuple) else given


def _length(value: Any, name: str) -> int:
    if isinstance(value, int):
        return max(value, 1)
    most = 150 if name == "Add" else _MOST_ITEMS
    if hasattr(value, "__len__") and len(value) > most:
        raise unknown("a long list")
    return max(len(value), 1) if hasattr(value, "__len__") else 1


def _number(name: str, function: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if isinstance(left, int) and isinstance(right, int):
        grown = {"Pow": left.bit_length() * abs(right), "LShift": left.bit_length() + right}
        if grown.get(name, left.bit_length() + right.bit_length()) > _MOST_BITS:
            raise unknown("a large number")
    result = function(left, right)
    if isinstance(result, complex):
        raise unknown("a complex number")
    return result
