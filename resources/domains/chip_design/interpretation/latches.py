"""Which signals a combinational process leaves as they were on one of its paths: what synthesis makes a latch of."""

from collections.abc import Iterable
from typing import Any

from resources.domains.chip_design.interpretation.signals import Signals

_LOOPS = ("ForLoopStatement", "RepeatLoopStatement", "WhileLoopStatement", "TimedStatement", "BlockStatement")


def surely_assigned(signals: Signals, node: Any) -> frozenset[int]:
    """Slots that every path through a statement assigns, in part at least. A loop is taken to run."""
    kind = type(node).__name__
    if kind == "StatementList":
        return frozenset().union(*(surely_assigned(signals, item) for item in node.list))
    if kind in _LOOPS:
        body = surely_assigned(signals, node.stmt if kind == "TimedStatement" else node.body)
        return body | _started(signals, node) if kind == "ForLoopStatement" else body
    if kind == "ConditionalStatement":
        if node.ifFalse is None:
            return frozenset()
        return surely_assigned(signals, node.ifTrue) & surely_assigned(signals, node.ifFalse)
    if kind == "CaseStatement":
        return _in_all_cases(signals, node)
    if kind == "ExpressionStatement" and type(node.expr).__name__ == "AssignmentExpression":
        return frozenset(targets(signals, node.expr.left))
    return frozenset()


def _started(signals: Signals, loop: Any) -> frozenset[int]:
    assignments = [item for item in loop.initializers if type(item).__name__ == "AssignmentExpression"]
    return frozenset(slot for item in assignments for slot in targets(signals, item.left))


def _in_all_cases(signals: Signals, node: Any) -> frozenset[int]:
    """Without a default, items must be as many as the value has states, before it is widened to the items' width."""
    value = node.expr
    while type(value).__name__ == "ConversionExpression":
        value = value.operand
    bodies = [surely_assigned(signals, item.stmt) for item in node.items]
    if node.defaultCase is not None:
        bodies.append(surely_assigned(signals, node.defaultCase))
    elif sum(len(list(item.expressions)) for item in node.items) < 1 << min(int(value.type.bitWidth), 16):
        return frozenset()
    return frozenset.intersection(*bodies) if bodies else frozenset()


def targets(signals: Signals, node: Any) -> Iterable[int]:
    """Slots of what an expression on the left of an assignment names."""
    kind = type(node).__name__
    if kind == "ConcatenationExpression":
        for item in node.operands:
            yield from targets(signals, item)
    elif kind in ("NamedValueExpression", "HierarchicalValueExpression"):
        yield signals.slot(node.symbol)
    elif hasattr(node, "value"):
        yield from targets(signals, node.value)
