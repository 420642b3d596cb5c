"""Equivalent rewrites of expressions: the text changes and the program does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.source import Source
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node

_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_NOTHING = "Nothing to repair."


def _is_plain(source: Source, node: Node | None) -> bool:
    """A name or number, or one in parentheses: may stand on either side of any operator, and has no effect."""
    return node is not None and re.fullmatch(r"[\w.]+|\([\w.<>|& ]+\)", source.text(node)) is not None


@rule(
    EQUIVALENT,
    "The operands of a commutative operator change places.",
    symptom="None: the value is the same.",
    repair=_NOTHING,
)
def operands_commuted(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = source.text(node.child_by_field_name("operator"))
        if left is None or right is None or operator not in ("|", "+", "*", "==", "!="):
            continue
        if _is_plain(source, left) and _is_plain(source, right):
            yield source.place(node, source.replace(left, source.text(right)), source.replace(right, source.text(left)))


@rule(EQUIVALENT, "A comparison is turned round.", symptom="None: a < b and b > a say the same.", repair=_NOTHING)
def comparison_mirrored(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        operator = source.text(node.child_by_field_name("operator"))
        if operator in _MIRRORED and _is_plain(source, left) and _is_plain(source, right):
            yield source.place(
                node, source.replace(node, f"{source.text(right)} {_MIRRORED[operator]} {source.text(left)}")
            )


@rule(
    EQUIVALENT, "A decimal constant is written in hexadecimal.", symptom="None: the value is the same.", repair=_NOTHING
)
def constant_in_hexadecimal(source: Source) -> Iterator[Place]:
    for node in source.nodes("number_literal"):
        match = re.fullmatch(r"(\d+)U", source.text(node))
        if match and int(match[1]) > 9 and not match[1].startswith("0"):
            yield source.place(node, source.replace(node, f"0x{int(match[1]):X}U"))


@rule(EQUIVALENT, "A constant shift is written as its value.", symptom="None: the compiler folds it.", repair=_NOTHING)
def shift_folded(source: Source) -> Iterator[Place]:
    for node in source.nodes("parenthesized_expression"):
        match = re.fullmatch(r"\((\d+)U << (\d+)\)", source.text(node))
        if match and int(match[2]) < 32:
            yield source.place(node, source.replace(node, f"0x{int(match[1]) << int(match[2]) & 0xFFFFFFFF:X}U"))


@rule(
    EQUIVALENT,
    "A negated test is written as a comparison with zero.",
    symptom="None: !x and x == 0 are the same.",
    repair=_NOTHING,
)
def test_against_zero(source: Source) -> Iterator[Place]:
    for node in source.nodes("unary_expression"):
        text = source.text(node)
        if text.startswith("!(") and text.endswith(")") and not node.has_error:
            yield source.place(node, source.replace(node, f"({text[1:]} == 0U)"))


@rule(EQUIVALENT, "A condition is negated twice.", symptom="None: a condition is true or false.", repair=_NOTHING)
def double_negation(source: Source) -> Iterator[Place]:
    for node in source.nodes("if_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None and not condition.has_error:
            yield source.place(node, source.replace(condition, f"(!(!{source.text(condition)}))"))


@rule(
    EQUIVALENT,
    "A compound assignment is written out.",
    symptom="None: the register is read once and written once either way.",
    repair=_NOTHING,
)
def assignment_written_out(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        operator = source.text(assignment.child_by_field_name("operator"))
        right = source.text(assignment.child_by_field_name("right"))
        if operator in ("|=", "&=", "^=", "+=", "-=") and re.fullmatch(r"[\w>-]+(?:\[\w+\])?", target):
            yield source.place(statement, source.replace(assignment, f"{target} = {target} {operator[0]} ({right})"))


@rule(
    EQUIVALENT,
    "Redundant parentheses are put around a value.",
    symptom="None: the syntax tree has one more level.",
    repair=_NOTHING,
)
def parentheses_added(source: Source) -> Iterator[Place]:
    for statement, _, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if right is not None and not right.has_error:
            yield source.place(statement, source.replace(right, f"({source.text(right)})"))


RULES = (
    operands_commuted, comparison_mirrored, constant_in_hexadecimal, shift_folded, test_against_zero, double_negation,
    assignment_written_out, parentheses_added,
)  # fmt: skip
