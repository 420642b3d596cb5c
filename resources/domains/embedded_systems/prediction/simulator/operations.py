"""What an expression's parts come to: operands at their places, operators with their types, assignments. From code to
code; the text is not read here.
"""

from __future__ import annotations

from dataclasses import replace

from resources.domains.embedded_systems.prediction.simulator.floating import common_floating
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.marks import Marks
from resources.domains.embedded_systems.prediction.simulator.operators import (
    COMPARISONS,
    binary,
    both,
    chosen,
    denied,
    either,
    inverted,
    negative,
)
from resources.domains.embedded_systems.prediction.simulator.types import (
    DOUBLE,
    INT,
    MASK,
    UNSIGNED,
    VOID,
    Array,
    Floating,
    Function,
    Integer,
    Kind,
    Pointer,
    Structure,
    Void,
    common,
    decayed,
)
from resources.domains.embedded_systems.prediction.simulator.values import (
    Code,
    Frame,
    Place,
    Step,
    address_of,
    are_alike,
    constant,
    converted,
    given,
    loader,
    scalar,
    storer,
)
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_BITS_OF_INT = 32
_COST_OF_DOUBLE = 50
"""Instructions of gcc's routine for an operation on doubles, which the FPU does not have."""


class Operations:
    """`cost` adds up the CPU cycles that the code made so far takes, roughly: one for each operator and access.

    `literals`: of compound literals that are one number, by the step that gives the address.
    """

    def __init__(self, machine: Machine, marks: Marks) -> None:
        self.machine, self.marks = machine, marks
        self.cost = 0
        self.literals: dict[Step | None, int] = {}

    def rvalue(self, code: Code) -> Code:
        """An array as a pointer to its first element."""
        return replace(code, kind=decayed(code.kind), place=None) if isinstance(code.kind, Array | Function) else code

    def at(self, code: Code) -> Code:
        """What a pointer points to."""
        if not isinstance(code.kind, Pointer):
            raise UnsupportedConstruct("* of what is no pointer")
        to = code.kind.to
        return self.placed(Place(to, at=code.run) if code.value is None else Place(to, address=code.value & MASK))

    def placed(self, place: Place) -> Code:
        """The value at a place, which stays known."""
        return self.marks.access(self._placed(place), place)

    def _placed(self, place: Place) -> Code:
        self.cost += place.slot < 0
        if isinstance(place.kind, Structure | Void):
            return Code(lambda f: 0, place.kind, place=place)
        if isinstance(place.kind, Function):
            return Code(address_of(place), place.kind)
        if place.bits is not None and place.bits.width < _BITS_OF_INT:
            return Code(loader(self.machine, place), INT, place=place)
        known = place.address if isinstance(place.kind, Array) and place.address >= 0 else None
        return Code(loader(self.machine, place), place.kind, known, place)

    def member(self, code: Code, name: str) -> Code:
        if not isinstance(code.kind, Structure) or name not in code.kind.members or code.place is None:
            raise UnsupportedConstruct(f"no member {name}")
        member, place = code.kind.members[name], code.place
        if place.at is None:
            inner = replace(place, kind=member.kind, address=place.address + member.offset, bits=member.bits)
            return self.placed(inner)
        at, offset = place.at, member.offset
        inside = (lambda f: at(f) + offset) if offset else at
        return self.placed(Place(member.kind, at=inside, is_constant=place.is_constant, bits=member.bits))

    def counted(self, code: Code, operator: str) -> Code:
        """x++ and x--: the value before."""
        before = code.run
        after = self.assigned(code, self.combined(operator, code, constant(1, INT))).run

        def run(f: Frame) -> int:
            value = before(f)
            after(f)
            return value

        return Code(run, code.kind, effect=after)

    def address(self, code: Code) -> Code:
        if isinstance(code.kind, Function):
            return replace(code, kind=Pointer(code.kind), place=None)
        if code.place is None or code.place.bits is not None:
            raise UnsupportedConstruct("an address of a value")
        known = code.place.address if code.place.address >= 0 else None
        return Code(address_of(code.place), Pointer(code.kind), known)

    def prefixed(self, operator: str, code: Code) -> Code:
        """Of one operand: & * ! - ~ +"""
        if operator == "&":
            return self.address(code)
        code = self.rvalue(code)
        if operator == "*":
            return self.at(code)
        self.cost += code.value is None
        if operator == "!":
            return denied(code)
        return {"-": negative, "~": inverted}[operator](code) if operator != "+" else code

    def cast(self, code: Code, kind: Kind) -> Code:
        code = self.rvalue(code)
        return replace(code, kind=VOID, place=None) if isinstance(kind, Void) else converted(code, kind)

    def assigned(self, left: Code, right: Code) -> Code:
        """The assignment of a value to a place."""
        return self.marks.store(left, self._assigned(left, self.marks.value_to_store(left, right)))

    def _assigned(self, left: Code, right: Code) -> Code:
        self.cost += 1
        place = left.place
        if place is None or place.is_constant or isinstance(place.kind, Array | Function):
            raise UnsupportedConstruct("assigned to what is no variable")
        if isinstance(place.kind, Structure):
            return self._copied(place, right)
        value = given(right, place.kind)
        return Code(storer(self.machine, place, value.run), place.kind)

    def _copied(self, place: Place, right: Code) -> Code:
        if right.place is None or right.kind is not place.kind:
            raise UnsupportedConstruct("a structure as a value")
        source, target, size, machine = address_of(right.place), address_of(place), place.kind.size, self.machine

        def run(f: Frame) -> int:
            machine.memory.put(target(f), machine.memory.part(source(f), size))
            machine.changes += 1
            return 0

        return Code(run, VOID)

    def chosen(self, test: Code, yes: Code, no: Code) -> Code:
        self.cost += 1
        test = scalar(test)
        if test.value is not None:
            return yes if test.value else no
        kind = _common_of(yes, no)
        return Code(chosen(test, converted(yes, kind), converted(no, kind)), kind)

    def combined(self, operator: str, left: Code, right: Code) -> Code:
        """An operator of two operands."""
        if operator in ("/", "%"):
            right = self.marks.divisor(right)
        left, right = self.rvalue(left), self.rvalue(right)
        if DOUBLE in (left.kind, right.kind):
            self.cost += _COST_OF_DOUBLE
        self.cost += 1 if left.value is None or right.value is None else 0
        if operator == "%" and right.place is not None and self.literals.get(right.place.at) == 0:
            operator, right = "+", constant(0, right.kind)  # gcc knows this zero, and leaves the remainder out
        if operator in ("&&", "||"):
            return both(left, right) if operator == "&&" else either(left, right)
        if isinstance(left.kind, Pointer) or isinstance(right.kind, Pointer):
            return _with_pointers(operator, left, right)
        return binary(operator, left, right)

    def filled(self, place: Place, steps: Step, parts: list[tuple[Place, Code]]) -> Code:
        """A compound literal: the place, filled whenever its address is asked for."""
        at = address_of(place)

        def filled(f: Frame) -> int:
            steps(f)
            return at(f)

        if len(parts) == 1 and isinstance(place.kind, Integer) and parts[0][1].value is not None:
            self.literals[filled] = parts[0][1].value
        return self.placed(Place(place.kind, at=filled))

    def initial(self, place: Place, value: Code) -> Step:
        """The first value of a part of a variable."""
        if isinstance(place.kind, Integer | Pointer | Floating):
            return storer(self.machine, place, given(value, place.kind).run)
        return self.assigned(Code(lambda f: 0, place.kind, place=place), value).run

    def cleared(self, place: Place) -> Step:
        """Puts zeros into a whole variable."""
        at, zeros, machine = address_of(place), bytes(place.kind.size), self.machine

        def run(f: Frame) -> int:
            machine.memory.put(at(f), zeros)
            machine.changes += 1
            return 0

        return self.marks.step(self.marks.here(), run)

    def measured(self) -> int:
        """What the code since the last time costs."""
        cost, self.cost = self.cost, 0
        return cost


def _with_pointers(operator: str, left: Code, right: Code) -> Code:
    if operator in COMPARISONS:
        return binary(operator, replace(left, kind=UNSIGNED), replace(converted(right, UNSIGNED), kind=UNSIGNED))
    if isinstance(left.kind, Pointer) and isinstance(right.kind, Pointer) and operator == "-":
        if not are_alike(left.kind, right.kind):
            raise UnsupportedConstruct("a gap between addresses of two types")
        size = constant(max(1, left.kind.to.size), INT)
        gap = binary("-", replace(left, kind=UNSIGNED), replace(right, kind=UNSIGNED))
        return binary("/", converted(gap, INT), size)
    if operator == "+" and isinstance(right.kind, Pointer):
        left, right = right, left
    if operator not in ("+", "-") or not isinstance(left.kind, Pointer) or isinstance(right.kind, Pointer):
        raise UnsupportedConstruct(f"{operator} with a pointer")
    step = binary("*", converted(right, INT), constant(left.kind.to.size, INT))
    moved = binary(operator, replace(left, kind=UNSIGNED), converted(step, UNSIGNED))
    return replace(moved, kind=left.kind)


def _common_of(yes: Code, no: Code) -> Kind:
    if isinstance(yes.kind, Void) or isinstance(no.kind, Void):
        return VOID
    for code in (yes, no):
        if isinstance(code.kind, Pointer):
            return code.kind
    floating = common_floating(yes.kind, no.kind)
    if floating is not None:
        return floating
    return common(yes.kind, no.kind)
