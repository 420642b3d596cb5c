"""Reading what has a tag: structures and unions with their members, enumerations, and the attributes that lay them out.

What stands beside them before a declarator is `specifiers`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from resources.domains.embedded_systems.interpretation.cursor import Cursor
from resources.domains.embedded_systems.interpretation.kinds import Function, Kind, Structure, enumeration
from resources.domains.embedded_systems.interpretation.names import Declared, Specified
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

ATTRIBUTES = frozenset(("__attribute__", "__attribute", "_Alignas", "_Static_assert", "__extension__"))
_PACKED, _ALIGNED = frozenset(("packed", "__packed__")), frozenset(("aligned", "__aligned__", "_Alignas"))


class Tagged(Cursor, ABC):
    """From the words struct, union and enum on."""

    @abstractmethod
    def constant_value(self) -> int:
        """Of the expression that stands here."""

    @abstractmethod
    def specified(self) -> Specified:
        """What stands before declarators."""

    @abstractmethod
    def declarator(self, kind: Kind) -> Declared:
        """What is declared of a type, with its name."""

    def attributes(self) -> frozenset[str]:
        """The words of those that stand here."""
        start = self.place
        while self.token in ATTRIBUTES:
            if self.take() != "__extension__":
                self.skip_brackets()
        return frozenset(self.tokens[start : self.place])

    def structure(self) -> Kind:
        is_union = self.take() == "union"
        words = self.attributes()
        tag = self._tag()
        if not self.accept("{"):
            return self.names.structure(tag)
        kind = self.names.new_structure(tag)
        while not self.accept("}"):
            self._members(kind, is_union)
        words |= self.attributes()
        if words & _ALIGNED:
            raise Unfollowed("a structure aligned in its own way")
        if words & _PACKED:
            kind.pack(overlay=is_union)
        kind.close()
        return kind

    def _tag(self) -> str:
        """Empty without one."""
        return self.take() if is_name(self.token) else ""

    def _members(self, kind: Structure, is_union: bool) -> None:
        specified = self.specified()
        start = self.place
        while True:
            declared = self.declarator(specified.kind)
            if self.token == ":" or not declared.kind.size or not declared.name or isinstance(declared.kind, Function):
                raise Unfollowed("a member of another kind")
            if declared.name in kind.members:
                raise Unfollowed(f"two members {declared.name}")
            kind.add(declared.name, declared.kind, overlay=is_union)
            if not self.accept(","):
                break
        if (_PACKED | _ALIGNED).intersection(self.tokens[start : self.place]):
            raise Unfollowed("a member laid in its own way")
        self.expect(";")

    def enumeration(self) -> Kind:
        self.take()
        self.attributes()
        tag = self._tag()
        if not self.accept("{"):
            return self.names.enumeration(tag)
        values = self._constants()
        kind = enumeration(min(values), max(values))
        if tag:
            self.names.enumerations[tag] = kind
        self.attributes()
        return kind

    def _constants(self) -> list[int]:
        found = [-1]
        while not self.accept("}"):
            name = self.take()
            found.append(self.constant_value() if self.accept("=") else found[-1] + 1)
            self.names.new_constant(name, found[-1])
            if not self.accept(","):
                self.expect("}")
                break
        if len(found) == 1:
            raise Unfollowed("an enumeration of nothing")
        return found[1:]
