"""Reading expressions, by the precedence of their operators, into code. Nothing runs here."""

from __future__ import annotations

from dataclasses import replace

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import (
    Code,
    Frame,
    Place,
    Step,
    address_of,
    constant,
    converted,
)
from resources.domains.embedded_systems.interpretation.conversions import are_alike, given, scalar
from resources.domains.embedded_systems.interpretation.kinds import (
    INT,
    UNSIGNED,
    VOID,
    Array,
    Function,
    Kind,
    Pointer,
    Structure,
    Void,
    common,
)
from resources.domains.embedded_systems.interpretation.operators import (
    ASSIGNING,
    COMPARISONS,
    LEVELS,
    binary,
    both,
    chosen,
    either,
)
from resources.domains.embedded_systems.interpretation.prefixes import Prefixes
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed


class Expressions(Prefixes):
    """Operators of two and three operands, and assignments."""

    literals: dict[Step | None, int]
    """Of compound literals that are one number: by the step that gives the address."""

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
            left = self.assigned(left, self.assignment())
        elif operator in ASSIGNING:
            self.take()
            left = self.assigned(left, self.combined(operator[:-1], replace(left, value=None), self.assignment()))
        return left

    def assigned(self, left: Code, right: Code) -> Code:
        self.cost += 1
        place = left.place
        if place is None or place.is_constant or isinstance(place.kind, Array | Function):
            raise Unfollowed("assigned to what is no variable")
        if isinstance(place.kind, Structure):
            return self._copied(place, right)
        value = given(right, place.kind)
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
        scalar(test)
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
            left = self.combined(operator, left, self._binary(level + 1))
        return left

    def combined(self, operator: str, left: Code, right: Code) -> Code:
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
            if not are_alike(left.kind, right.kind):
                raise Unfollowed("a gap between addresses of two types")
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


def _after(first: Step, second: Step) -> Step:
    def run(f: Frame) -> int:
        first(f)
        return second(f)

    return run


def _common_of(yes: Code, no: Code) -> Kind:
    if isinstance(yes.kind, Void) or isinstance(no.kind, Void):
        return VOID
    for code in (yes, no):
        if isinstance(code.kind, Pointer):
            return code.kind
    return common(yes.kind, no.kind)
