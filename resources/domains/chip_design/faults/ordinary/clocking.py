"""Faults of category "timing and FSM" that lie in clocks, resets, assignments and sensitivity lists."""

import re
from collections.abc import Iterator

from resources.domains.chip_design.faults.ordinary import TIMING
from resources.domains.chip_design.language.source import PROCEDURES, Node, Source
from resources.domains.toolkit.rules import Place, rule

_RESET_WORDS = ("rst", "reset", "clear", "clr", "arst")


@rule(TIMING, "A register is assigned with a blocking assignment in a clocked block.")
def blocking_for_nonblocking(source: Source) -> Iterator[Place]:
    for node in source.nodes("NonblockingAssignmentExpression"):
        yield source.place(node, (source.replace(node.children[1], "="),))


@rule(TIMING, "Combinational logic uses a non-blocking assignment.")
def nonblocking_for_blocking(source: Source) -> Iterator[Place]:
    for node in source.nodes("AssignmentExpression"):
        inside = node.parent is not None and node.parent.kind == "ExpressionStatement"
        if inside and node.children[1].text == "=" and node.ancestor(*PROCEDURES) is not None:
            yield source.place(node, (source.replace(node.children[1], "<="),))


@rule(TIMING, "A block is triggered by the wrong edge of its clock or reset.")
def wrong_clock_edge(source: Source) -> Iterator[Place]:
    other = {"PosEdgeKeyword": "negedge", "NegEdgeKeyword": "posedge"}
    for token in source.tokens:
        if token.kind in other:
            yield source.place(token, (source.replace(token, other[token.kind]),))


@rule(TIMING, "The edge is missing, so a clocked block runs on both edges.")
def edge_dropped(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind in ("PosEdgeKeyword", "NegEdgeKeyword"):
            yield source.place(token, (source.replace(token, ""),))


@rule(TIMING, "The asynchronous reset is missing from the sensitivity list.")
def async_reset_dropped(source: Source) -> Iterator[Place]:
    for node in source.nodes("BinaryEventExpression"):
        left, right = node.children[0], node.children[-1]
        if _has_edge(left) and _has_edge(right):
            yield source.place(node, (source.remove(left.end, right.end),))


def _has_edge(node: Node) -> bool:
    return any(item.kind in ("PosEdgeKeyword", "NegEdgeKeyword") for item in node.walk())


@rule(TIMING, "A synchronous reset is made asynchronous by listing it in the sensitivity list.")
def reset_made_asynchronous(source: Source) -> Iterator[Place]:
    for node in source.nodes("SignalEventExpression"):
        block = node.ancestor(*PROCEDURES)
        if block is None or not _has_edge(node) or node.ancestor("BinaryEventExpression") is not None:
            continue
        reset = _reset_condition(source, block)
        if reset is not None:
            edge = "negedge" if source.text(reset).startswith(("!", "~")) else "posedge"
            name = source.text(reset).lstrip("!~ ")
            if name.isidentifier():
                yield source.place(node, (source.insert(node.end, f" or {edge} {name}"),))


def _reset_condition(source: Source, block: Node) -> Node | None:
    """The first condition of a clocked block, where it names a reset."""
    first = next((node for node in block.walk() if node.kind == "ConditionalStatement"), None)
    predicate = None if first is None else first.child("ConditionalPredicate")
    if predicate is None or not predicate.whole:
        return None
    text = source.text(predicate).lower()
    return predicate if any(word in text for word in _RESET_WORDS) else None


def _reset_asserted(source: Source, block: Node) -> Node | None:
    """The same, where it holds while the design is in reset: what follows is the reset branch. By the name's ending, as
    the polarity is nowhere else said."""
    predicate = _reset_condition(source, block)
    text = source.text(predicate) if predicate is not None else ""
    is_low = bool(re.search(r"(?:_n|_ni|_b|resetn|rstn)\W*$", text.lower()))
    is_negated = text.count("!") % 2 == 1 or text.count("~") % 2 == 1 or bool(re.search(r"==\s*1'b0", text))
    return predicate if is_negated == is_low else None


@rule(TIMING, "A combinational block does not list all signals it reads.")
def incomplete_sensitivity_list(source: Source) -> Iterator[Place]:
    for node in source.nodes("BinaryEventExpression"):
        left, right = node.children[0], node.children[-1]
        if not _has_edge(node) and right.whole:
            yield source.place(node, (source.remove(left.end, right.end),))
    for control in source.nodes("ImplicitEventControl"):
        block = control.ancestor("AlwaysBlock")
        read = next((item for item in block.walk() if item.kind == "ConditionalPredicate"), None) if block else None
        if read is not None and read.whole and source.text(read).isidentifier():
            yield source.place(control, (source.replace(control, f"@({source.text(read)})"),))


@rule(TIMING, "The reset is tested with the wrong polarity.")
def reset_polarity_inverted(source: Source) -> Iterator[Place]:
    for block in source.nodes(*PROCEDURES):
        reset = _reset_condition(source, block)
        if reset is not None:
            text = source.text(reset)
            bare = text.lstrip("!~ ")
            yield source.place(reset, (source.replace(reset, bare if bare != text else f"!({text})"),))


@rule(TIMING, "A register is missing from the reset branch.")
def missing_reset_item(source: Source) -> Iterator[Place]:
    for block in source.nodes(*PROCEDURES):
        predicate = _reset_asserted(source, block)
        statement = predicate.parent if predicate is not None else None
        body = (
            next((child for child in statement.children if child.kind.endswith("Statement")), None)
            if statement
            else None
        )
        if body is None:
            continue
        items = body.children if body.kind == "SequentialBlockStatement" else [body]
        for item in items:
            if item.kind == "ExpressionStatement" and item.whole:
                removed = source.remove(item.start, item.end) if item is not body else source.replace(item, ";")
                yield source.place(item, (removed,))


@rule(TIMING, "A register is reset to the wrong value.")
def wrong_reset_value(source: Source) -> Iterator[Place]:
    for block in source.nodes(*PROCEDURES):
        predicate = _reset_asserted(source, block)
        statement = predicate.parent if predicate is not None else None
        body = (
            next((child for child in statement.children if child.kind.endswith("Statement")), None)
            if statement
            else None
        )
        for node in body.walk() if body is not None else ():
            if node.kind in ("NonblockingAssignmentExpression", "AssignmentExpression") and node.children[-1].whole:
                value = node.children[-1]
                wrong = {"0": "1", "1": "0"}.get(source.text(value)[-1:])
                if wrong is not None and value.kind.startswith("Integer"):
                    yield source.place(node, (source.replace(value, source.text(value)[:-1] + wrong),))
