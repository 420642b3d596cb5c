"""How Icarus goes through a module: where a name stands, when it is looked at, and how an expression is printed.

"(a)&&(b['sd15])" is an expression in its errors. What it says of them is `name_diagnostics`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from resources.domains.chip_design.language.syntax import is_token, kind_of, plain

_DIGITS = {"h": 16, "d": 10, "o": 8, "b": 2}


def printed(node: Any) -> str:
    """`node` in Icarus's form; as it stands where this module does not know its kind."""
    kind = kind_of(node)
    if kind == "IdentifierSelectName":
        return f"{node.identifier.valueText}{''.join(map(_selector, node.selectors))}"
    if kind in ("IntegerLiteralExpression", "IntegerVectorExpression"):
        return _number(plain(node).replace(" ", ""))
    if kind in ("ParenthesizedExpression", "SimplePropertyExpr", "SimpleSequenceExpr"):
        return printed(node.expression if kind == "ParenthesizedExpression" else node.expr)
    if kind == "ConditionalExpression":
        condition = node.predicate.conditions[0].expr
        return f"({printed(condition)})?({printed(node.left)}):({printed(node.right)})"
    if kind == "ConcatenationExpression":
        return f"{{{', '.join(map(printed, parts(node.expressions)))}}}"
    if kind == "MultipleConcatenationExpression":
        return f"{{{printed(node.expression)}{printed(node.concatenation)}}}"
    if hasattr(node, "operatorToken") and hasattr(node, "left"):
        return f"({printed(node.left)}){node.operatorToken.rawText}({printed(node.right)})"
    if hasattr(node, "operatorToken") and hasattr(node, "operand"):
        return f"{node.operatorToken.rawText}({printed(node.operand)})"
    return plain(node)


def parts(items: Any) -> Iterator[Any]:
    """The nodes of a separated list."""
    return (item for item in items if not is_token(item))


def _selector(node: Any) -> str:
    selector = node.selector
    if selector is None:
        return "[]"
    if kind_of(selector) == "BitSelect":
        return f"[{printed(selector.expr)}]"
    return f"[{printed(selector.left)}{selector.range.rawText}{printed(selector.right)}]"


def _number(text: str) -> str:
    """Plain numbers are signed to Icarus, sized ones are printed in decimal."""
    if text.isdigit():
        return f"'sd{text}"
    match = re.fullmatch(r"(\d+)'([hdob])([0-9a-f_]+)", text.lower())
    if match is None:
        return text
    try:
        return f"{match.group(1)}'d{int(match.group(3), _DIGITS[match.group(2)])}"
    except ValueError:
        return text


FUNCTIONS = {"FunctionDeclaration", "TaskDeclaration"}
PROCESSES = {"AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "AlwaysLatchBlock", "InitialBlock"}
ASSIGNMENTS = {"AssignmentExpression", "NonblockingAssignmentExpression"}
CONDITIONS = {
    "ConditionalStatement": "Unable to elaborate condition expression.",
    "CaseStatement": "Unable to elaborate this case expression.",
}


class Phase(IntEnum):
    """The order in which Icarus goes through a module."""

    FUNCTION = 0
    GATE = 1
    PROCESS = 2


@dataclass(frozen=True)
class Owner:
    """The node that holds a faulty expression, what Icarus says of it and when, and what it then passes over."""

    node: Any
    words: str
    when: int
    skipped: range = range(0)


def owner_of(node: Any, above: list[Any]) -> Owner | None:
    """None where Icarus adds nothing: in processes' assignments, and in concatenations."""
    when = offset_of(node)
    for item in above:
        kind = kind_of(item)
        if kind == "SignalEventExpression":
            edge = f"{item.edge.rawText} " if item.edge and item.edge.rawText else ""
            return Owner(item, f"Failed to evaluate event expression '{edge}{printed(item.expr)}'.", _event(above))
        if kind in CONDITIONS:
            condition = item.predicate if kind == "ConditionalStatement" else item.expr
            inside = when in span_of(condition)
            return Owner(item, CONDITIONS[kind], when, after(condition, item)) if inside else None
        if kind in ASSIGNMENTS and kind_of(item.parent) == "ContinuousAssign":
            return Owner(item, f"Unable to elaborate r-value: {printed(item.right)}", when)
        if kind == "EqualsValueClause" and "NetDeclaration" in map(kind_of, above):
            return Owner(item, f"Unable to elaborate r-value: {printed(item.expr)}", when)
        if kind in ("ExpressionStatement", "ConcatenationExpression"):
            return None
    return None


def _event(above: list[Any]) -> int:
    """When an event expression is elaborated: after the statement that waits for it."""
    return next(span_of(item).stop for item in above if kind_of(item) == "TimingControlStatement")


def after(part: Any, whole: Any) -> range:
    return range(span_of(part).stop, span_of(whole).stop)


def ends_process(statement: Any) -> bool:
    """Whether a process has no statement left without this one: nothing stands beside it."""
    for item in ancestors(statement):
        if kind_of(item) in PROCESSES:
            return True
        if kind_of(item) == "SequentialBlockStatement" and sum(1 for _ in parts(item.items)) > 1:
            return False
        if kind_of(item) in ("StandardCaseItem", "DefaultCaseItem", "ConditionalStatement", *FUNCTIONS):
            return False
    return False


def phase_of(above: list[Any]) -> Phase | None:
    """When Icarus comes to a node; None for parameters and dimensions, of which it says other words."""
    for item in above:
        kind = kind_of(item)
        if kind in FUNCTIONS:
            return Phase.FUNCTION
        if kind in PROCESSES:
            return Phase.PROCESS
        if kind in ("ContinuousAssign", "NetDeclaration", "HierarchyInstantiation"):
            return Phase.GATE
        if kind in ("ParameterDeclaration", "VariableDimension", "LoopGenerate", "IfGenerate"):
            return None
    return None


def is_assigned(node: Any, above: list[Any]) -> bool:
    """Whether a name is assigned to, alone or in a concatenation."""
    for item in above:
        if kind_of(item) in ASSIGNMENTS:
            return bool(offset_of(node) < item.operatorToken.location.offset)
        if kind_of(item) != "ConcatenationExpression":
            return False
    return False


def ancestors(node: Any) -> Iterator[Any]:
    while (node := node.parent) is not None:
        yield node


def offset_of(node: Any) -> int:
    return int(node.getFirstToken().location.offset)


def span_of(node: Any) -> range:
    return range(node.sourceRange.start.offset, node.sourceRange.end.offset)
