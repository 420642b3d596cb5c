"""Equivalent rewrites of expressions, statements and names: the text changes and the program does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.language.source import Source
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node

_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


def _is_plain(source: Source, node: Node | None) -> bool:
    """A name or number, or one in parentheses: may stand on either side of any operator, and has no effect."""
    return node is not None and re.fullmatch(r"[\w.]+|\([\w.<>|& ]+\)", source.text(node)) is not None


@rule(EQUIVALENT, "The operands of a commutative operator change places.")
def operands_commuted(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = source.text(node.child_by_field_name("operator"))
        if left is None or right is None or operator not in ("|", "+", "*", "==", "!="):
            continue
        if _is_plain(source, left) and _is_plain(source, right):
            yield source.place(node, source.replace(left, source.text(right)), source.replace(right, source.text(left)))


@rule(EQUIVALENT, "A comparison is turned round.")
def comparison_mirrored(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = source.text(node.child_by_field_name("operator"))
        if operator in _MIRRORED and _is_plain(source, left) and _is_plain(source, right):
            yield source.place(
                node, source.replace(node, f"{source.text(right)} {_MIRRORED[operator]} {source.text(left)}")
            )


@rule(EQUIVALENT, "A decimal constant is written in hexadecimal.")
def constant_in_hexadecimal(source: Source) -> Iterator[Place]:
    for node in source.nodes("number_literal"):
        match = re.fullmatch(r"(\d+)U", source.text(node))
        if match and int(match[1]) > 9 and not match[1].startswith("0"):
            yield source.place(node, source.replace(node, f"0x{int(match[1]):X}U"))


@rule(EQUIVALENT, "A constant shift is written as its value.")
def shift_folded(source: Source) -> Iterator[Place]:
    for node in source.nodes("parenthesized_expression"):
        match = re.fullmatch(r"\((\d+)U << (\d+)\)", source.text(node))
        if match and int(match[2]) < 32:
            yield source.place(node, source.replace(node, f"0x{int(match[1]) << int(match[2]) & 0xFFFFFFFF:X}U"))


@rule(EQUIVALENT, "A negated test is written as a comparison with zero.")
def test_against_zero(source: Source) -> Iterator[Place]:
    for node in source.nodes("unary_expression"):
        text = source.text(node)
        if text.startswith("!(") and text.endswith(")") and not node.has_error:
            yield source.place(node, source.replace(node, f"({text[1:]} == 0U)"))


@rule(EQUIVALENT, "A condition is negated twice.", is_noise=True)
def double_negation(source: Source) -> Iterator[Place]:
    for node in source.nodes("if_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None and not condition.has_error:
            yield source.place(node, source.replace(condition, f"(!(!{source.text(condition)}))"))


@rule(EQUIVALENT, "A compound assignment is written out.")
def assignment_written_out(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        operator = source.text(assignment.child_by_field_name("operator"))
        right = source.text(assignment.child_by_field_name("right"))
        if operator in ("|=", "&=", "^=", "+=", "-=") and re.fullmatch(r"[\w>-]+(?:\[\w+\])?", target):
            yield source.place(statement, source.replace(assignment, f"{target} = {target} {operator[0]} ({right})"))


@rule(EQUIVALENT, "Redundant parentheses are put around a value.", is_noise=True)
def parentheses_added(source: Source) -> Iterator[Place]:
    for statement, _, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if right is not None and not right.has_error:
            yield source.place(statement, source.replace(right, f"({source.text(right)})"))


@rule(EQUIVALENT, "An endless loop is written with while.")
def endless_loop_as_while(source: Source) -> Iterator[Place]:
    for node in source.nodes("for_statement"):
        body = node.child_by_field_name("body")
        head = source.text(node).partition(")")[0]
        if body is not None and re.fullmatch(r"for\s*\(\s*;\s*;\s*", head):
            start, stop = source.position(node.start_byte), source.position(body.start_byte)
            change = source.cut(start, stop)
            yield source.place(node, type(change)(start, stop, source.code[start:stop], "while (1) "))


@rule(EQUIVALENT, "An increment is written as an addition, or the other way round.")
def increment_as_addition(source: Source) -> Iterator[Place]:
    for statement in source.statements():
        inner = statement.named_children[0] if statement.named_children else None
        match = re.fullmatch(r"(\w+)(\+\+|--)", source.text(inner))
        if inner is not None and match:
            yield source.place(statement, source.replace(inner, f"{match[1]} {match[2][0]}= 1U"))


@rule(EQUIVALENT, "A branch is inverted and its arms change places.")
def branches_swapped(source: Source) -> Iterator[Place]:
    for node in source.nodes("if_statement"):
        condition, first = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
        clause = node.child_by_field_name("alternative")
        second = clause.named_children[0] if clause is not None and clause.named_children else None
        if condition is None or first is None or second is None or node.has_error:
            continue
        if first.type == second.type == "compound_statement":
            changes = (
                source.replace(condition, f"(!{source.text(condition)})"),
                source.replace(first, source.text(second)),
                source.replace(second, source.text(first)),
            )
            yield source.place(node, *changes)


@rule(EQUIVALENT, "A comment is added.", is_noise=True)
def comment_added(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        if not node.has_error:
            name = source.name_of(node)
            yield source.place(node, source.insert(node.start_byte, f"/* {name.replace('_', ' ')} */\n"))


@rule(EQUIVALENT, "A variable of the file is renamed everywhere.")
def variable_renamed(source: Source) -> Iterator[Place]:
    for node in source.nodes("declaration"):
        if node.parent is None or node.parent.type != "translation_unit" or not source.text(node).startswith("static "):
            continue
        inner = node.child_by_field_name("declarator")
        name = source.name_of(node) or (source.name_of(inner) if inner is not None else "")
        if not name or "(" in source.text(node) or f"{name}_value" in source.code:
            continue
        uses = [item for item in source.nodes("identifier") if source.text(item) == name]
        if len(uses) > 1 and len(uses) == len(re.findall(rf"\b{re.escape(name)}\b", source.code)):
            yield source.place(node, *(source.replace(item, f"{name}_value") for item in uses))


@rule(EQUIVALENT, "A block is put around a statement.", is_noise=True)
def block_added(source: Source) -> Iterator[Place]:
    for statement, _, _ in source.assignments():
        if statement.parent is not None and statement.parent.type == "compound_statement":
            indent = source.indent(statement)
            text = f"{{\n{indent}    {source.text(statement)}\n{indent}}}"
            yield source.place(statement, source.replace(statement, text))


@rule(EQUIVALENT, "A loop's empty body is written as a semicolon.")
def empty_body_as_semicolon(source: Source) -> Iterator[Place]:
    for node in source.nodes("while_statement"):
        body = node.child_by_field_name("body")
        if body is not None and body.type == "compound_statement" and not body.named_children and not node.has_error:
            yield source.place(node, source.replace(body, ";"))
