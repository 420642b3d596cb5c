"""Reading what stands before declarators: words, attributes, names of types, structures, enumerations."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from resources.domains.embedded_systems.interpretation.code import Code, Place
from resources.domains.embedded_systems.interpretation.cursor import Cursor
from resources.domains.embedded_systems.interpretation.kinds import CHAR, INT, VOID, Integer, Kind, Structure
from resources.domains.embedded_systems.interpretation.names import Declared, Specified
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_WORDS = frozenset(("int", "char", "short", "long", "unsigned", "signed", "void"))
QUALIFIERS = frozenset(
    ("const", "volatile", "restrict", "__restrict", "inline", "__inline", "static", "extern", "register", "typedef",
     "__volatile__", "_Noreturn", "auto", "__inline__")
)  # fmt: skip
ATTRIBUTES = frozenset(("__attribute__", "__attribute", "_Alignas", "_Static_assert", "__extension__"))


class Specifiers(Cursor, ABC):
    """`at_type` tells whether to call `specified`. An enumeration's constants and a structure's members need what
    extends this: expressions and declarators."""

    @abstractmethod
    def assignment(self) -> Code:
        """An expression without commas."""

    @abstractmethod
    def variable(self, name: str) -> Place | None:
        """None for a name that is no variable."""

    def constant_value(self) -> int:
        code = self.assignment()
        if code.value is None:
            raise Unfollowed("a constant expected")
        return code.value

    @abstractmethod
    def declarator(self, kind: Kind) -> Declared:
        """What is declared of a type, with its name."""

    def at_type(self) -> bool:
        """Whether a type begins here. A variable hides a type of its name."""
        token = self.token
        if token in _WORDS or token in QUALIFIERS or token in ATTRIBUTES or token in ("struct", "union", "enum"):
            return True
        return token in self.names.types and self.variable(token) is None

    def specified(self) -> Specified:
        words: list[str] = []
        kind: Kind | None = None
        while True:
            token = self.token
            if token in QUALIFIERS or token in _WORDS:
                words.append(self.take())
            elif token in ATTRIBUTES:
                self._attribute()
            elif token in ("struct", "union", "enum"):
                kind = self._enumeration() if token == "enum" else self._structure()
            elif kind is None and not _WORDS.intersection(words) and token in self.names.types:
                kind = self.names.types[self.take()]
            else:
                break
        found = frozenset(words)
        if kind is None and not found & _WORDS:
            raise Unfollowed(f"a type expected, not {self.token}")
        return Specified(kind if kind is not None else _plain(words), found)

    def _attribute(self) -> None:
        if self.take() != "__extension__":
            self.skip_brackets()

    def _structure(self) -> Kind:
        overlay = self.take() == "union"
        while self.token in ATTRIBUTES:
            if "packed" in self.tokens[self.place : self.place + 5]:
                raise Unfollowed("a packed structure")
            self._attribute()
        tag = self.take() if is_name(self.token) else ""
        kind = self.names.tags.setdefault(tag, Structure()) if tag else Structure()
        if self.accept("{"):
            if kind.members:
                kind = self.names.tags[tag] = Structure()
            while not self.accept("}"):
                self._members(kind, overlay)
            kind.close()
        return kind

    def _members(self, kind: Structure, overlay: bool) -> None:
        specified = self.specified()
        while True:
            declared = self.declarator(specified.kind)
            if self.token == ":" or not declared.kind.size or not declared.name:
                raise Unfollowed("a member of another kind")
            kind.add(declared.name, declared.kind, overlay=overlay)
            if not self.accept(","):
                break
        self.expect(";")

    def _enumeration(self) -> Kind:
        self.take()
        if is_name(self.token):
            self.take()
        if self.accept("{"):
            value = 0
            while not self.accept("}"):
                name = self.take()
                value = self.constant_value() if self.accept("=") else value
                self.names.constants[name] = value
                value += 1
                if not self.accept(","):
                    self.expect("}")
                    break
        return INT


def _plain(words: Sequence[str]) -> Kind:
    signed = "unsigned" not in words
    if "void" in words:
        return VOID
    if "char" in words:
        return Integer(1, True) if "signed" in words else CHAR
    if "short" in words:
        return Integer(2, signed)
    return Integer(8 if words.count("long") > 1 else 4, signed)
