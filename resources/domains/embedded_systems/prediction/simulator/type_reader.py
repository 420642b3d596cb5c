"""Reading types: the words and names before declarators, structures and enumerations with their attributes, and the
pointers, arrays and functions around a name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from resources.domains.embedded_systems.prediction.simulator.storage import Storage
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, is_name
from resources.domains.embedded_systems.prediction.simulator.types import (
    CHAR,
    DOUBLE,
    FLOAT,
    VOID,
    Array,
    Declared,
    Function,
    Integer,
    Kind,
    Names,
    Parameter,
    Pointer,
    Specified,
    Structure,
    decayed,
    enumeration,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

ATTRIBUTES = frozenset(("__attribute__", "__attribute", "_Alignas", "__extension__"))
_PACKED, _ALIGNED = frozenset(("packed", "__packed__")), frozenset(("aligned", "__aligned__", "_Alignas"))
_WORDS = frozenset(("int", "char", "short", "long", "unsigned", "signed", "void", "float", "double"))
QUALIFIERS = frozenset(
    ("const", "volatile", "restrict", "__restrict", "inline", "__inline", "static", "extern", "register", "typedef",
     "__volatile__", "_Noreturn", "auto", "__inline__")
)  # fmt: skip
_TYPEOF = frozenset(("typeof", "__typeof__", "__typeof"))
_BEGINNERS = _TYPEOF | {"struct", "union", "enum"}
_STORAGES = ("typedef", "static", "extern", "register", "auto")


class TypeReader:
    """Types and declarators, read from the tokens into the storage's names. `constant` reads the expression that stands
    there, which has to be a number; `kind_of` reads one for its type alone."""

    def __init__(
        self, tokens: Cursor, storage: Storage, constant: Callable[[], int], kind_of: Callable[[], Kind]
    ) -> None:
        self.tokens, self.storage, self.constant, self.kind_of = tokens, storage, constant, kind_of

    @property
    def names(self) -> Names:
        return self.storage.names

    def at_type(self) -> bool:
        """Whether a type begins here. A variable hides a type of its name."""
        token = self.tokens.token
        if token in _WORDS or token in QUALIFIERS or token in ATTRIBUTES or token in _BEGINNERS:
            return True
        return token in self.names.types and self.storage.variable(token) is None

    def at_assertion(self) -> bool:
        return self.tokens.token == "_Static_assert"

    def check_assertion(self) -> None:
        """_Static_assert(...);"""
        self.tokens.take()
        self.tokens.expect("(")
        if not self.constant():
            raise UnsupportedConstruct("an assertion that does not hold")
        while not self.tokens.accept(")"):
            self.tokens.take()
        self.tokens.expect(";")

    def specified(self) -> Specified:
        words: list[str] = []
        kind: Kind | None = None
        while True:
            token = self.tokens.token
            if token in QUALIFIERS or token in _WORDS:
                words.append(self.tokens.take())
            elif token in ATTRIBUTES:
                self.attributes()
            elif token in _TYPEOF:
                kind = self._type_of()
            elif token in ("struct", "union", "enum"):
                kind = self.enumeration() if token == "enum" else self.structure()
            elif kind is None and not _WORDS.intersection(words) and token in self.names.types:
                kind = self.names.types[self.tokens.take()]
            else:
                break
        distinct = frozenset(words)
        if kind is None and not distinct & _WORDS:
            raise UnsupportedConstruct(f"a type expected, not {self.tokens.token}")
        if sum(words.count(word) for word in _STORAGES) > 1:
            raise UnsupportedConstruct("two storage classes")
        return Specified(kind if kind is not None else _plain(words), distinct)

    def _type_of(self) -> Kind:
        self.tokens.take()
        self.tokens.expect("(")
        kind = self.type_name() if self.at_type() else self.kind_of()
        self.tokens.expect(")")
        return kind

    def attributes(self) -> frozenset[str]:
        """The words of those that stand here."""
        start = self.tokens.place
        while self.tokens.token in ATTRIBUTES:
            if self.tokens.take() != "__extension__":
                self.tokens.skip_brackets()
        if any(".noinit" in word for word in self.tokens.tokens[start : self.tokens.place]):
            raise UnsupportedConstruct("memory that a reset leaves as it is")
        return frozenset(self.tokens.tokens[start : self.tokens.place])

    def structure(self) -> Kind:
        is_union = self.tokens.take() == "union"
        words = self.attributes()
        tag = self._tag()
        if not self.tokens.accept("{"):
            return self.names.structure(tag)
        kind = self.names.new_structure(tag)
        while not self.tokens.accept("}"):
            self._members(kind, is_union)
        words |= self.attributes()
        if words & _ALIGNED:
            raise UnsupportedConstruct("a structure aligned in its own way")
        if words & _PACKED:
            kind.pack(overlay=is_union)
        kind.close()
        return kind

    def _tag(self) -> str:
        """Empty without one."""
        return self.tokens.take() if is_name(self.tokens.token) else ""

    def _members(self, kind: Structure, is_union: bool) -> None:
        specified = self.specified()
        start = self.tokens.place
        while True:
            self._member(kind, self.declarator(specified.kind), is_union)
            if not self.tokens.accept(","):
                break
        if (_PACKED | _ALIGNED).intersection(self.tokens.tokens[start : self.tokens.place]):
            raise UnsupportedConstruct("a member laid in its own way")
        self.tokens.expect(";")

    def _member(self, kind: Structure, declared: Declared, is_union: bool) -> None:
        if declared.name in kind.members:
            raise UnsupportedConstruct(f"two members {declared.name}")
        if self.tokens.accept(":"):
            kind.add_bits(declared.name, declared.kind, self.constant(), overlay=is_union)
        elif not declared.name and isinstance(declared.kind, Structure):
            kind.add_all(declared.kind, overlay=is_union)
        elif not declared.kind.size or not declared.name or isinstance(declared.kind, Function):
            raise UnsupportedConstruct("a member of another kind")
        else:
            kind.add(declared.name, declared.kind, overlay=is_union)

    def enumeration(self) -> Kind:
        self.tokens.take()
        self.attributes()
        tag = self._tag()
        if not self.tokens.accept("{"):
            return self.names.enumeration(tag)
        values = self._constants()
        kind = enumeration(min(values), max(values))
        if tag:
            self.names.enumerations[tag] = kind
        self.attributes()
        return kind

    def _constants(self) -> list[int]:
        values = [-1]
        while not self.tokens.accept("}"):
            name = self.tokens.take()
            values.append(self.constant() if self.tokens.accept("=") else values[-1] + 1)
            self.names.new_constant(name, values[-1])
            if not self.tokens.accept(","):
                self.tokens.expect("}")
                break
        if len(values) == 1:
            raise UnsupportedConstruct("an enumeration of nothing")
        return values[1:]

    def declarator(self, kind: Kind) -> Declared:
        while self.tokens.token in QUALIFIERS or self.tokens.token in ATTRIBUTES or self.tokens.token == "*":
            if self.tokens.token in ATTRIBUTES:
                self.attributes()
            elif self.tokens.take() == "*":
                kind = Pointer(kind)
        if self.tokens.token == "(" and self.tokens.next in ("*", "("):
            return self._nested(kind)
        name = self.tokens.take() if is_name(self.tokens.token) else ""
        kind, parameters = self._suffixes(kind)
        self.attributes()
        return Declared(name, kind, parameters)

    def _nested(self, kind: Kind) -> Declared:
        """A declarator in brackets: what follows it is applied first."""
        inner = self.tokens.place + 1
        self.tokens.skip_brackets()
        kind, parameters = self._suffixes(kind)
        behind, self.tokens.place = self.tokens.place, inner
        declared = self.declarator(kind)
        self.tokens.expect(")")
        self.tokens.place = behind
        return declared if declared.kind is not kind else Declared(declared.name, kind, parameters)

    def _suffixes(self, kind: Kind) -> tuple[Kind, tuple[Parameter, ...]]:
        if self.tokens.accept("("):
            is_open = self.tokens.token == ")"
            parameters, is_variadic = self._parameters()
            kinds = None if is_open else tuple(item.kind for item in parameters)
            return Function(kind, kinds, is_variadic), parameters
        if self.tokens.accept("["):
            count = 0 if self.tokens.token == "]" else self.constant()
            self.tokens.expect("]")
            kind, parameters = self._suffixes(kind)
            if not 0 <= count * kind.size < 1 << 32:
                raise UnsupportedConstruct("an array of no size")
            if isinstance(kind, Function):
                raise UnsupportedConstruct("an array of functions")
            return Array(kind, count), parameters
        return kind, ()

    def _parameters(self) -> tuple[tuple[Parameter, ...], bool]:
        """With whether any more may follow them."""
        parameters: list[Parameter] = []
        while not self.tokens.accept(")"):
            if parameters and self.tokens.accept("..."):
                self.tokens.expect(")")
                return tuple(parameters), True
            declared = self.declarator(self.specified().kind)
            self.attributes()
            if declared.kind != VOID:
                parameters.append(Parameter(declared.name, decayed(declared.kind)))
            if not self.tokens.accept(","):
                self.tokens.expect(")")
                break
        return tuple(parameters), False

    def type_name(self) -> Kind:
        return self.declarator(self.specified().kind).kind


def _plain(words: Sequence[str]) -> Kind:
    kinds = [word for word in words if word in _WORDS]
    if "float" in kinds or "double" in kinds:
        if kinds not in (["float"], ["double"]):
            raise UnsupportedConstruct("a floating-point type of another kind")
        return FLOAT if kinds == ["float"] else DOUBLE
    if not _is_one_type(kinds):
        raise UnsupportedConstruct("two types at once")
    signed = "unsigned" not in kinds
    if "void" in kinds:
        return VOID
    if "char" in kinds:
        return Integer(1, True) if "signed" in kinds else CHAR
    if "short" in kinds:
        return Integer(2, signed)
    return Integer(8 if kinds.count("long") > 1 else 4, signed)


def _is_one_type(words: Sequence[str]) -> bool:
    """Whether the words go together, each once, but for `long`."""
    is_repeated = any(words.count(word) > 1 + (word == "long") for word in words)
    sizes = {"char", "short", "long", "void"}.intersection(words)
    if is_repeated or len(sizes) > 1 or {"signed", "unsigned"} <= set(words):
        return False
    return words == ["void"] if "void" in words else not ("char" in words and "int" in words)
