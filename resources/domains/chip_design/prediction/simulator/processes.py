"""What synthesis asks of a process: that a combinational one assigns on all paths, and the form of asynchronous resets.

See Yosys, `help proc_arst`: the signals of all edges but the clock's are asked one after the other, by the only branch
of what is left, and what is loaded at the level to which an edge leads hangs on no further condition. What Yosys 0.23
says of some twenty forms is held in `tests/tools/test_chip_design_resets.py`.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from resources.domains.chip_design.prediction.simulator.signals import Signals

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


_NOT = ("LogicalNot", "BitwiseNot")
_BRANCHES = ("ConditionalStatement", "CaseStatement")


def is_odd(signals: Signals, body: Any, levels: Mapping[int, int]) -> bool:
    """`levels` has the level to which each edge leads, by the edge's slot."""
    waiting = dict(levels)
    while len(waiting) > 1:
        statements = _statements(body)
        asking = [node for node in statements if _branches(node)]
        if len(asking) != 1 or type(asking[0]).__name__ != "ConditionalStatement" or len(asking[0].conditions) != 1:
            return True
        asked = _asked(signals, asking[0].conditions[0].expr)
        if asked is None or asked[0] not in waiting:
            return True
        ways = (asking[0].ifTrue, asking[0].ifFalse)
        loaded, body = ways if waiting.pop(asked[0]) == asked[1] else ways[::-1]
        before = {slot for node in statements if node is not asking[0] for slot in _assigned(signals, node)}
        if _branches(loaded) or before - _assigned(signals, asking[0]):
            return True
    return False


def _statements(node: Any) -> Sequence[Any]:
    """One after the other, out of their blocks; none for a branch that is not there."""
    kind = type(node).__name__
    if node is None:
        return ()
    if kind == "BlockStatement":
        return _statements(node.body)
    if kind == "StatementList":
        return [inner for item in node.list for inner in _statements(item)]
    return (node,)


def _branches(node: Any) -> bool:
    """Whether anything is assigned under a condition. A conditional expression is a value, no branch."""
    return bool(_below(node, *_BRANCHES))


def _assigned(signals: Signals, node: Any) -> set[int]:
    return {slot for item in _below(node, "AssignmentExpression") for slot in targets(signals, item.left)}


def _below(node: Any, *kinds: str) -> list[Any]:
    nodes: list[Any] = []
    if node is not None:
        node.visit(lambda item: nodes.append(item) if type(item).__name__ in kinds else None)
    return nodes


def _asked(signals: Signals, node: Any) -> tuple[int, int] | None:
    """The signal that a condition asks for and the level for which it holds; None where it asks for more."""
    kind = type(node).__name__
    if kind == "NamedValueExpression":
        return signals.slot(node.symbol), 1
    if kind == "ConversionExpression":
        return _asked(signals, node.operand)
    if kind == "UnaryExpression" and node.op.name in _NOT:
        inner = _asked(signals, node.operand)
        return None if inner is None else (inner[0], 1 - inner[1])
    if kind == "BinaryExpression" and node.op.name in ("Equality", "Inequality"):
        inner, constant = _asked(signals, node.left), node.right.constant
        if inner is None or constant is None:
            return None
        same = (str(constant).endswith("1")) == (node.op.name == "Equality")
        return inner if same else (inner[0], 1 - inner[1])
    return None
