"""Source: one Verilog text with its syntax tree in character offsets, parsed once for all finders.

Holds nodes, lines and contexts. What a signal is stands in `signals`; what a fault is, in the finders.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from resources.domains.chip_design.language.guard import guard
from resources.domains.faults import Change
from resources.domains.toolkit.rules import Place

ASSIGNMENTS = ("AssignmentExpression", "NonblockingAssignmentExpression")
PROCEDURES = ("AlwaysBlock", "AlwaysFFBlock", "AlwaysCombBlock", "AlwaysLatchBlock", "InitialBlock")


@dataclass(slots=True, eq=False)
class Node:
    """A syntax node or token. `kind` is slang's name of it; `text` is a token's own text, else "".

    `whole` is False where a token is missing or comes from a macro: such a place cannot be edited.
    """

    kind: str
    is_token: bool
    start: int
    end: int
    text: str = ""
    whole: bool = True
    children: list["Node"] = field(default_factory=list)
    parent: "Node | None" = None

    def ancestors(self) -> Iterator["Node"]:
        node = self.parent
        while node is not None:
            yield node
            node = node.parent

    def ancestor(self, *kinds: str) -> "Node | None":
        return next((node for node in self.ancestors() if node.kind in kinds), None)

    def child(self, *kinds: str) -> "Node | None":
        return next((node for node in self.children if node.kind in kinds), None)

    def walk(self) -> Iterator["Node"]:
        """This node and all below it, in source order."""
        stack = [self]
        while stack:
            node = stack.pop()
            yield node
            stack.extend(reversed(node.children))


class Source:
    """A parsed text. Never raises for any `code`: what cannot be parsed has an empty tree."""

    def __init__(self, code: str) -> None:
        self.code = code
        self.root = parse(code)
        self.by_kind: dict[str, list[Node]] = {}
        for node in self.root.walk():
            if node.whole and (node.end > node.start):
                self.by_kind.setdefault(node.kind, []).append(node)
        self._constructs: dict[Node, str] = {}
        self._line_starts = [0, *(index + 1 for index, char in enumerate(code) if char == "\n")]

    def nodes(self, *kinds: str) -> list[Node]:
        """Whole nodes of these kinds, in source order."""
        if len(kinds) == 1:
            return self.by_kind.get(kinds[0], [])
        nodes = [node for kind in kinds for node in self.by_kind.get(kind, [])]
        return sorted(nodes, key=lambda node: (node.start, -node.end))

    @cached_property
    def tokens(self) -> list[Node]:
        """Whole tokens of the text itself, in source order."""
        return [node for node in self.root.walk() if node.is_token and node.whole and node.end > node.start]

    def text(self, node: Node) -> str:
        return self.code[node.start : node.end]

    def line(self, offset: int) -> int:
        return bisect_right(self._line_starts, offset)

    def indent(self, offset: int) -> str:
        """The white space that begins the line of `offset`."""
        start = self._line_starts[self.line(offset) - 1]
        line = self.code[start:offset]
        return line[: len(line) - len(line.lstrip())]

    def begins_line(self, node: Node) -> bool:
        return not self.code[self._line_starts[self.line(node.start) - 1] : node.start].strip()

    def replace(self, node: Node, replacement: str) -> Change:
        return Change(node.start, node.end, self.text(node), replacement)

    def insert(self, offset: int, text: str) -> Change:
        return Change(offset, offset, "", text)

    def remove(self, start: int, end: int) -> Change:
        """Cut a span; with it the whole line where nothing else stands on it."""
        first = self._line_starts[self.line(start) - 1]
        stop = self.code.find("\n", end)
        stop = len(self.code) if stop < 0 else stop + 1
        if not self.code[first:start].strip() and not self.code[end:stop].strip():
            start, end = first, stop
        return Change(start, end, self.code[start:end], "")

    def remove_inline(self, start: int, end: int) -> Change:
        """Cut a span and nothing around it."""
        return Change(start, end, self.code[start:end], "")

    def place(self, node: Node, changes: tuple[Change, ...]) -> Place:
        """Where a fault's kind applies; `node` is what its context is named after."""
        return Place(changes, self.context(node))

    def context(self, node: Node) -> str:
        """The construct around a node, as an engineer would name it ("always block of q")."""
        for around in (node, *node.ancestors()):
            if around not in self._constructs:
                self._constructs[around] = _construct(self, around)
            if self._constructs[around]:
                return self._constructs[around]
        return "source text"


def parse(code: str) -> Node:
    """The tree of `code`; an empty root where there is nothing that can be parsed.

    What the domain's guard refuses (files to include, macros without bound) is not parsed either, nor is what nests
    too deeply for slang.
    """
    import pyslang

    nothing = Node("CompilationUnit", False, 0, 0)
    if guard(code):
        return nothing
    try:
        tree = pyslang.syntax.SyntaxTree.fromText(code)
    except RuntimeError:
        return nothing
    return _Converter(code, len(code.encode()), pyslang.parsing.Token).convert(tree.root)


class _Converter:
    """Copies slang's tree, with offsets in bytes, into Nodes with offsets in characters."""

    def __init__(self, code: str, byte_count: int, token_type: type) -> None:
        self._token_type = token_type
        self._names: dict[Any, str] = {}
        self._buffer: int | None = None
        self._characters: list[int] | None = None
        if byte_count != len(code):
            lengths = (len(char.encode()) for char in code)
            self._characters = [index for index, length in enumerate(lengths) for _ in range(length)] + [len(code)]

    def convert(self, root: Any) -> Node:
        self._buffer = root.sourceRange.start.buffer.id
        top = Node(self._name(root), root.__class__ is self._token_type, 0, 0)
        stack: list[tuple[Any, Node]] = [(root, top)]
        order: list[Node] = []
        while stack:
            raw, node = stack.pop()
            order.append(node)
            for item in raw:
                if item is None:
                    continue
                child = self._token(item) if item.__class__ is self._token_type else Node(self._name(item), False, 0, 0)
                child.parent = node
                node.children.append(child)
                if not child.is_token:
                    stack.append((item, child))
        for node in reversed(order):
            _span(node)
        return top

    def _name(self, raw: Any) -> str:
        kind = raw.kind
        name = self._names.get(kind)
        if name is None:
            name = self._names[kind] = kind.name
        return name

    def _token(self, raw: Any) -> Node:
        location, text = raw.location, raw.rawText
        whole = location.buffer.id == self._buffer and not raw.isMissing
        start = location.offset if whole else 0
        end = start + len(text.encode()) if whole else 0
        if self._characters is not None:
            start, end = self._characters[start], self._characters[end]
        return Node(self._name(raw), True, start, end, text, whole)


def _span(node: Node) -> None:
    """Set a node's span from its children, which are done before it."""
    node.whole = all(child.whole for child in node.children)
    seen = [child for child in node.children if child.end > child.start]
    if seen:
        node.start, node.end = seen[0].start, seen[-1].end


def _construct(source: Source, node: Node) -> str:
    kind = node.kind
    if kind in PROCEDURES:
        return f"{'initial' if kind == 'InitialBlock' else 'always'} block of {_targets(source, node)}"
    if kind == "ContinuousAssign":
        return f"assignment of {_targets(source, node)}"
    if kind in ("AnsiPortList", "NonAnsiPortList", "PortDeclaration"):
        return "port list"
    if kind in ("ParameterPortList", "ParameterDeclarationStatement"):
        return "parameters"
    if kind in ("DataDeclaration", "NetDeclaration", "TypedefDeclaration", "GenvarDeclaration"):
        names = [child.children[0].text for child in node.children if child.kind == "Declarator" and child.children]
        return f"declaration of {', '.join(names[:3]) or source.text(node)[:30]}"
    if kind == "HierarchyInstantiation":
        return f"instance of {node.children[0].text}"
    if kind == "FunctionDeclaration":
        return "function"
    if kind == "ModuleDeclaration":
        tokens = [item.text for item in node.walk() if item.kind == "Identifier"]
        return f"module {tokens[0] if tokens else ''}".rstrip()
    return ""


def _targets(source: Source, node: Node) -> str:
    names: list[str] = []
    for item in node.walk():
        if item.kind in ASSIGNMENTS and item.children:
            names += [leaf.text for leaf in item.children[0].walk() if leaf.kind == "Identifier"][:1]
    unique = list(dict.fromkeys(names))
    return ", ".join(unique[:3]) + (", ..." if len(unique) > 3 else "") if unique else "nothing"
