"""Faults of category "syntax": what no compiler reads."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.source import SYNTAX, Source
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place, rule

_KEYWORDS = {"while": "whlie", "return": "retrun", "static": "sttaic", "volatile": "volatle", "uint32_t": "unit32_t",
             "switch": "swtich", "break": "braek", "uint8_t": "unit8_t"}  # fmt: skip


def _cut(source: Source, offset: int) -> Change:
    return Change(offset, offset + 1, source.code[offset], "")


@rule(
    SYNTAX,
    "The semicolon at the end of a statement is missing.",
    symptom="The compiler expects ';' before the next token.",
    repair="End the statement with a semicolon.",
)
def semicolon_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("expression_statement", "declaration", "return_statement", "break_statement"):
        if not node.has_error and source.text(node).endswith(";"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(
    SYNTAX,
    "The brace that closes a block is missing.",
    symptom="The compiler reads on to the end of the file and expects a declaration or statement there.",
    repair="Close each block that is opened.",
)
def brace_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("compound_statement"):
        if not node.has_error and source.text(node).endswith("}"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(
    SYNTAX,
    "A closing parenthesis is missing.",
    symptom="The compiler expects ')' before the next token.",
    repair="Close each parenthesis that is opened.",
)
def parenthesis_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("parenthesized_expression", "argument_list"):
        if not node.has_error and source.text(node).endswith(")"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(
    SYNTAX,
    "A keyword or type name is misspelt.",
    symptom="The compiler knows no such type, or expects an operator.",
    repair="Spell the name as the language or the header does.",
)
def keyword_misspelt(source: Source) -> Iterator[Place]:
    for node in source.nodes("while", "return", "static", "volatile", "switch", "break", "primitive_type"):
        if source.text(node) in _KEYWORDS:
            yield source.place(node, source.replace(node, _KEYWORDS[source.text(node)]))


@rule(
    SYNTAX,
    "The quotation mark that ends a text is missing.",
    symptom="The compiler reports a missing terminating character.",
    repair="Close the literal on its own line.",
)
def quote_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("string_literal", "char_literal"):
        if not node.has_error and node.parent is not None and node.parent.type != "preproc_include":
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(
    SYNTAX,
    "An assignment lacks its right-hand side.",
    symptom="The compiler expects an expression before ';'.",
    repair="Write the value that is to be stored.",
)
def value_missing(source: Source) -> Iterator[Place]:
    for statement, _, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if right is not None and re.search(r"\w", source.text(right)):
            yield source.place(statement, source.replace(right, ""))


RULES = (semicolon_missing, brace_missing, parenthesis_missing, keyword_misspelt, quote_missing, value_missing)
