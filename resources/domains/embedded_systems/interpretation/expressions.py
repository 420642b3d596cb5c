"""Reading expressions, by the precedence of their operators, into code. Nothing runs here."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from resources.domains.embedded_systems.interpretation.code import (
    Code,
    Frame,
    Place,
    Step,
    address_of,
    constant,
    converted,
    loader,
    storer,
)
from resources.domains.embedded_systems.interpretation.declarations import Declarations
from resources.domains.embedded_systems.interpretation.kinds import (
    CHAR,
    INT,
    MASK,
    UNSIGNED,
    VOID,
    Array,
    Function,
    Integer,
    Kind,
    Pointer,
    Structure,
    Void,
    common,
    decayed,
)
from resources.domains.embedded_systems.interpretation.machine import Machine
from resources.domains.embedded_systems.interpretation.operators import (
    ASSIGNING,
    COMPARISONS,
    LEVELS,
    binary,
    both,
    chosen,
    denied,
    either,
    inverted,
    negative,
)
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|\d{1,20})([uUlL]*)")
_ESCAPES = {"n": 10, "r": 13, "t": 9, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11, "?": 63}
_LETTER = re.compile(r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^\\]", re.DOTALL)
CALL_COST = 4


class Expressions(Declarations):
    """`cost` adds up the CPU cycles that the code read so far takes, roughly: one for each operator and access."""

    machine: Machine
    cost = 0
    literals: dict[Step | None, int]
    """Of compound literals that are one number: by the step that gives the address."""

    def text_address(self, content: bytes) -> int:
        raise NotImplementedError

    def call(self, name: str, arguments: Sequence[Code]) -> Code:
        raise NotImplementedError

    def call_at(self, at: Step, kind: Kind, arguments: Sequence[Code]) -> Code:
        raise NotImplementedError

    def literal(self, kind: Kind) -> Code:
        raise NotImplementedError

    def function_address(self, name: str) -> Code | None:
        raise NotImplementedError

    def expression(self) -> Code:
        code = self.assignment()
        while self.accept(","):
            first, second = code.run, self.assignment()
            code = Code(_after(first, second.run), second.kind)
        return code

    def assignment(self) -> Code:
        left = self._conditional()
        operator = self.token
        if operator == "=":
            self.take()
            left = self._assigned(left, self.assignment())
        elif operator in ASSIGNING:
            self.take()
            left = self._assigned(left, self._combined(operator[:-1], replace(left, value=None), self.assignment()))
        return left

    def _assigned(self, left: Code, right: Code) -> Code:
        self.cost += 1
        place = left.place
        if place is None or isinstance(place.kind, Array | Function):
            raise Unfollowed("assigned to what is no variable")
        if isinstance(place.kind, Structure):
            return self._copied(place, right)
        value = converted(right, place.kind)
        return Code(storer(self.machine, place, value.run), place.kind)

    def _copied(self, place: Place, right: Code) -> Code:
        if right.place is None or right.kind is not place.kind:
            raise Unfollowed("a structure as a value")
        source, target, size, machine = address_of(right.place), address_of(place), place.kind.size, self.machine

        def run(f: Frame) -> int:
            machine.memory.put(target(f), machine.memory.part(source(f), size))
            machine.changes += 1
            return 0

        return Code(run, VOID)

    def _conditional(self) -> Code:
        test = self._binary(1)
        if not self.accept("?"):
            return test
        yes = self._rvalue(self.expression())
        self.expect(":")
        no = self._rvalue(self._conditional())
        self.cost += 1
        if test.value is not None:
            return yes if test.value else no
        kind = _common_of(yes, no)
        return Code(chosen(test, converted(yes, kind), converted(no, kind)), kind)

    def _binary(self, least: int) -> Code:
        left = self._unary()
        while (level := LEVELS.get(self.token, 0)) >= least:
            operator = self.take()
            left = self._combined(operator, left, self._binary(level + 1))
        return left

    def _combined(self, operator: str, left: Code, right: Code) -> Code:
        left, right = self._rvalue(left), self._rvalue(right)
        self.cost += 1 if left.value is None or right.value is None else 0
        if operator == "%" and right.place is not None and self.literals.get(right.place.at) == 0:
            operator, right = "+", constant(0, right.kind)  # gcc knows this zero, and leaves the remainder out
        if operator in ("&&", "||"):
            return both(left, right) if operator == "&&" else either(left, right)
        if isinstance(left.kind, Pointer) or isinstance(right.kind, Pointer):
            return self._with_pointers(operator, left, right)
        return binary(operator, left, right)

    def _with_pointers(self, operator: str, left: Code, right: Code) -> Code:
        if operator in COMPARISONS:
            return binary(operator, replace(left, kind=UNSIGNED), replace(converted(right, UNSIGNED), kind=UNSIGNED))
        if isinstance(left.kind, Pointer) and isinstance(right.kind, Pointer) and operator == "-":
            size = constant(max(1, left.kind.to.size), INT)
            gap = binary("-", replace(left, kind=UNSIGNED), replace(right, kind=UNSIGNED))
            return binary("/", converted(gap, INT), size)
        if operator == "+" and isinstance(right.kind, Pointer):
            left, right = right, left
        if operator not in ("+", "-") or not isinstance(left.kind, Pointer) or isinstance(right.kind, Pointer):
            raise Unfollowed(f"{operator} with a pointer")
        step = binary("*", converted(right, INT), constant(left.kind.to.size, INT))
        moved = binary(operator, replace(left, kind=UNSIGNED), converted(step, UNSIGNED))
        return replace(moved, kind=left.kind)

    def _rvalue(self, code: Code) -> Code:
        """An array as a pointer to its first element."""
        return replace(code, kind=decayed(code.kind), place=None) if isinstance(code.kind, Array | Function) else code

    def _unary(self) -> Code:
        token = self.token
        if token in ("++", "--"):
            self.take()
            place = self._unary()
            return self._assigned(place, self._combined(token[0], place, constant(1, INT)))
        if token in ("-", "+", "~", "!", "*", "&"):
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

    def _measured(self) -> int:
        if self.token == "(":
            place = self.place
            self.take()
            if self.at_type():
                size = self.type_name().size
                self.expect(")")
                return size
            self.place = place
        cost = self.cost
        size = self._unary().kind.size
        self.cost = cost
        return size

    def _cast(self) -> Code:
        if self.token != "(":
            return (
                self._postfix()
                if self.token not in ("-", "+", "~", "!", "*", "&", "++", "--", "sizeof")
                else (self._unary())
            )
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
        index = self._rvalue(self.expression())
        self.expect("]")
        self.cost += index.value is None
        return self._at(self._with_pointers("+", self._rvalue(code), index))

    def _member(self, code: Code, token: str) -> Code:
        if token == "->":
            code = self._at(self._rvalue(code))
            self.cost -= 1
        name = self.take()
        if not isinstance(code.kind, Structure) or name not in code.kind.members or code.place is None:
            raise Unfollowed(f"no member {name}")
        member, place = code.kind.members[name], code.place
        if place.at is None:
            return self._placed(Place(member.kind, address=place.address + member.offset))
        at, offset = place.at, member.offset
        return self._placed(Place(member.kind, at=(lambda f: at(f) + offset) if offset else at))

    def _counted(self, code: Code, operator: str) -> Code:
        """x++ and x--: the value before."""
        before = code.run
        after = self._assigned(code, self._combined(operator, code, constant(1, INT))).run

        def run(f: Frame) -> int:
            value = before(f)
            after(f)
            return value

        return Code(run, code.kind, effect=after)

    def _called(self, code: Code) -> Code:
        kind = code.kind.to if isinstance(code.kind, Pointer) else code.kind
        return self.call_at(code.run, kind, self._arguments())

    def _arguments(self) -> list[Code]:
        self.expect("(")
        found: list[Code] = []
        while not self.accept(")"):
            found.append(self._rvalue(self.assignment()))
            if not self.accept(","):
                self.expect(")")
                break
        self.cost += CALL_COST + len(found)
        return found

    def _primary(self) -> Code:
        token = self.take()
        if token == "(":
            code = self.expression()
            self.expect(")")
            return code
        if token[0] == '"':
            return self._text(token)
        if token[0] == "'":
            return constant((letters(token[1:-1]) or [0])[0], INT)
        if token[0].isdigit():
            return _number(token)
        if is_name(token):
            return self._named(token)
        raise Unfollowed(f"{token} where a value is expected")

    def _text(self, token: str) -> Code:
        content = bytes(letters(token[1:-1]))
        while self.token[:1] == '"':
            content += bytes(letters(self.take()[1:-1]))
        kind, address = Array(CHAR, len(content) + 1), self.text_address(content + b"\0")
        return Code(lambda f: address, kind, address, Place(kind, address=address))

    def _named(self, name: str) -> Code:
        place = self.variable(name)
        if place is not None:
            return self._placed(place)
        if name in self.names.constants:
            return constant(self.names.constants[name], INT)
        if self.token == "(":
            return self.call(name, self._arguments())
        function = self.function_address(name)
        if function is None:
            raise Unfollowed(f"no name {name}")
        return function


def _after(first: Step, second: Step) -> Step:
    def run(f: Frame) -> int:
        first(f)
        return second(f)

    return run


def _common_of(yes: Code, no: Code) -> Kind:
    for code in (yes, no):
        if isinstance(code.kind, Pointer | Void):
            return code.kind if not isinstance(code.kind, Void) else INT
    return common(yes.kind, no.kind)


def _number(token: str) -> Code:
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise Unfollowed(f"the number {token[:20]}")
    text, suffix = match[1], match[2].lower()
    octal = text.isdigit() and text[0] == "0" and len(text) > 1
    value = int(text, 8 if octal else 0) if not octal or set(text) <= set("01234567") else -1
    if not 0 <= value < 1 << 64:
        raise Unfollowed("a number without a type")
    signs = (False,) if "u" in suffix else (True,) if text.isdigit() and not octal else (True, False)
    sizes = (8,) if "ll" in suffix else (4, 8)
    for size in sizes:
        for signed in signs:
            if value < 1 << (8 * size - signed):
                return constant(value, Integer(size, signed))
    return constant(value, Integer(8, False))


def letters(text: str) -> list[int]:
    """The bytes of a literal."""
    found: list[int] = []
    for part in _LETTER.findall(text):
        if part[0] != "\\":
            found += part.encode()
        elif part[1] == "x":
            found.append(int(part[2:], 16) & 0xFF)
        elif part[1] in "01234567":
            found.append(int(part[1:], 8) & 0xFF)
        else:
            found.append(_ESCAPES.get(part[1], ord(part[1]) & 0xFF))
    return found
