"""Source: one C text with its syntax tree in character offsets, parsed once for all rules. No rule stands here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING

from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

MAXIMUM_CHARACTERS = 256 << 10
MAXIMUM_NESTING = 250
"""gcc needs minutes for 50,000 levels; the C standard asks for 127 of blocks and 63 of parentheses."""
MAXIMUM_PARSED = 64 << 10


def unreadable(code: str) -> str:
    """Why a text is not looked at any further; "" where it is."""
    try:
        code.encode("utf-8")
    except UnicodeEncodeError:
        return "the source is not valid UTF-8"
    if "\0" in code:
        return "the source holds a NUL character"
    if len(code) > MAXIMUM_CHARACTERS:
        return f"the source has {len(code)} characters; at most {MAXIMUM_CHARACTERS} are read"
    if deepest_nesting(code) > MAXIMUM_NESTING:
        return f"brackets nest deeper than {MAXIMUM_NESTING} levels"
    return ""


def deepest_nesting(code: str) -> int:
    """The most brackets that are open at once, those in comments and texts counted too."""
    deepest = depth = 0
    for bracket in re.findall(r"[][(){}]", code):
        depth += 1 if bracket in "([{" else -1
        deepest = max(deepest, depth)
    return deepest


@cache
def _parser() -> Callable[[], Parser]:
    import tree_sitter
    import tree_sitter_c

    language = tree_sitter.Language(tree_sitter_c.language())
    return lambda: tree_sitter.Parser(language)


@lru_cache(maxsize=64)
def parse(code: str) -> Source | None:
    """The same for all who ask of a text. None for one that is not looked at: not UTF-8, NUL, too long."""
    if unreadable(code) or len(code) > MAXIMUM_PARSED:
        return None
    return Source(code)


class Source:
    """A parsed text. What cannot be parsed has error nodes, and rules skip what is around them."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._bytes = code.encode()
        self._ascii = len(self._bytes) == len(code)
        self._tree = _parser()().parse(self._bytes)

    @cached_property
    def _by_type(self) -> dict[str, list[Node]]:
        by_type: dict[str, list[Node]] = {}
        stack = [self._tree.root_node]
        while stack:
            node = stack.pop()
            by_type.setdefault(node.type, []).append(node)
            stack.extend(reversed(node.children))
        return by_type

    @property
    def missing_nodes(self) -> list[Node]:
        """Tokens that the parser had to imagine."""
        return [node for nodes in self._by_type.values() for node in nodes if node.is_missing]

    @property
    def missing(self) -> int:
        return len(self.missing_nodes)

    def nodes(self, *types: str) -> list[Node]:
        """Nodes of these types in source order."""
        nodes = [node for kind in types for node in self._by_type.get(kind, ())]
        return sorted(nodes, key=lambda node: (node.start_byte, -node.end_byte)) if len(types) > 1 else nodes

    def position(self, offset: int) -> int:
        """Characters before a byte offset."""
        return offset if self._ascii else len(self._bytes[:offset].decode("utf-8", "ignore"))

    def text(self, node: Node | None) -> str:
        return "" if node is None else self._bytes[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def replace(self, node: Node, replacement: str) -> Change:
        start, end = self.position(node.start_byte), self.position(node.end_byte)
        return Change(start, end, self.code[start:end], replacement)

    def cut(self, start: int, end: int) -> Change:
        """Cuts characters, and the whole line where nothing else stands on it."""
        first = self.code.rfind("\n", 0, start) + 1
        stop = self.code.find("\n", end)
        stop = len(self.code) if stop < 0 else stop + 1
        if not self.code[first:start].strip() and not self.code[end:stop].strip():
            start, end = first, stop
        return Change(start, end, self.code[start:end], "")

    def remove(self, node: Node) -> Change:
        return self.cut(self.position(node.start_byte), self.position(node.end_byte))

    def insert(self, offset: int, text: str) -> Change:
        at = self.position(offset)
        return Change(at, at, "", text)

    def indent(self, node: Node) -> str:
        start = self.position(node.start_byte)
        line = self.code[self.code.rfind("\n", 0, start) + 1 : start]
        return line[: len(line) - len(line.lstrip())]

    def place(self, node: Node, *changes: Change) -> Place:
        return Place(tuple(changes), self.context(node))

    def function(self, node: Node) -> str:
        """The name of the function around a node; "" outside of all."""
        around: Node | None = node
        while around is not None and around.type != "function_definition":
            around = around.parent
        return self.name_of(around) if around is not None else ""

    def name_of(self, definition: Node) -> str:
        """The declared name of a function or declarator."""
        node: Node | None = definition.child_by_field_name("declarator")
        while node is not None and node.type not in ("identifier", "field_identifier"):
            node = node.child_by_field_name("declarator")
        return self.text(node)

    def context(self, node: Node) -> str:
        name = self.function(node)
        return f"function {name}" if name else "declarations"

    def statements(self) -> Iterator[Node]:
        """Expression statements within functions."""
        for node in self.nodes("expression_statement"):
            if node.parent is not None and not node.has_error:
                yield node

    def assignments(self) -> Iterator[tuple[Node, str, Node]]:
        """(statement, text of its target, assignment) of each plain assignment statement."""
        for statement in self.statements():
            inner = statement.named_children[0] if statement.named_children else None
            if inner is not None and inner.type == "assignment_expression":
                yield statement, self.text(inner.child_by_field_name("left")), inner

    def calls(self, *names: str) -> Iterator[tuple[Node, Node]]:
        """(statement, call) of each statement that only calls one of these functions."""
        for statement in self.statements():
            inner = statement.named_children[0] if statement.named_children else None
            called = inner is not None and inner.type == "call_expression"
            if inner is not None and called and self.text(inner.child_by_field_name("function")) in names:
                yield statement, inner

    def in_mask(self, node: Node) -> bool:
        """Whether the node is part of what a "~" inverts: the bits that a statement clears."""
        around = node.parent
        while around is not None and not around.type.endswith("statement"):
            if around.type == "unary_expression" and self.text(around).startswith("~"):
                return True
            around = around.parent
        return False

    def in_handler(self, node: Node) -> bool:
        return self.function(node).endswith("Handler")


def within(node: Node, kind: str) -> Iterator[Node]:
    """Nodes of a type below a node, in source order."""
    stack = [node]
    while stack:
        inner = stack.pop()
        if inner.type == kind:
            yield inner
        stack.extend(reversed(inner.children))
