"""Reading statements and the declarations among them, into steps. A step gives nothing, or why control leaves it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from resources.domains.embedded_systems.interpretation.accesses import storer
from resources.domains.embedded_systems.interpretation.code import Code, Frame, Place, Step, address_of, converted
from resources.domains.embedded_systems.interpretation.initialisers import Initialisers
from resources.domains.embedded_systems.interpretation.kinds import INT, Array, Function, Integer, Kind, Pointer, Void
from resources.domains.embedded_systems.interpretation.loops import (
    BREAK,
    CONTINUE,
    RETURN,
    Statement,
    block,
    counting,
    loop,
)
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.interpretation.names import Declared, Specified
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_INSTRUCTIONS = {
    "nop": "__NOP", "dsb": "__DSB", "isb": "__ISB", "dmb": "__DSB", "wfi": "__WFI", "cpsid i": "__disable_irq",
    "cpsie i": "__enable_irq",
}  # fmt: skip
BRANCH_COST = 1
_LARGEST_VARIABLE = 1 << 20


class Statements(Initialisers):
    """Of one function after the other: `begin` before each."""

    result: Kind
    scopes: list[dict[str, Place]]
    taken: frozenset[str]
    slots = 1
    stack = 0

    def begin(self, result: Kind, taken: frozenset[str]) -> None:
        """`taken` are the names whose addresses are used: they lie in memory."""
        self.result, self.taken = result, taken
        self.scopes, self.slots, self.stack = [{}], 1, 0

    def declare(self, name: str, kind: Kind) -> Place:
        """A new automatic variable."""
        if isinstance(kind, Integer | Pointer) and name not in self.taken:
            place = Place(kind, slot=self.slots)
            self.slots += 1
        else:
            place = self._reserved(kind)
        self.scopes[-1][name] = place
        return place

    def _reserved(self, kind: Kind) -> Place:
        """Room on the stack."""
        if kind.size > _LARGEST_VARIABLE:
            raise Unfollowed("a variable of that size on the stack")
        align = max(4, kind.align)
        offset = -(-self.stack // align) * align
        self.stack = offset + kind.size
        return Place(kind, at=lambda f: f[0] + offset, offset=offset)

    def literal(self, kind: Kind) -> Code:
        """A compound literal: an automatic variable without a name, filled where it stands."""
        if not self.scopes:
            raise Unfollowed("a compound literal outside of functions")
        kind = self.counted(kind) if isinstance(kind, Array) and not kind.count else kind
        place = self._reserved(kind)
        parts = list(self.initialised(place))
        steps = [self.cleared(place), *(self._initial(part, value) for part, value in parts)]
        fill, at = _all(steps), address_of(place)

        def filled(f: Frame) -> int:
            fill(f)
            return at(f)

        if len(parts) == 1 and isinstance(kind, Integer) and parts[0][1].value is not None:
            self.literals[filled] = parts[0][1].value
        return self._placed(Place(kind, at=filled))

    def within(self, start: int, reader: Callable[[], Statement]) -> Statement:
        """A statement that begins at a token, with what is kept in registers through it."""
        raise NotImplementedError

    def static(self, declared: Declared, specified: Specified) -> Place:
        raise NotImplementedError

    def prototype(self, declared: Declared) -> None:
        raise NotImplementedError

    def block(self) -> Statement:
        """From its bracket on."""
        self.expect("{")
        self.scopes.append({})
        found: list[Statement] = []
        while not self.accept("}"):
            found += self._item()
        self.scopes.pop()
        return block(found)

    def _item(self) -> list[Statement]:
        if self.at_type() and self.tokens[self.place + 1] != ":":
            return self._declaration()
        return [self.statement()]

    def _declaration(self) -> list[Statement]:
        specified = self.specified()
        found: list[Statement] = []
        if self.accept(";"):
            return found
        while True:
            declared = self.declarator(specified.kind)
            if "typedef" in specified.words:
                self.names.types[declared.name] = declared.kind
            elif isinstance(declared.kind, Function):
                self.prototype(declared)
            elif "static" in specified.words or "extern" in specified.words:
                self.scopes[-1][declared.name] = self.static(declared, specified)
            else:
                found += self._automatic(declared, "volatile" in specified.words)
            if not self.accept(","):
                break
        self.expect(";")
        return found

    def _automatic(self, declared: Declared, volatile: bool) -> list[Statement]:
        """One that is volatile lies in memory, where its accesses take their time."""
        self.taken |= {declared.name} if volatile else frozenset[str]()
        kind = (
            self.counted(declared.kind)
            if isinstance(declared.kind, Array) and not declared.kind.count
            else declared.kind
        )
        place = self.declare(declared.name, kind)
        if not self.accept("="):
            return []
        self.cost = 0
        steps: list[Step] = []
        if self.token == "{" or isinstance(kind, Array):
            steps.append(self.cleared(place))
        for part, value in self.initialised(place):
            steps.append(self._initial(part, value))
        cost, self.cost = max(1, self.cost), 0
        return [self._timed(_all(steps), cost)]

    def _initial(self, place: Place, value: Code) -> Step:
        if isinstance(place.kind, Integer | Pointer):
            return storer(self.machine, place, converted(value, place.kind).run)
        return self.assigned(Code(lambda f: 0, place.kind, place=place), value).run

    def _timed(self, step: Step, cost: int) -> Statement:
        machine = self.machine

        def run(f: Frame) -> None:
            step(f)
            machine.time += cost
            if machine.time >= machine.due:
                machine.service()

        return run

    def _simple(self, code: Code) -> Statement:
        cost, self.cost = max(1, self.cost), 0
        return self._timed(code.step, cost)

    def statement(self) -> Statement:
        token = self.token
        if token == "{":
            return self.block()
        reader = self._readers().get(token)
        if reader is not None:
            start = self.place
            self.take()
            return self.within(start, reader)
        if token == ";":
            self.take()
            return block([])
        if is_name(token) and self.tokens[self.place + 1] == ":":
            raise Unfollowed("a label")
        self.cost = 0
        code = self.expression()
        self.expect(";")
        return self._simple(code)

    def _readers(self) -> dict[str, Callable[[], Statement]]:
        return {
            "if": self._if, "while": self._while, "do": self._do, "for": self._for, "switch": self._switch,
            "return": self._return, "break": lambda: self._leave(BREAK), "continue": lambda: self._leave(CONTINUE),
            "asm": self._assembly, "__asm": self._assembly, "__asm__": self._assembly, "goto": self._goto,
        }  # fmt: skip

    def _goto(self) -> Statement:
        raise Unfollowed("goto")

    def _leave(self, signal: int) -> Statement:
        self.expect(";")
        return lambda f: signal

    def _test(self) -> tuple[Code, int]:
        """A condition in brackets and its cost."""
        self.cost = 0
        self.expect("(")
        code = self._rvalue(self.expression())
        self.expect(")")
        cost, self.cost = self.cost + BRANCH_COST, 0
        return code, cost

    def _if(self) -> Statement:
        test, cost = self._test()
        yes = self.statement()
        no = self.statement() if self.accept("else") else None
        return self._choice(test.run, cost, yes, no)

    def _choice(self, test: Step, cost: int, yes: Statement, no: Statement | None) -> Statement:
        machine = self.machine

        def run(f: Frame) -> int | None:
            machine.time += cost
            if test(f):
                return yes(f)
            return no(f) if no is not None else None

        return run

    def _while(self) -> Statement:
        test, cost = self._test()
        body = self.statement()
        return loop(self.machine, test, body, None, cost)

    def _do(self) -> Statement:
        body = self.statement()
        self.expect("while")
        test, cost = self._test()
        self.expect(";")
        return loop(self.machine, test, body, None, cost, first=True)

    def _for(self) -> Statement:
        self.expect("(")
        self.scopes.append({})
        before = self._declaration() if self.at_type() else [self._part(";")]
        self.cost, head = 0, self.place
        test = self._rvalue(self.expression()) if self.token != ";" else Code(lambda f: 1, INT, 1)
        self.expect(";")
        after = self.expression().step if self.token != ")" else None
        self.expect(")")
        cost, self.cost = self.cost + BRANCH_COST, 0
        delay = self._delay(head, cost)
        body = self.statement()
        self.scopes.pop()
        return block([*before, delay or loop(self.machine, test, body, after, cost)])

    def _delay(self, head: int, cost: int) -> Statement | None:
        """A loop that only counts a variable up, from its condition on: its turns are no work."""
        condition = self.tokens[head : self.tokens.index(";", head)]
        if len(condition) < 3:
            return None
        name, operator, *bound = condition
        empty = self.token == ";" or self.tokens[self.place : self.place + 2] == ["{", "}"]
        step = self.tokens[head + 2 + len(bound) + 1 : self.place - 1]
        variable = self.variable(name) if empty and operator in ("<", "<=") else None
        if variable is None or not isinstance(variable.kind, Integer) or step not in ([name, "++"], ["++", name]):
            return None
        if name in bound or not all(item.isalnum() for item in bound):
            return None
        end, self.place = self.place, head + 2
        limit = self._rvalue(self.expression())
        self.place, self.cost = end, 0
        if not isinstance(limit.kind, Integer) or limit.value is None:
            return None
        return counting(self.machine, variable, limit.value + (operator == "<="), cost)

    def _part(self, end: str) -> Statement:
        self.cost = 0
        code = self.expression() if self.token != end else None
        self.expect(end)
        return self._simple(code) if code is not None else block([])

    def _return(self) -> Statement:
        if self.accept(";"):
            return lambda f: RETURN
        self.cost = 0
        code = self._rvalue(self.expression())
        self.expect(";")
        if isinstance(self.result, Void):
            raise Unfollowed("a value returned from a function that has none")
        value, machine, cost = converted(code, self.result).run, self.machine, max(1, self.cost)

        def run(f: Frame) -> int:
            machine.result = value(f)
            machine.time += cost
            if machine.time >= machine.due:
                machine.service()
            return RETURN

        return run

    def _switch(self) -> Statement:
        test, cost = self._test()
        self.expect("{")
        self.scopes.append({})
        entries: dict[int, int] = {}
        other = -1
        found: list[Statement] = []
        while not self.accept("}"):
            if self.accept("case"):
                entries[self.constant_value()] = len(found)
                self.expect(":")
            elif self.accept("default"):
                other = len(found)
                self.expect(":")
            else:
                found += self._item()
        self.scopes.pop()
        return self._branch(test.run, cost, entries, other, found)

    def _branch(
        self, test: Step, cost: int, entries: dict[int, int], other: int, found: Sequence[Statement]
    ) -> Statement:
        machine = self.machine

        def run(f: Frame) -> int | None:
            machine.time += cost
            start = entries.get(test(f), other)
            for step in found[start:] if start >= 0 else ():
                signal = step(f)
                if signal:
                    return None if signal == BREAK else signal
            return None

        return run

    def _assembly(self) -> Statement:
        """The few instructions that the header has functions for."""
        while self.token in ("volatile", "__volatile__", "inline", "goto"):
            self.take()
        text = self.tokens[self.place + 1].strip('"').strip().lower()
        self.skip_brackets()
        self.expect(";")
        if text.startswith("udf"):
            return _undefined
        if text not in _INSTRUCTIONS:
            raise Unfollowed("assembly")
        return self._simple(self.call(_INSTRUCTIONS[text], ()))


def _undefined(f: Frame) -> int | None:
    raise PathEnded(Ending.HARDWARE, "undefined instruction")


def _all(steps: Sequence[Step]) -> Step:
    if len(steps) == 1:
        return steps[0]

    def run(f: Frame) -> int:
        for step in steps:
            step(f)
        return 0

    return run
