"""Reading the operators in front of an operand: signs, addresses, casts, sizes, ++ and --."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace

from resources.domains.embedded_systems.interpretation.code import Code, address_of, constant, converted
from resources.domains.embedded_systems.interpretation.kinds import INT, UNSIGNED, VOID, Function, Kind, Pointer, Void
from resources.domains.embedded_systems.interpretation.operands import Operands
from resources.domains.embedded_systems.interpretation.operators import denied, inverted, negative
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

_SIGNS = frozenset(("-", "+", "~", "!", "*", "&"))
_PREFIXES = _SIGNS | {"++", "--", "sizeof"}


class Prefixes(Operands):
    """An operand with all that stands in front of it."""

    @abstractmethod
    def literal(self, kind: Kind) -> Code:
        """A compound literal, from its bracket on."""

    def _unary(self) -> Code:
        token = self.token
        if token in ("++", "--"):
            self.take()
            place = self._unary()
            return self.assigned(place, self.combined(token[0], place, constant(1, INT)))
        if token in _SIGNS:
            self.take()
            return self._prefixed(token, self._cast())
        if token == "sizeof":
            self.take()
            return constant(self._measured(), UNSIGNED)
        return self._cast()

    def _prefixed(self, token: str, code: Code) -> Code:
        if token == "&":
            return self._address(code)
        code = self._rvalue(code)
        if token == "*":
            return self._at(code)
        self.cost += code.value is None
        if token == "!":
            return denied(code)
        return {"-": negative, "~": inverted}[token](code) if token != "+" else code

    def _address(self, code: Code) -> Code:
        if isinstance(code.kind, Function):
            return replace(code, kind=Pointer(code.kind), place=None)
        if code.place is None:
            raise Unfollowed("an address of a value")
        known = code.place.address if code.place.address >= 0 else None
        return Code(address_of(code.place), Pointer(code.kind), known)

    def _measured(self) -> int:
        if self.token == "(":
            place = self.place
            self.take()
            if self.at_type():
                size = self.type_name().size
                self.expect(")")
                return _known(size)
            self.place = place
        cost = self.cost
        size = self._unary().kind.size
        self.cost = cost
        return _known(size)

    def _cast(self) -> Code:
        if self.token != "(":
            return self._unary() if self.token in _PREFIXES else self._postfix()
        start = self.place
        self.take()
        if not self.at_type():
            self.place = start
            return self._postfix()
        kind = self.type_name()
        self.expect(")")
        if self.token == "{":
            return self.literal(kind)
        code = self._rvalue(self._cast())
        return replace(code, kind=VOID, place=None) if isinstance(kind, Void) else converted(code, kind)


def _known(size: int) -> int:
    """Of a structure that has members, and an array that has elements."""
    if not size:
        raise Unfollowed("the size of what has none")
    return size
