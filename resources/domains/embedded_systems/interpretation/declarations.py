"""Reading declarators: pointers, arrays, functions and their parameters around a name."""

from __future__ import annotations

from resources.domains.embedded_systems.interpretation.kinds import VOID, Array, Function, Kind, Pointer, decayed
from resources.domains.embedded_systems.interpretation.names import Declared, Parameter
from resources.domains.embedded_systems.interpretation.specifiers import QUALIFIERS, Specifiers
from resources.domains.embedded_systems.interpretation.tagged import ATTRIBUTES
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name


class Declarations(Specifiers):
    """Reads a declarator, from the type that its specifiers give."""

    def declarator(self, kind: Kind) -> Declared:
        while self.token in QUALIFIERS or self.token in ATTRIBUTES or self.token == "*":
            if self.token in ATTRIBUTES:
                self.attributes()
            elif self.take() == "*":
                kind = Pointer(kind)
        if self.token == "(" and self.tokens[self.place + 1] in ("*", "("):
            return self._nested(kind)
        name = self.take() if is_name(self.token) else ""
        kind, parameters = self._suffixes(kind)
        self.attributes()
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
            is_open = self.token == ")"
            parameters = self._parameters()
            return Function(kind, None if is_open else tuple(item.kind for item in parameters)), parameters
        if self.accept("["):
            count = 0 if self.token == "]" else self.constant_value()
            self.expect("]")
            kind, parameters = self._suffixes(kind)
            if not 0 <= count * kind.size < 1 << 32:
                raise Unfollowed("an array of no size")
            if isinstance(kind, Function):
                raise Unfollowed("an array of functions")
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
