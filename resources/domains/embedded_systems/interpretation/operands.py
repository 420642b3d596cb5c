"""Reading operands: names, literals, members, elements and calls. What stands in front of one is `prefixes`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace

from resources.domains.embedded_systems.interpretation.accesses import loader
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, address_of, constant
from resources.domains.embedded_systems.interpretation.declarations import Declarations
from resources.domains.embedded_systems.interpretation.kinds import (
    CHAR,
    INT,
    MASK,
    UNSIGNED,
    Array,
    Function,
    Kind,
    Pointer,
    Structure,
    Void,
    decayed,
)
from resources.domains.embedded_systems.interpretation.literals import letters, number
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_CALL_COST = 4


class Operands(Declarations):
    """`cost` adds up the CPU cycles that the code read so far takes, roughly: one for each operator and access."""

    machine: Machine
    cost = 0

    @abstractmethod
    def expression(self) -> Code:
        """An expression, commas included."""

    @abstractmethod
    def assigned(self, left: Code, right: Code) -> Code:
        """The assignment of a value to a place."""

    @abstractmethod
    def combined(self, operator: str, left: Code, right: Code) -> Code:
        """An operator of two operands."""

    @abstractmethod
    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        """A call of a function by its name."""

    @abstractmethod
    def call_at(self, at: Step, kind: Function, arguments: Sequence[Code]) -> Code:
        """A call of the function at an address."""

    @abstractmethod
    def function_address(self, name: str) -> Code | None:
        """None for a name that is no function."""

    @abstractmethod
    def text_address(self, content: bytes) -> int:
        """Where a text of the program lies."""

    def _rvalue(self, code: Code) -> Code:
        """An array as a pointer to its first element."""
        return replace(code, kind=decayed(code.kind), place=None) if isinstance(code.kind, Array | Function) else code

    def _at(self, code: Code) -> Code:
        if not isinstance(code.kind, Pointer):
            raise Unfollowed("* of what is no pointer")
        return self._placed(self._place_at(code, code.kind.to))

    def _place_at(self, code: Code, kind: Kind) -> Place:
        return Place(kind, at=code.run) if code.value is None else Place(kind, address=code.value & MASK)

    def _placed(self, place: Place) -> Code:
        """The value at a place, which stays known."""
        self.cost += place.slot < 0
        if isinstance(place.kind, Structure | Void):
            return Code(lambda f: 0, place.kind, place=place)
        if isinstance(place.kind, Function):
            return Code(address_of(place), place.kind)
        known = place.address if isinstance(place.kind, Array) and place.address >= 0 else None
        return Code(loader(self.machine, place), place.kind, known, place)

    def _postfix(self) -> Code:
        code = self._primary()
        while True:
            token = self.token
            if token == "[":
                code = self._indexed(code)
            elif token == "(":
                code = self._called(code)
            elif token in (".", "->"):
                code = self._member(code, self.take())
            elif token in ("++", "--"):
                code = self._counted(code, self.take()[0])
            else:
                return code

    def _indexed(self, code: Code) -> Code:
        self.take()
        index = self.expression()
        self.expect("]")
        return self._at(self.combined("+", code, index))

    def _member(self, code: Code, token: str) -> Code:
        if token == "->":
            code = self._at(self._rvalue(code))
            self.cost -= 1
        name = self.take()
        if not isinstance(code.kind, Structure) or name not in code.kind.members or code.place is None:
            raise Unfollowed(f"no member {name}")
        member, place = code.kind.members[name], code.place
        if place.at is None:
            return self._placed(replace(place, kind=member.kind, address=place.address + member.offset))
        at, offset = place.at, member.offset
        inside = (lambda f: at(f) + offset) if offset else at
        return self._placed(Place(member.kind, at=inside, is_constant=place.is_constant))

    def _counted(self, code: Code, operator: str) -> Code:
        """x++ and x--: the value before."""
        before = code.run
        after = self.assigned(code, self.combined(operator, code, constant(1, INT))).run

        def run(f: Frame) -> int:
            value = before(f)
            after(f)
            return value

        return Code(run, code.kind, effect=after)

    def _called(self, code: Code) -> Code:
        kind = code.kind.to if isinstance(code.kind, Pointer) else code.kind
        if not isinstance(kind, Function):
            raise Unfollowed("a call of what is no function")
        return self.call_at(code.run, kind, self._arguments())

    def _arguments(self) -> list[Code]:
        self.expect("(")
        found: list[Code] = []
        while not self.accept(")"):
            found.append(self._rvalue(self.assignment()))
            if not self.accept(","):
                self.expect(")")
                break
        self.cost += _CALL_COST + len(found)
        return found

    def _primary(self) -> Code:
        if self.token[:1] == '"':
            return self._text()
        token = self.take()
        if token == "(":
            code = self.expression()
            self.expect(")")
            return code
        if token[0] == "'":
            return constant((letters(token[1:-1]) or [0])[0], INT)
        if token[0].isdigit():
            return number(token)
        if is_name(token):
            return self._named(token)
        raise Unfollowed(f"{token} where a value is expected")

    def _text(self) -> Code:
        content = self._joined()
        kind, address = Array(CHAR, len(content) + 1), self.text_address(content + b"\0")
        return Code(lambda f: address, kind, address, Place(kind, address=address))

    def _joined(self) -> bytes:
        """Of texts that stand side by side."""
        content = b""
        while self.token[:1] == '"':
            content += bytes(letters(self.take()[1:-1]))
        return content

    def _named(self, name: str) -> Code:
        place = self.variable(name)
        if place is not None:
            return self._placed(place)
        if name in self.names.constants:
            value = self.names.constants[name]
            return constant(value, INT if value < 1 << 31 else UNSIGNED)
        if self.token == "(":
            return self.call(name, self._arguments())
        function = self.function_address(name)
        if function is None:
            raise Unfollowed(f"no name {name}")
        return function
