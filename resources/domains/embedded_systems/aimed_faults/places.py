"""Where aimed faults of firmware stand: behind the include, before functions, and before the statements of main."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.source import Source
from resources.domains.toolkit.rules import Place

if TYPE_CHECKING:
    from tree_sitter import Node


def in_main(source: Source, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement of main, up to its first loop without an end."""
    for node in _statements_of_main(source):
        yield from (source.place(node, source.insert(node.start_byte, _lines(source, node, text))) for text in texts)


def _statements_of_main(source: Source) -> Iterator[Node]:
    for definition in source.nodes("function_definition"):
        body = definition.child_by_field_name("body")
        if source.name_of(definition) != "main" or body is None or definition.has_error:
            continue
        for node in body.named_children:
            if node.type != "comment":
                yield node
            if node.type in ("for_statement", "while_statement", "do_statement", "return_statement"):
                break


def _lines(source: Source, node: Node, text: str) -> str:
    return "".join(f"{line}\n{source.indent(node)}" for line in text.splitlines())


def before_functions(source: Source, *texts: str) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        if node.parent is not None and node.parent.type == "translation_unit":
            yield from (source.place(node, source.insert(node.start_byte, f"{text}\n\n")) for text in texts)


def at_top(source: Source, *texts: str) -> Iterator[Place]:
    for node in source.nodes("preproc_include")[:1]:
        yield from (source.place(node, source.insert(node.start_byte, f"{text}\n")) for text in texts)


def defines(source: Source, name: str) -> bool:
    return any(source.name_of(node) == name for node in source.nodes("function_definition"))
