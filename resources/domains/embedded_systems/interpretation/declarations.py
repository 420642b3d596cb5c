"""Reading types: specifiers, declarators, structures, enumerations. Tokens are read here and in what extends this."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from resources.domains.embedded_systems.interpretation.code import Code, Place
from resources.domains.embedded_systems.interpretation.kinds import (
    BOOL,
    CHAR,
    INT,
    LONG_LONG,
    UNSIGNED,
    VOID,
    Array,
    Function,
    Integer,
    Kind,
    Pointer,
    Structure,
    decayed,
)
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_SIZES = tuple((size, signed) for size in (1, 2, 4, 8) for signed in (False, True))
STANDARD: dict[str, Kind] = {
    **{f"{'' if signed else 'u'}int{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_least{8 * size}_t": Integer(size, signed) for size, signed in _SIZES},
    **{f"{'' if signed else 'u'}int_fast{8 * size}_t": Integer(max(size, 4), signed) for size, signed in _SIZES},
    "size_t": UNSIGNED, "uintptr_t": UNSIGNED, "intptr_t": INT, "ptrdiff_t": INT, "bool": BOOL, "_Bool": BOOL,
    "uintmax_t": Integer(8, False), "intmax_t": LONG_LONG,
}  # fmt: skip
_WORDS = frozenset(("int", "char", "short", "long", "unsigned", "signed", "void"))
_QUALIFIERS = frozenset(
    ("const", "volatile", "restrict", "__restrict", "inline", "__inline", "static", "extern", "register", "typedef",
     "__volatile__", "_Noreturn", "auto", "__inline__")
)  # fmt: skip
_ATTRIBUTES = frozenset(("__attribute__", "__attribute", "_Alignas", "_Static_assert", "__extension__"))


@dataclass(frozen=True)
class Specified:
    """What stands before the declarators."""

    kind: Kind
    words: frozenset[str]


@dataclass(frozen=True)
class Parameter:
    name: str
    kind: Kind


@dataclass(frozen=True)
class Declared:
    """A declarator: `parameters` where it is a function's own."""

    name: str
    kind: Kind
    parameters: tuple[Parameter, ...] = ()


@dataclass
class Names:
    """Types and constants by name."""

    types: dict[str, Kind] = field(default_factory=lambda: dict(STANDARD))
    tags: dict[str, Structure] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)

    def copy(self) -> Names:
        return Names(dict(self.types), dict(self.tags), dict(self.constants))


class Declarations:
    """A reader of tokens that knows types. Raises Unfollowed."""

    def __init__(self, tokens: Sequence[str], names: Names) -> None:
        self.tokens = [*tokens, "", "", ""]
        self.place = 0
        self.names = names

    @property
    def token(self) -> str:
        return self.tokens[self.place]

    def take(self) -> str:
        token = self.tokens[self.place]
        if not token:
            raise Unfollowed("the text ends too early")
        self.place += 1
        return token

    def accept(self, token: str) -> bool:
        found = self.tokens[self.place] == token
        self.place += found
        return found

    def expect(self, token: str) -> None:
        if not self.accept(token):
            raise Unfollowed(f"{token} expected, not {self.token}")

    def skip_brackets(self) -> None:
        """Over a bracket and what it holds."""
        depth = 0
        while True:
            token = self.take()
            depth += (token in ("(", "[", "{")) - (token in (")", "]", "}"))
            if depth == 0:
                return

    def expression(self) -> Code:
        raise NotImplementedError

    def assignment(self) -> Code:
        raise NotImplementedError

    def variable(self, name: str) -> Place | None:
        raise NotImplementedError

    def constant_value(self) -> int:
        code = self.assignment()
        if code.value is None:
            raise Unfollowed("a constant expected")
        return code.value

    def at_type(self) -> bool:
        """Whether a type begins here. A variable hides a type of its name."""
        token = self.token
        if token in _WORDS or token in _QUALIFIERS or token in _ATTRIBUTES or token in ("struct", "union", "enum"):
            return True
        return token in self.names.types and self.variable(token) is None

    def specified(self) -> Specified:
        words: list[str] = []
        kind: Kind | None = None
        while True:
            token = self.token
            if token in _QUALIFIERS or token in _WORDS:
                words.append(self.take())
            elif token in _ATTRIBUTES:
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
        while self.token in _ATTRIBUTES:
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

    def declarator(self, kind: Kind) -> Declared:
        while self.token in _QUALIFIERS or self.token in _ATTRIBUTES or self.token == "*":
            if self.token in _ATTRIBUTES:
                self._attribute()
            elif self.take() == "*":
                kind = Pointer(kind)
        if self.token == "(" and self.tokens[self.place + 1] in ("*", "("):
            return self._nested(kind)
        name = self.take() if is_name(self.token) else ""
        kind, parameters = self._suffixes(kind)
        while self.token in _ATTRIBUTES:
            self._attribute()
        return Declared(name, kind, parameters)

    def _nested(self, kind: Kind) -> Declared:
        """A declarator in brackets: what follows it is applied first."""
        inner = self.place + 1
        self.skip_brackets()
        kind, parameters = self._suffixes(kind)
        behind, self.place = self.place, inner
        declared = self.declarator(kind)
        self.expect(")")
        self.place = behind
        return declared if declared.kind is not kind else Declared(declared.name, kind, parameters)

    def _suffixes(self, kind: Kind) -> tuple[Kind, tuple[Parameter, ...]]:
        if self.accept("("):
            parameters = self._parameters()
            return Function(kind), parameters
        if self.accept("["):
            count = 0 if self.token == "]" else self.constant_value()
            self.expect("]")
            kind, parameters = self._suffixes(kind)
            if not 0 <= count * kind.size < 1 << 32:
                raise Unfollowed("an array of no size")
            return Array(kind, count), parameters
        return kind, ()

    def _parameters(self) -> tuple[Parameter, ...]:
        found: list[Parameter] = []
        while not self.accept(")"):
            declared = self.declarator(self.specified().kind)
            if declared.kind != VOID:
                found.append(Parameter(declared.name, decayed(declared.kind)))
            if not self.accept(","):
                self.expect(")")
                break
        return tuple(found)

    def type_name(self) -> Kind:
        return self.declarator(self.specified().kind).kind


def _plain(words: Sequence[str]) -> Kind:
    signed = "unsigned" not in words
    if "void" in words:
        return VOID
    if "char" in words:
        return Integer(1, True) if "signed" in words else CHAR
    if "short" in words:
        return Integer(2, signed)
    return Integer(8 if words.count("long") > 1 else 4, signed)
