"""Verilog text of public sets, read and edited by pyslang's token positions: modules, renaming, stubs, prints.

Text is UTF-8 and offsets are bytes, as pyslang counts them. What a print's words mean is `bench_messages`.
Nodes that come out of a macro are read but never edited: they have no place of their own in the text.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from resources.domains.chip_design.language.guard import guard
from resources.domains.chip_design.language.syntax import is_token, kind_of, parse

CONDITIONS = frozenset({"ConditionalStatement", "CaseStatement", "ImmediateAssertStatement"})
_COMMENT_BEHIND = re.compile(rb"[ \t]*//[^\n]*")
PORT_MEMBERS = frozenset({"PortDeclaration", "ParameterDeclarationStatement"})


class VerilogError(Exception):
    """The text cannot be read as Verilog, or lacks what is asked for. The message says which."""


@dataclass(frozen=True)
class TextEdit:
    """bytes[start:end] become `replacement`."""

    start: int
    end: int
    replacement: str


@dataclass(frozen=True)
class SystemCall:
    """A system task used as a statement: text[start:end] with its semicolon, its arguments' text.

    `words` is the first string literal, "" without one; `conditional` whether an if or case decides over it.
    """

    name: str
    start: int
    end: int
    arguments: tuple[str, ...]
    words: str
    conditional: bool
    module: str


@dataclass(frozen=True)
class ModuleSpan:
    """text[start:end] is a whole module, from its attributes or keyword to its end label."""

    name: str
    start: int
    end: int


class VerilogText:
    """One parsed text. An `include is let through: `parse` reads no file, and what it would bring stays unknown."""

    def __init__(self, text: str) -> None:
        refusal = guard(text.replace("`include", "`included"))
        if refusal:
            raise VerilogError(refusal)
        try:
            self.raw = text.encode("utf-8")
            self._tree = parse(text)
        except RuntimeError as error:
            raise VerilogError(f"cannot be parsed: {error}") from None
        self._nodes: list[Any] = []
        self._tree.root.visit(self._nodes.append)

    def _of_kind(self, kind: str) -> Iterator[Any]:
        return (node for node in self._nodes if not is_token(node) and kind_of(node) == kind)

    def _span(self, node: Any) -> tuple[int, int] | None:
        """Byte range of a node written out in the text; None where a macro made it."""
        span = node.range if is_token(node) else node.sourceRange
        first, last = span.start, span.end
        manager = self._tree.sources
        if not manager.isFileLoc(first) or not manager.isFileLoc(last):
            return None
        return (first.offset, last.offset)

    def slice(self, start: int, end: int) -> str:
        return self.raw[start:end].decode("utf-8", "replace")

    def modules(self) -> tuple[str, ...]:
        """Names of the modules declared, in order."""
        return tuple(node.header.name.valueText for node in self._of_kind("ModuleDeclaration"))

    def module_spans(self) -> Iterator[ModuleSpan]:
        """Where the modules that are written out stand, in order."""
        for node in self._of_kind("ModuleDeclaration"):
            span = self._span(node)
            if span is not None:
                yield ModuleSpan(node.header.name.valueText, *span)

    def packages(self) -> tuple[str, ...]:
        """Names of the packages declared, in order."""
        return tuple(node.header.name.valueText for node in self._of_kind("PackageDeclaration"))

    def instantiated(self, within: str = "") -> tuple[str, ...]:
        """Names of the modules instantiated (in module `within`), in order, once each."""
        names = (
            node.type.valueText
            for node in self._of_kind("HierarchyInstantiation")
            if not within or _module_of(node) == within
        )
        return tuple(dict.fromkeys(names))

    def tops(self) -> tuple[str, ...]:
        """Modules that no other module of this text instantiates."""
        used = set(self.instantiated())
        return tuple(name for name in self.modules() if name not in used)

    def renamed(self, old: str, new: str) -> str:
        """The text with module `old` called `new`: declaration, end label and instances."""
        tokens: list[Any] = []
        for node in self._of_kind("ModuleDeclaration"):
            tokens.append(node.header.name)
            if node.blockName is not None:
                tokens.append(node.blockName.name)
        tokens += [node.type for node in self._of_kind("HierarchyInstantiation")]
        spans = [self._span(token) for token in tokens if token.valueText == old]
        return self.edited(TextEdit(*span, new) for span in spans if span is not None)

    def interface(self, module: str) -> str:
        """A stub: the module's header, a non-ANSI header's port declarations, and `endmodule`. "" if not found."""
        for node in self._of_kind("ModuleDeclaration"):
            span = self._span(node.header)
            if node.header.name.valueText != module or span is None:
                continue
            parts = [self.slice(*span)]
            if node.header.ports is not None and kind_of(node.header.ports) != "AnsiPortList":
                members = (member for member in node.members if kind_of(member) in PORT_MEMBERS)
                parts += ["  " + self.slice(*place) for member in members if (place := self._span(member))]
            return "\n".join([*parts, "endmodule"]) + "\n"
        return ""

    def end_of_ports(self, module: str) -> int:
        """Where the header ends or, of one without types, the declarations of its ports: with the rest of the line
        where a comment stands there. VerilogError where there is no such place."""
        for node in self._of_kind("ModuleDeclaration"):
            if node.header.name.valueText == module:
                end = self.module_body(module)
                for member in node.members:
                    if is_token(member) or kind_of(member) not in PORT_MEMBERS:
                        break
                    end = max(end, (self._span(member) or (0, 0))[1])
                comment = _COMMENT_BEHIND.match(self.raw, end)
                return comment.end() if comment else end
        raise VerilogError(f"there is no module {module}")

    def module_body(self, module: str) -> int:
        """Where a module's body begins, after its header; VerilogError where there is no such place."""
        for node in self._of_kind("ModuleDeclaration"):
            span = self._span(node.header)
            if node.header.name.valueText == module and span is not None:
                return span[1]
        raise VerilogError(f"module {module} has no header")

    def module_end(self, module: str) -> int:
        """Where to insert text before a module's `endmodule`; VerilogError where there is no such place."""
        for node in self._of_kind("ModuleDeclaration"):
            span = self._span(node.endmodule)
            if node.header.name.valueText == module and span is not None and span[1] > span[0]:
                return span[0]
        raise VerilogError(f"module {module} has no end")

    def system_calls(self) -> Iterator[SystemCall]:
        """Every system task called as a statement and written out in the text."""
        for node in self._of_kind("ExpressionStatement"):
            call = node.expr
            name = call.left if kind_of(call) == "InvocationExpression" else call
            span = self._span(node)
            if kind_of(name) != "SystemName" or span is None:
                continue
            arguments = getattr(call, "arguments", None)
            given = [item for item in arguments.parameters if not is_token(item)] if arguments is not None else []
            yield SystemCall(
                name.systemIdentifier.valueText,
                *span,
                tuple(str(item).strip() for item in given),
                _first_literal(given),
                _is_conditional(node),
                _module_of(node),
            )

    def edited(self, edits: Iterable[TextEdit]) -> str:
        """The text with edits that do not overlap applied.

        Raises VerilogError where the parser cut a token inside a character: outside strings and comments,
        text that is not ASCII is no Verilog.
        """
        raw = self.raw
        for edit in sorted(set(edits), key=lambda item: (item.start, item.end), reverse=True):
            raw = raw[: edit.start] + edit.replacement.encode() + raw[edit.end :]
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError:
            raise VerilogError("has characters that are not ASCII outside strings and comments") from None


def _ancestors(node: Any) -> Iterator[Any]:
    while node.parent is not None:
        node = node.parent
        yield node


def _module_of(node: Any) -> str:
    """The name of the module around a node; "" outside any."""
    modules = (item for item in _ancestors(node) if kind_of(item) == "ModuleDeclaration")
    return next((str(item.header.name.valueText) for item in modules), "")


def _is_conditional(node: Any) -> bool:
    return any(kind_of(item) in CONDITIONS for item in _ancestors(node))


def _first_literal(arguments: list[Any]) -> str:
    literals: list[str] = []
    for argument in arguments:
        argument.visit(
            lambda item: (
                literals.append(item.valueText) if is_token(item) and kind_of(item) == "StringLiteral" else None
            )
        )
    return literals[0] if literals else ""
