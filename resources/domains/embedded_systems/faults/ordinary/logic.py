"""Faults of category "logic and timing": comparisons, operators, constants, states, missing steps."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.ordinary import LOGIC
from resources.domains.embedded_systems.language.source import Source
from resources.domains.toolkit.rules import Place, rule

_EDGES = {"<": "<=", "<=": "<", ">": ">=", ">=": ">"}
_OPERATORS = {"+": "-", "-": "+", "<<": ">>", ">>": "<<", "*": "+", "%": "/"}
_REGISTER_WORDS = re.compile(r"->|\b[A-Z]{2,}\w*_\w+")


@rule(LOGIC, "A comparison includes or leaves out its limit wrongly.")
def comparison_off_by_one(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        operator = node.child_by_field_name("operator")
        if operator is not None and source.text(operator) in _EDGES:
            yield source.place(node, source.replace(operator, _EDGES[source.text(operator)]))


@rule(LOGIC, "Equality is tested where inequality is meant, or the other way round.")
def equality_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        operator = node.child_by_field_name("operator")
        other = {"==": "!=", "!=": "=="}.get(source.text(operator))
        if operator is not None and other is not None:
            yield source.place(node, source.replace(operator, other))


@rule(LOGIC, "A condition is negated.")
def condition_negated(source: Source) -> Iterator[Place]:
    for node in source.nodes("if_statement"):
        condition = node.child_by_field_name("condition")
        if condition is not None and not node.has_error:
            yield source.place(node, source.replace(condition, f"(!{source.text(condition)})"))


@rule(LOGIC, "A constant is off by one.")
def constant_off_by_one(source: Source) -> Iterator[Place]:
    for node in source.nodes("number_literal"):
        match = re.fullmatch(r"(\d+)(U?)", source.text(node))
        parent = node.parent
        if (
            match is None
            or parent is None
            or int(match[1]) < 2
            or parent.type in ("preproc_def", "subscript_expression")
        ):
            continue
        for value in (int(match[1]) + 1, int(match[1]) - 1):
            yield source.place(node, source.replace(node, f"{value}{match[2]}"))


@rule(LOGIC, "A named constant has another value.")
def definition_wrong(source: Source) -> Iterator[Place]:
    for node in source.nodes("preproc_def"):
        value = node.child_by_field_name("value")
        match = re.fullmatch(r"(\d+)(U?)", source.text(value).strip())
        if value is not None and match and int(match[1]) > 0:
            for other in (int(match[1]) * 2, int(match[1]) + 1):
                yield source.place(node, source.replace(value, f"{other}{match[2]}"))


@rule(LOGIC, "An arithmetic operator is wrong.")
def operator_wrong(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        operator = node.child_by_field_name("operator")
        text = source.text(node)
        is_bit = re.fullmatch(r"\(?\s*\w+\s*<<\s*\w+\)?", text) is not None or _REGISTER_WORDS.search(text) is not None
        if operator is not None and source.text(operator) in _OPERATORS and not is_bit:
            yield source.place(node, source.replace(operator, _OPERATORS[source.text(operator)]))


@rule(LOGIC, "And and or are confused.")
def conjunction_wrong(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        operator = node.child_by_field_name("operator")
        other = {"&&": "||", "||": "&&"}.get(source.text(operator))
        if operator is not None and other is not None:
            yield source.place(node, source.replace(operator, other))


@rule(LOGIC, "A step is left out.")
def assignment_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if "->" not in target:
            yield source.place(statement, source.remove(statement))


@rule(LOGIC, "A counter is not moved on.")
def increment_missing(source: Source) -> Iterator[Place]:
    for statement in source.statements():
        inner = statement.named_children[0] if statement.named_children else None
        if inner is not None and inner.type == "update_expression":
            yield source.place(statement, source.remove(statement))


@rule(LOGIC, "A case falls through into the next one.")
def break_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("break_statement"):
        if node.parent is not None and node.parent.type == "case_statement":
            yield source.place(node, source.remove(node))


@rule(LOGIC, "A state or named value is confused with its neighbour.")
def state_confused(source: Source) -> Iterator[Place]:
    names = [source.text(node.child_by_field_name("name")) for node in source.nodes("enumerator")]
    for node in source.nodes("identifier"):
        name, parent = source.text(node), node.parent
        if name in names and len(names) > 1 and parent is not None and parent.type != "enumerator":
            yield source.place(node, source.replace(node, names[(names.index(name) + 1) % len(names)]))


@rule(LOGIC, "The time of the next step is counted from now instead of from the last one.")
def drifting_period(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        operator = assignment.child_by_field_name("operator")
        right = assignment.child_by_field_name("right")
        if operator is not None and right is not None and source.text(operator) == "+=" and "next" in target:
            yield source.place(statement, source.replace(operator, "="))


@rule(LOGIC, "A call is left out.")
def call_missing(source: Source) -> Iterator[Place]:
    for statement in source.statements():
        inner = statement.named_children[0] if statement.named_children else None
        if inner is None or inner.type != "call_expression":
            continue
        name = source.text(inner.child_by_field_name("function"))
        if not name.startswith(("__", "NVIC_")):
            yield source.place(statement, source.remove(statement))


@rule(LOGIC, "A character of a text is wrong.")
def text_wrong(source: Source) -> Iterator[Place]:
    for node in source.nodes("string_content"):
        text = source.text(node)
        if node.parent is not None and node.parent.parent is not None and node.parent.parent.type == "preproc_include":
            continue
        if text and text[0].isalpha():
            yield source.place(node, source.replace(node, text[0].swapcase() + text[1:]))
        elif len(text) > 1:
            yield source.place(node, source.replace(node, text[1:]))
    for node in source.nodes("escape_sequence"):
        if source.text(node) == "\\r":
            yield source.place(node, source.replace(node, "\\n"))
