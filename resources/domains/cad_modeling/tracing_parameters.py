"""Arguments bound to parameters as Python does it, and its words where they do not fit.

Whose parameters they are, a method's of CadQuery or the script's own function's, is not known here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from resources.domains.cad_modeling.tracing_values import Raises, Value
from resources.domains.toolkit.python_calls import Head, misfit


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
    head = Head(function.title, function.names, len(function.defaults))
    return misfit(head, given, named) if function.title else None
