"""Faults of category "memory and types": bounds, stack, alignment, pointers, widths and signs."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.ordinary import MEMORY
from resources.domains.embedded_systems.language.source import Source
from resources.domains.toolkit.rules import Place, rule

_NARROWER = {"uint32_t": ("uint8_t",), "uint16_t": ("uint8_t", "int16_t"), "int32_t": ("int16_t", "uint32_t"),
             "uint8_t": ("int8_t",), "int64_t": ("int32_t",), "uint64_t": ("uint32_t",)}  # fmt: skip


@rule(MEMORY, "A buffer has one place too few.")
def buffer_one_too_small(source: Source) -> Iterator[Place]:
    for node in source.nodes("array_declarator"):
        size = node.child_by_field_name("size")
        if size is not None:
            yield source.place(node, source.replace(size, f"({source.text(size)}) - 1U"))


@rule(MEMORY, "A loop runs one step too far.")
def loop_one_too_far(source: Source) -> Iterator[Place]:
    for node in source.nodes("for_statement"):
        condition = node.child_by_field_name("condition")
        operator = condition.child_by_field_name("operator") if condition is not None else None
        if operator is not None and source.text(operator) == "<":
            yield source.place(node, source.replace(operator, "<="))


@rule(MEMORY, "An automatic array is larger than the stack.")
def stack_overflow(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        body = node.child_by_field_name("body")
        if body is not None and body.named_children and not node.has_error:
            first = body.named_children[0]
            indent = source.indent(first)
            text = (
                f"volatile uint8_t workspace[16384];\n{indent}for (uint32_t i = 0; i < sizeof workspace; i++) {{\n"
                f"{indent}    workspace[i] = 0;\n{indent}}}\n{indent}"
            )
            yield source.place(node, source.insert(first.start_byte, text))


@rule(MEMORY, "A function calls itself without an end.")
def endless_recursion(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        body, name = node.child_by_field_name("body"), source.name_of(node)
        head = source.text(node).partition("{")[0]
        if body is None or not body.named_children or name == "main" or not re.search(r"\(\s*void\s*\)", head):
            continue
        first = body.named_children[0]
        text = f"volatile uint32_t depth[8];\n{source.indent(first)}depth[0] = 1U;\n{source.indent(first)}{name}();\n"
        text += f"{source.indent(first)}depth[1] = depth[0];\n{source.indent(first)}"
        yield source.place(node, source.insert(first.start_byte, text))


@rule(MEMORY, "Two words are accessed at an address that is not a multiple of four.")
def unaligned_access(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        body = node.child_by_field_name("body")
        if body is not None and body.named_children and not node.has_error:
            first = body.named_children[0]
            indent = source.indent(first)
            text = (
                f"static uint8_t frame[16];\n{indent}uint8_t *volatile field = frame + 1;\n"
                f"{indent}*(volatile uint64_t *)(void *)field = 1U;\n{indent}"
            )
            yield source.place(node, source.insert(first.start_byte, text))


@rule(MEMORY, "A division by a value that is zero.")
def division_by_zero(source: Source) -> Iterator[Place]:
    for node in source.nodes("binary_expression"):
        operator, divisor = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if divisor is None or source.text(operator) not in ("/", "%") or "->" in source.text(divisor):
            continue
        if source.function(node):
            yield source.place(node, source.replace(divisor, "(*(volatile uint32_t *)&(uint32_t){0})"))


@rule(MEMORY, "A pointer is off by far.")
def wild_pointer(source: Source) -> Iterator[Place]:
    for node in source.nodes("subscript_expression"):
        index, name = node.child_by_field_name("index"), node.child_by_field_name("argument")
        if index is not None and name is not None and name.type == "identifier":
            yield source.place(node, source.replace(index, f"({source.text(index)}) + 0x28000000U"))
    for node in source.nodes("pointer_expression"):
        inner = node.child_by_field_name("argument")
        if inner is not None and inner.type == "identifier" and source.text(node).startswith("*"):
            yield source.place(node, source.replace(inner, f"({source.text(inner)} + 0x28000000U)"))


@rule(MEMORY, "A variable is too narrow for its values, or has the wrong sign.")
def narrowed_type(source: Source) -> Iterator[Place]:
    for node in source.nodes("primitive_type"):
        parent = node.parent
        if parent is not None and parent.type == "declaration":
            for other in _NARROWER.get(source.text(node), ()):
                yield source.place(node, source.replace(node, other))


@rule(MEMORY, "A local variable that keeps its value between calls is not static.")
def static_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("storage_class_specifier"):
        parent = node.parent
        local = parent is not None and parent.type == "declaration" and source.function(parent) != ""
        if source.text(node) == "static" and local:
            start, end = source.position(node.start_byte), source.position(node.end_byte) + 1
            yield source.place(node, source.cut(start, end))


@rule(MEMORY, "A value is written to an address in flash.")
def write_to_flash(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        left = assignment.child_by_field_name("left")
        if left is not None and left.type in ("identifier", "subscript_expression") and "->" not in target:
            operator = source.text(assignment.child_by_field_name("operator"))
            if operator == "=":
                text = "*(volatile uint32_t *)0x08000100U"
                yield source.place(statement, source.replace(left, text))
