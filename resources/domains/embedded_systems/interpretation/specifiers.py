"""Reading what stands before declarators: words and names of types. What has a tag is `tagged`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from resources.domains.embedded_systems.interpretation.code import Code, Place
from resources.domains.embedded_systems.interpretation.kinds import CHAR, VOID, Integer, Kind
from resources.domains.embedded_systems.interpretation.names import Specified
from resources.domains.embedded_systems.interpretation.tagged import ATTRIBUTES, Tagged
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

_WORDS = frozenset(("int", "char", "short", "long", "unsigned", "signed", "void"))
QUALIFIERS = frozenset(
    ("const", "volatile", "restrict", "__restrict", "inline", "__inline", "static", "extern", "register", "typedef",
     "__volatile__", "_Noreturn", "auto", "__inline__")
)  # fmt: skip
_STORAGES = ("typedef", "static", "extern", "register", "auto")


class Specifiers(Tagged):
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
                self.attributes()
            elif token in ("struct", "union", "enum"):
                kind = self.enumeration() if token == "enum" else self.structure()
            elif kind is None and not _WORDS.intersection(words) and token in self.names.types:
                kind = self.names.types[self.take()]
            else:
                break
        found = frozenset(words)
        if kind is None and not found & _WORDS:
            raise Unfollowed(f"a type expected, not {self.token}")
        if sum(words.count(word) for word in _STORAGES) > 1:
            raise Unfollowed("two storage classes")
        return Specified(kind if kind is not None else _plain(words), found)


def _plain(words: Sequence[str]) -> Kind:
    kinds = [word for word in words if word in _WORDS]
    if not _is_one_type(kinds):
        raise Unfollowed("two types at once")
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
