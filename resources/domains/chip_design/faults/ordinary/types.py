"""Faults of category "type and structure" that lie in declarations and names: widths, storage, signs."""

import re
from collections.abc import Container, Iterator

from resources.domains.chip_design.faults.ordinary import STRUCTURE
from resources.domains.chip_design.faults.ordinary.signals import is_target, modules_of
from resources.domains.chip_design.language.source import ASSIGNMENTS, PROCEDURES, Node, Source
from resources.domains.toolkit.rules import Place, rule

_PLAIN_RANGE = re.compile(r"\[\s*(\d+)\s*:\s*0\s*\]")


@rule(STRUCTURE, "A name is used that is declared nowhere: a declared one, misspelt.")
def undeclared_name(source: Source) -> Iterator[Place]:
    for signals in modules_of(source):
        for node in source.nodes("IdentifierName", "IdentifierSelectName"):
            token = node.children[0]
            if token.text in signals.table and node.ancestor("ModuleDeclaration") is signals.module:
                yield source.place(node, (source.replace(token, _misspell(token.text, signals.table)),))


def _misspell(name: str, taken: Container[str]) -> str:
    """The name with two letters swapped, or one more, so that it meets no other name."""
    middle = len(name) // 2
    swapped = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :] if len(name) > 3 else name
    return next(item for item in (swapped, f"{name}_i", f"{name}_sig_") if item != name and item not in taken)


@rule(STRUCTURE, "A vector is declared one bit too narrow or too wide, or as a single bit.")
def wrong_width(source: Source) -> Iterator[Place]:
    for node in source.nodes("VariableDimension"):
        matched = _PLAIN_RANGE.fullmatch(source.text(node))
        if matched is None or node.parent is None or node.parent.kind == "Declarator":
            continue
        high = int(matched[1])
        for wrong in (high - 1, high + 1, 0):
            if wrong >= 0 and wrong != high:
                yield source.place(node, (source.replace(node, f"[{wrong}:0]"),))


@rule(STRUCTURE, "A vector is declared without its range, so it has one bit.")
def range_dropped(source: Source) -> Iterator[Place]:
    for node in source.nodes("VariableDimension"):
        if node.parent is not None and node.parent.kind in ("ImplicitType", "RegType", "LogicType"):
            yield source.place(node, (source.replace(node, ""),))


@rule(STRUCTURE, "The range of a vector is written in ascending order.")
def range_reversed(source: Source) -> Iterator[Place]:
    for node in source.nodes("VariableDimension"):
        matched = _PLAIN_RANGE.fullmatch(source.text(node))
        if matched is not None and int(matched[1]) > 0:
            yield source.place(node, (source.replace(node, f"[0:{matched[1]}]"),))


@rule(STRUCTURE, "A net is assigned in a procedure: its declaration lacks reg.")
def procedural_assignment_to_wire(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "RegKeyword" and token.parent is not None and not _is_memory(token.parent):
            yield source.place(token, (source.replace(token, "wire"),))


def _is_memory(type_node: Node) -> bool:
    declaration = type_node.parent
    declarators = [] if declaration is None else [item for item in declaration.children if item.kind == "Declarator"]
    return any(item.kind == "VariableDimension" for declarator in declarators for item in declarator.children)


@rule(STRUCTURE, "A variable declared as reg is driven by a continuous assignment.")
def continuous_assignment_to_reg(source: Source) -> Iterator[Place]:
    for node in source.nodes("NetPortHeader", "NetDeclaration"):
        token = node.child("WireKeyword")
        if token is not None and (node.kind == "NetDeclaration" or node.children[0].text == "output"):
            yield source.place(node, (source.replace(token, "reg"),))


@rule(STRUCTURE, "signed is dropped from a declaration.")
def signedness_dropped(source: Source) -> Iterator[Place]:
    for token in source.tokens:
        if token.kind == "SignedKeyword":
            yield source.place(token, (source.replace(token, ""),))
    for node in source.nodes("InvocationExpression"):
        name = node.children[0]
        if source.text(name) == "$signed":
            yield source.place(node, (source.replace(name, ""),))


@rule(STRUCTURE, "An unsigned vector is declared signed.")
def signedness_added(source: Source) -> Iterator[Place]:
    for node in source.nodes("VariableDimension"):
        if node.parent is None or node.parent.kind not in ("ImplicitType", "RegType", "LogicType"):
            continue
        if node is node.parent.child("VariableDimension") and "signed" not in source.text(node.parent):
            yield source.place(node, (source.insert(node.start, "signed "),))


@rule(STRUCTURE, "A signal has a second driver: an assignment outside the block that owns it.")
def second_driver(source: Source) -> Iterator[Place]:
    for node in source.nodes(*PROCEDURES, "ContinuousAssign"):
        target = next((item.children[0] for item in node.walk() if item.kind in ASSIGNMENTS), None)
        if target is None or not target.whole or target.kind != "IdentifierName" or not source.begins_line(node):
            continue
        name, indent = source.text(target), source.indent(node.start)
        text = f"assign {name} = 0;" if node.kind == "ContinuousAssign" else f"always @* {name} = 0;"
        yield source.place(node, (source.insert(node.end, f"\n{indent}{text}"),))


@rule(STRUCTURE, "A sized constant has fewer bits than its value needs.")
def literal_truncated(source: Source) -> Iterator[Place]:
    for node in source.nodes("IntegerVectorExpression"):
        size = node.children[0]
        if size.text.isdigit() and int(size.text) > 1 and not is_target(node):
            yield source.place(node, (source.replace(size, str(int(size.text) - 1)),))
