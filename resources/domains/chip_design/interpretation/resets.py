"""Whether a process that waits for several edges has the form that synthesis asks of asynchronous resets.

See Yosys, `help proc_arst`: the signals of all edges but the clock's are asked one after the other, by the only branch
of what is left, and what is loaded at the level to which an edge leads hangs on no further condition. What Yosys 0.23
says of some twenty forms is held in `tests/tools/test_chip_design_resets.py`.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from resources.domains.chip_design.interpretation.latches import targets
from resources.domains.chip_design.interpretation.signals import Signals

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
    found: list[Any] = []
    if node is not None:
        node.visit(lambda item: found.append(item) if type(item).__name__ in kinds else None)
    return found


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
