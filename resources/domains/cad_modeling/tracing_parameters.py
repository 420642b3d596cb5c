"""Arguments bound to parameters as Python does it, and its words where they do not fit.

Whose parameters they are, a method's of CadQuery or the script's own function's, is not known here.
"""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import CodeType, FunctionType

from resources.domains.cad_modeling.tracing_values import Raises, Value


@dataclass(frozen=True)
class Parameters:
    """`defaults` belong to the last of `names`. `title` is what Python calls the function, "" where that is unknown."""

    title: str
    names: Sequence[str]
    defaults: Sequence[Value]


def bound(function: Parameters, given: Sequence[Value], named: Mapping[str, Value]) -> dict[str, Value]:
    """Arguments by parameter. Raises Raises where they do not fit."""
    names, defaults = function.names, function.defaults
    usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    found = {**usual, **dict(zip(names, given, strict=False)), **named}
    twice = any(key not in names or key in names[: len(given)] for key in named)
    if len(given) > len(names) or twice or len(found) != len(names):
        raise Raises("TypeError", _misfit(function, len(given), named))
    return {name: found[name] for name in names}


def _misfit(function: Parameters, given: int, named: Mapping[str, Value]) -> str | None:
    """What Python says of such a call: a function of the same head, which does nothing, is called."""
    if not function.title:
        return None
    try:
        _stub(function)(*[None] * given, **dict.fromkeys(named))
    except TypeError as error:
        return str(error)
    return None


def _stub(function: Parameters) -> FunctionType:
    head = ast.arguments([], [ast.arg(name) for name in function.names], None, [], [], None, [])
    tree = ast.fix_missing_locations(ast.Expression(ast.Lambda(head, ast.Constant(None))))
    body = next(item for item in compile(tree, "", "eval").co_consts if isinstance(item, CodeType))
    stub = FunctionType(body, {}, function.title, (None,) * len(function.defaults))
    stub.__qualname__ = function.title
    return stub
