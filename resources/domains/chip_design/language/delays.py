"""Delays in a candidate's text: whether there are any, and one that could tell cases apart.

Synthesis leaves delays out. One that every assignment of a signal takes shifts all that a bench sees of it; one that
only some branch takes, or that is computed from signals, makes simulation another design for some inputs alone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, parse, plain, walk_tokens
from resources.execution.reader.apart import apart

_DELAYS = {"DelayControl", "Delay3", "DelaySyntax"}
_PROCESSES = {"AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "AlwaysLatchBlock", "FunctionDeclaration"}
_PROCESSES |= {"TaskDeclaration", "InitialBlock"}
_ASSIGNMENTS = {"AssignmentExpression", "NonblockingAssignmentExpression"}
_BRANCHES = {"ConditionalStatement", "StandardCaseItem", "DefaultCaseItem"}
_NUMBER = re.compile(r"(\d+(?:\.\d+)?)\s*([munpf]?s)?")
NANOSECONDS = {"s": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "ps": 1e-3, "fs": 1e-6}
DEFAULT_UNIT = NANOSECONDS["s"]
"""Of Icarus, where nothing sets one."""
_SHORT = 4
"""Time units, or nanoseconds: `#1` behind a clock's edge is a habit, in some branches too, and soon over. A delay of a
whole period, ten units in many benches, skips edges."""


@dataclass(frozen=True)
class Delays:
    """`present` where there is a delay at all; `selective` is one that only some inputs meet, "" without one."""

    present: bool
    selective: str


@apart
def delays_of(code: str, unit: float = 1.0) -> Delays:
    """Of a candidate that was not rejected, whose time unit is `unit` of its bench's; a finer one counts as that."""
    unit = max(1.0, unit)
    nodes = [item for item in parse(code).items if not is_token(item)]
    delays = [node for node in nodes if kind_of(node) in _DELAYS]
    parameters = _parameters(nodes)
    computed = (plain(node) for node in delays if _names(node) - parameters.keys())
    return Delays(bool(delays), next(computed, "") or next(_uneven(nodes, parameters, unit), ""))


def _parameters(nodes: list[Any]) -> dict[str, str]:
    """The text of each parameter's value by its name."""
    declarations = [node for node in nodes if kind_of(node) == "ParameterDeclaration"]
    listed = [item for node in declarations for item in node.declarators if not is_token(item)]
    return {item.name.valueText: plain(item.initializer.expr) if item.initializer else "" for item in listed}


def _names(node: Any) -> set[str]:
    """Names and calls in a delay's value: `$random` is as little constant as a signal."""
    return {token.valueText for token in walk_tokens(node) if kind_of(token) in ("Identifier", "SystemIdentifier")}


def _uneven(nodes: list[Any], parameters: Mapping[str, str], unit: float) -> Iterator[str]:
    """Long delays that not all assignments of their process take, or that pass once, between two designs."""
    for process in (node for node in nodes if kind_of(node) in _PROCESSES):
        inner = _below(process)
        delays = [node for node in inner if kind_of(node) in _DELAYS]
        assignments = [node for node in inner if kind_of(node) in _ASSIGNMENTS]
        waiting = {plain(node): node for node in delays}
        is_once = kind_of(process) == "InitialBlock" and bool(assignments)
        if is_once or len(waiting) > 1 or len(delays) < len(assignments) or any(map(_is_conditional, delays)):
            yield from (text for text in sorted(waiting) if not _is_short(text, parameters, unit))


def _below(node: Any) -> list[Any]:
    inner: list[Any] = []
    node.visit(lambda item: None if is_token(item) else inner.append(item))
    return inner


def _is_conditional(delay: Any) -> bool:
    """Whether a delay is a statement of its own in some branch: what follows it waits as well."""
    node = delay.parent
    if kind_of(node) in _ASSIGNMENTS:
        return False
    while node is not None and kind_of(node) not in _PROCESSES:
        if kind_of(node) in _BRANCHES:
            return True
        node = node.parent
    return False


def _is_short(delay: str, parameters: Mapping[str, str], unit: float) -> bool:
    """`unit` is how many of the bench's units, or nanoseconds, a bare number of the candidate counts."""
    value = delay.strip("# ()")
    number = _NUMBER.fullmatch(parameters.get(value, value))
    return number is not None and float(number[1]) * (NANOSECONDS[number[2]] if number[2] else unit) <= _SHORT
