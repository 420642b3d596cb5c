"""The macros that a C text defines itself, and what a syntax tree cannot be trusted with because of them.

A parser without a preprocessor takes a macro for a function, a type or a statement. Expansion is the simulator's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.language.source import Source, within

if TYPE_CHECKING:
    from tree_sitter import Node

_WORD = re.compile(r"[A-Za-z_]\w*")
_LARGER = re.compile(r"[;{}]|\w\s+[A-Za-z_]\w*|\b(?:for|while|if|do|return|typedef|struct|enum|union)\b|^[^()]*,")
"""A statement, a declaration, or several values."""
_BRANCH = re.compile(r"^[ \t]*#[ \t]*(if|endif)", re.MULTILINE)
_STATEMENTS = frozenset(("function_definition", "translation_unit", "compound_statement"))


@dataclass(frozen=True)
class Macros:
    """`larger` are those that come to more than an expression. `words` are those of all bodies, and of the arguments
    that larger ones are called with: any may be declared there. `makes_names`: one puts names together. `conditional`:
    where branches begin and end that may be left out."""

    larger: frozenset[str]
    words: frozenset[str]
    makes_names: bool
    conditional: tuple[range, ...]

    def is_conditional(self, offset: int) -> bool:
        return any(offset in part for part in self.conditional)

    def is_near(self, source: Source, node: Node) -> bool:
        """Whether a larger one stands in the same statement or declaration, or the one before."""
        around = node
        while around.parent is not None and around.parent.type not in _STATEMENTS:
            around = around.parent
        beside = (around, around.prev_named_sibling)
        texts = (source.text(item) for item in beside if item is not None and item.type != "compound_statement")
        return any(not self.larger.isdisjoint(_WORD.findall(text)) for text in texts)


def macros_of(source: Source) -> Macros:
    definitions = source.nodes("preproc_def", "preproc_function_def")
    bodies = {
        source.text(node.child_by_field_name("name")): source.text(node.child_by_field_name("value"))
        for node in definitions
    }
    larger = frozenset(name for name, body in bodies.items() if not body or _LARGER.search(body))
    words = {word for body in bodies.values() for word in _WORD.findall(body)} | bodies.keys()
    for node in source.nodes("call_expression", "macro_type_specifier"):
        if source.text(node.named_child(0)) in larger:
            words |= {source.text(item) for kind in ("identifier", "type_identifier") for item in within(node, kind)}
    makes_names = any("##" in body for body in bodies.values())
    return Macros(larger, frozenset(words), makes_names, tuple(_conditional(source.code)))


def _conditional(code: str) -> Iterator[range]:
    """Outermost branches, by their lines: what a branch leaves out need not be C."""
    start = depth = 0
    for match in _BRANCH.finditer(code):
        if match[1] == "if":
            start = match.start() if not depth else start
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                yield range(start, match.end())
