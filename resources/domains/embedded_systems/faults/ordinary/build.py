"""Faults of categories "syntax" and "declarations and linking": what no compiler reads, names, includes, definitions,
and what does not fit the memory.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.ordinary import BUILD, SYNTAX
from resources.domains.embedded_systems.language.source import Source
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place, rule

_KEYWORDS = {"while": "whlie", "return": "retrun", "static": "sttaic", "volatile": "volatle", "uint32_t": "unit32_t",
             "switch": "swtich", "break": "braek", "uint8_t": "unit8_t"}  # fmt: skip


def _cut(source: Source, offset: int) -> Change:
    return Change(offset, offset + 1, source.code[offset], "")


@rule(SYNTAX, "The semicolon at the end of a statement is missing.")
def semicolon_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("expression_statement", "declaration", "return_statement", "break_statement"):
        if not node.has_error and source.text(node).endswith(";"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(SYNTAX, "The brace that closes a block is missing.")
def brace_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("compound_statement"):
        if not node.has_error and source.text(node).endswith("}"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(SYNTAX, "A closing parenthesis is missing.")
def parenthesis_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("parenthesized_expression", "argument_list"):
        if not node.has_error and source.text(node).endswith(")"):
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(SYNTAX, "A keyword or type name is misspelt.")
def keyword_misspelt(source: Source) -> Iterator[Place]:
    for node in source.nodes("while", "return", "static", "volatile", "switch", "break", "primitive_type"):
        if source.text(node) in _KEYWORDS:
            yield source.place(node, source.replace(node, _KEYWORDS[source.text(node)]))


@rule(SYNTAX, "The quotation mark that ends a text is missing.")
def quote_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("string_literal", "char_literal"):
        if not node.has_error and node.parent is not None and node.parent.type != "preproc_include":
            yield source.place(node, _cut(source, source.position(node.end_byte) - 1))


@rule(SYNTAX, "An assignment lacks its right-hand side.")
def value_missing(source: Source) -> Iterator[Place]:
    for statement, _, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if right is not None and re.search(r"\w", source.text(right)):
            yield source.place(statement, source.replace(right, ""))


_TIMES = 4096


def _misspelt(name: str) -> str:
    middle = len(name) // 2
    swapped = name[: middle - 1] + name[middle] + name[middle - 1] + name[middle + 1 :] if len(name) > 3 else name
    return swapped if swapped != name else f"{name}_"


@rule(BUILD, "A register is named that its peripheral does not have.")
def undeclared_register(source: Source) -> Iterator[Place]:
    for node in source.nodes("field_identifier"):
        if node.parent is not None and node.parent.type == "field_expression" and len(source.text(node)) > 2:
            name = source.text(node)
            yield source.place(node, source.replace(node, name[:-1] if name[-1].isalpha() else f"{name}R"))


@rule(BUILD, "A variable is used under a name that is declared nowhere.")
def undeclared_variable(source: Source) -> Iterator[Place]:
    declared = {
        source.name_of(node) for node in source.nodes("init_declarator", "declaration", "parameter_declaration")
    }
    for node in source.nodes("identifier"):
        name = source.text(node)
        parent = node.parent
        if (
            parent is None
            or parent.type.endswith("declarator")
            or parent.type in ("declaration", "parameter_declaration")
        ):
            continue
        if name in declared and len(name) > 1 and _misspelt(name) not in declared:
            yield source.place(node, source.replace(node, _misspelt(name)))


@rule(BUILD, "A constant of the header is misspelt.")
def undeclared_constant(source: Source) -> Iterator[Place]:
    for node in source.nodes("identifier"):
        if re.fullmatch(r"[A-Z][A-Za-z0-9]*_\w+_\w+", source.text(node)):
            yield source.place(node, source.replace(node, source.text(node).rpartition("_")[0]))


@rule(BUILD, "The header of the device is not included.")
def include_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("preproc_include"):
        start, end = source.position(node.start_byte), source.position(node.end_byte)
        if source.code[start:end].endswith("\n"):
            end -= 1
        yield source.place(node, source.cut(start, end))


@rule(BUILD, "A function is declared and called, and defined nowhere.")
def definition_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        body, name = node.child_by_field_name("body"), source.name_of(node)
        if body is None or node.has_error or name.endswith("Handler") or f"{name}(" not in source.code:
            continue
        head = source.text(node)[: body.start_byte - node.start_byte]
        if not head.isascii():
            continue
        head = re.sub(r"\b(?:static|inline)\s+", "", head).rstrip()
        yield source.place(node, source.replace(node, f"{head};"))


@rule(BUILD, "A function is called by another name than it has.")
def undefined_function(source: Source) -> Iterator[Place]:
    for node in source.nodes("call_expression"):
        name = node.child_by_field_name("function")
        if name is not None and name.type == "identifier":
            yield source.place(node, source.replace(name, f"HAL_{source.text(name)}"))


@rule(BUILD, "A buffer is larger than the room that is left for it in memory.")
def buffer_too_large(source: Source) -> Iterator[Place]:
    for node in source.nodes("array_declarator"):
        size = node.child_by_field_name("size")
        if size is not None:
            yield source.place(node, source.replace(size, f"({source.text(size)}) * {_TIMES}U"))


@rule(BUILD, "A function or variable is defined twice.")
def defined_twice(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        if not node.has_error and len(source.text(node)) < 400:
            yield source.place(node, source.insert(node.end_byte, f"\n\n{source.text(node)}"))


@rule(BUILD, "A local variable lacks its declaration.")
def declaration_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("declaration"):
        name = source.name_of(node)
        inner = node.child_by_field_name("declarator")
        name = name or (source.name_of(inner) if inner is not None else "")
        uses = len(re.findall(rf"\b{re.escape(name)}\b", source.code)) if name else 0
        if uses > 1 and not node.has_error and "(" not in source.text(node).partition("=")[0]:
            yield source.place(node, source.remove(node))
