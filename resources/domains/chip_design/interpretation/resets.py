"""Whether a process that waits for several edges has the form that synthesis asks of asynchronous resets.

See Yosys, `help proc_arst`: the signals of all edges but the clock's are asked one after the other, each for the level
to which its edge leads, and what they load is constant.
"""

from collections.abc import Mapping
from typing import Any

from resources.domains.chip_design.interpretation.expressions import Compiler
from resources.domains.chip_design.interpretation.signals import Signals, UnmodelledError

_NOT = ("LogicalNot", "BitwiseNot")


def is_odd(signals: Signals, body: Any, levels: Mapping[int, int]) -> bool:
    """`levels` has the level to which each edge leads, by the edge's slot."""
    waiting = dict(levels)
    while len(waiting) > 1:
        body = _only(body)
        if type(body).__name__ != "ConditionalStatement" or len(body.conditions) != 1:
            return True
        asked = _asked(signals, body.conditions[0].expr)
        if asked is None or asked[0] not in waiting or body.ifFalse is None:
            return True
        level = waiting.pop(asked[0])
        loaded, body = (body.ifTrue, body.ifFalse) if level == asked[1] else (body.ifFalse, body.ifTrue)
        if _is_inconstant(signals, loaded):
            return True
    return False


def _only(node: Any) -> Any:
    """The statement in a block of one."""
    while True:
        if type(node).__name__ == "BlockStatement":
            node = node.body
        elif type(node).__name__ == "StatementList" and len(list(node.list)) == 1:
            node = node.list[0]
        else:
            return node


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


def _is_inconstant(signals: Signals, node: Any) -> bool:
    """Whether an assignment below takes anything but constants."""
    found: list[Any] = []
    node.visit(lambda item: found.append(item) if type(item).__name__ == "AssignmentExpression" else None)
    compiler = Compiler(signals, lambda *_: lambda: 0)
    try:
        for item in found:
            compiler.expression(item.right)
    except UnmodelledError:
        return False
    return bool(compiler.reads)
