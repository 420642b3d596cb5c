"""Reading statements and the declarations among them, into steps: what these run as is `steps`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from resources.domains.embedded_systems.prediction.simulator.assembly import AssemblyReader
from resources.domains.embedded_systems.prediction.simulator.expressions import ExpressionReader
from resources.domains.embedded_systems.prediction.simulator.labels import Labels
from resources.domains.embedded_systems.prediction.simulator.machine import Machine
from resources.domains.embedded_systems.prediction.simulator.steps import (
    BREAK,
    CONTINUE,
    RETURN,
    Statement,
    block,
    branch,
    choice,
    counting,
    labelled,
    loop,
    returned,
    timed,
)
from resources.domains.embedded_systems.prediction.simulator.tokens import is_name
from resources.domains.embedded_systems.prediction.simulator.types import (
    INT,
    Declared,
    Function,
    Integer,
    Kind,
    Specified,
    Structure,
    Void,
    decayed,
    fits,
    promoted,
)
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Step, given
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_BRANCH_COST = 1
_MOST_CASES = 1024


class StatementReader:
    """Of one function after the other: `body`. `leaves`: in which ways what is read now may be left, beside by
    returning."""

    def __init__(self, expressions: ExpressionReader) -> None:
        self.expressions, self.tokens, self.types = expressions, expressions.tokens, expressions.types
        self.storage, self.operations = expressions.storage, expressions.operations
        self.machine = self.operations.machine
        expressions.read_block = self._valued_block
        self._instructions = AssemblyReader(expressions)
        self.result: Kind = INT
        self.has_return = False
        self.leaves = frozenset[int]()
        self.labels = Labels()

    def _valued_block(self) -> Code:
        """({ ... }): its last expression is its value."""
        self.tokens.expect("{")
        statements: list[Statement] = []
        value: Code | None = None
        cost = self.operations.cost
        with self.storage.scope():
            while not self.tokens.accept("}"):
                value = self._value_at_end()
                if value is None:
                    statements += self._item()
        self.operations.cost = cost
        if value is None:
            raise UnsupportedConstruct("a block without a value")
        before, last = block(statements), self.operations.rvalue(value).run

        def run(f: Frame) -> int:
            before(f)
            return last(f)

        return Code(run, decayed(value.kind))

    def _value_at_end(self) -> Code | None:
        """The expression that stands here, where it is the block's last."""
        start = self.tokens.place
        if self.types.at_type() or self.tokens.token in self._readers() or self.tokens.token == "{":
            return None
        code = self.expressions.expression()
        if self.tokens.accept(";") and self.tokens.token == "}":
            return code
        self.tokens.place = start
        return None

    def body(self, result: Kind) -> Statement:
        """Of a function, from its bracket on."""
        self.result, self.has_return = result, False
        self.labels = Labels()
        body = self._block()
        self.labels.check()
        return body

    def _block(self) -> Statement:
        self.tokens.expect("{")
        statements: list[Statement] = []
        labels: dict[int, int] = {}
        self.labels.enter()
        with self.storage.scope():
            while not self.tokens.accept("}"):
                if self._at_label():
                    labels[self.labels.defined(self.tokens.take())] = len(statements)
                    self.tokens.expect(":")
                else:
                    statements += self._item()
        self.labels.leave()
        return labelled(self.machine, statements, labels) if labels else block(statements)

    def _at_label(self) -> bool:
        token = self.tokens.token
        return self.tokens.next == ":" and is_name(token) and token not in ("case", "default")

    def _item(self) -> list[Statement]:
        """A statement or declaration of a block."""
        if self.types.at_assertion():
            self.types.check_assertion()
            return []
        if self.types.at_type() and self.tokens.next != ":":
            return self._declaration()
        return [self._statement()]

    def _declaration(self) -> list[Statement]:
        """The initialisations of a local declaration."""
        specified = self.types.specified()
        statements: list[Statement] = []
        if self.tokens.accept(";"):
            return statements
        while True:
            statements += self._declared(self.types.declarator(specified.kind), specified)
            if not self.tokens.accept(","):
                break
        self.tokens.expect(";")
        return statements

    def _declared(self, declared: Declared, specified: Specified) -> list[Statement]:
        initialisers = self.expressions.initialisers
        if "typedef" in specified.words:
            self.storage.names.new_type(declared.name, declared.kind)
        elif isinstance(declared.kind, Function):
            self.expressions.functions.prototype(declared)
        elif "extern" in specified.words:
            initialisers.elsewhere(declared, specified)
        else:
            self.storage.check_new(declared.name)
            if "static" not in specified.words:
                return initialisers.automatic(declared, specified.words)
            self.storage.scopes[-1][declared.name] = initialisers.static(declared, specified)
        return []

    def _statement(self) -> Statement:
        token = self.tokens.token
        if token == "{":
            return self._block()
        reader = self._readers().get(token)
        if reader is not None:
            start = self.tokens.place
            self.tokens.take()
            return self.storage.kept_through(start, reader)
        if token == ";":
            self.tokens.take()
            return block([])
        if self._at_label():
            raise UnsupportedConstruct("a label within a statement")
        return self._part(";")

    def _readers(self) -> dict[str, Callable[[], Statement]]:
        """By a statement's first word, each from behind it on."""
        return {
            "if": self._if, "while": self._while, "do": self._do, "for": self._for, "switch": self._switch,
            "return": self._return, "break": lambda: self._leave(BREAK), "continue": lambda: self._leave(CONTINUE),
            "asm": self._assembly, "__asm": self._assembly, "__asm__": self._assembly, "goto": self._goto,
        }  # fmt: skip

    def _goto(self) -> Statement:
        signal = self.labels.wanted(self.tokens.take())
        self.tokens.expect(";")
        return lambda f: signal

    def _leave(self, signal: int) -> Statement:
        self.tokens.expect(";")
        if signal not in self.leaves:
            raise UnsupportedConstruct("nothing to leave or go on with")
        return lambda f: signal

    def _return(self) -> Statement:
        self.has_return = True
        if self.tokens.accept(";"):
            if not isinstance(self.result, Void):
                raise UnsupportedConstruct("a return without a value")
            return lambda f: RETURN
        self.operations.cost = 0
        code = self.operations.rvalue(self.expressions.expression())
        self.tokens.expect(";")
        if isinstance(self.result, Void):
            raise UnsupportedConstruct("a value returned from a function that has none")
        value = given(code, self.result).run
        if isinstance(self.result, Structure):
            value = _returned_structure(self.machine, value, self.result.size)
        return returned(self.machine, value, max(1, self.operations.cost))

    def _assembly(self) -> Statement:
        mark = self.operations.marks.here()
        steps = self._instructions.read()
        return self.operations.marks.step(mark, block([timed(self.machine, step, 1) for step in steps]))

    def _test(self) -> tuple[Code, int]:
        """A condition in brackets and its cost."""
        self.operations.cost = 0
        self.tokens.expect("(")
        code = self.expressions.condition()
        self.tokens.expect(")")
        return code, self.operations.measured() + _BRANCH_COST

    def _body(self, *leaves: int) -> Statement:
        """A statement that may be left in these ways."""
        before, self.leaves = self.leaves, self.leaves.union(leaves)
        body = self._statement()
        self.leaves = before
        return body

    def _if(self) -> Statement:
        test, cost = self._test()
        yes = self._statement()
        no = self._statement() if self.tokens.accept("else") else None
        return choice(self.machine, test.run, cost, yes, no)

    def _while(self) -> Statement:
        test, cost = self._test()
        body = self._body(BREAK, CONTINUE)
        return loop(self.machine, test, body, None, cost)

    def _do(self) -> Statement:
        body = self._body(BREAK, CONTINUE)
        self.tokens.expect("while")
        test, cost = self._test()
        self.tokens.expect(";")
        return loop(self.machine, test, body, None, cost, first=True)

    def _for(self) -> Statement:
        with self.storage.scope():
            return self._counted_loop()

    def _counted_loop(self) -> Statement:
        self.tokens.expect("(")
        before = self._declaration() if self.types.at_type() else [self._part(";")]
        self.operations.cost, head = 0, self.tokens.place
        test = self.expressions.condition() if self.tokens.token != ";" else Code(lambda f: 1, INT, 1)
        self.tokens.expect(";")
        after = self.expressions.expression().step if self.tokens.token != ")" else None
        self.tokens.expect(")")
        cost = self.operations.measured() + _BRANCH_COST
        delay = self._delay(head, cost)
        body = self._body(BREAK, CONTINUE)
        return block([*before, delay or loop(self.machine, test, body, after, cost)])

    def _delay(self, head: int, cost: int) -> Statement | None:
        """A loop that only counts a variable up, from its condition on: its turns are no work."""
        tokens, place = self.tokens.tokens, self.tokens.place
        condition = tokens[head : tokens.index(";", head)]
        step = tokens[head + len(condition) + 1 : place - 1]
        is_empty = tokens[place] == ";" or tokens[place : place + 2] == ["{", "}"]
        if not is_empty or not _counts_up(condition, step):
            return None
        variable = self.storage.variable(condition[0])
        if variable is None or not isinstance(variable.kind, Integer):
            return None
        limit = self._bound(head + 2)
        if not isinstance(limit.kind, Integer) or limit.value is None:
            return None
        end = limit.value + (condition[1] == "<=")
        return counting(self.machine, variable, end, cost) if _may_reach(variable.kind, limit, end) else None

    def _bound(self, start: int) -> Code:
        """The expression from a place on, read a second time."""
        behind, self.tokens.place = self.tokens.place, start
        limit = self.operations.rvalue(self.expressions.expression())
        self.tokens.place, self.operations.cost = behind, 0
        return limit

    def _part(self, end: str) -> Statement:
        """An expression as a statement, and what ends it."""
        self.operations.cost = 0
        code = self.expressions.expression() if self.tokens.token != end else None
        self.tokens.expect(end)
        return self._simple(code) if code is not None else block([])

    def _simple(self, code: Code) -> Statement:
        return timed(self.machine, code.step, max(1, self.operations.measured()))

    def _switch(self) -> Statement:
        test, cost = self._test()
        kind = promoted(test.kind)
        self.tokens.expect("{")
        before, self.leaves = self.leaves, self.leaves | {BREAK}
        with self.storage.scope():
            entries, statements = self._cases(kind)
        self.leaves = before
        other = entries.pop(None, -1)
        values = {value: place for value, place in entries.items() if value is not None}
        return branch(self.machine, test.run, cost, values, other, statements)

    def _cases(self, kind: Integer) -> tuple[dict[int | None, int], list[Statement]]:
        """At which statement each value enters, in the type of what is asked; None is the default's."""
        entries: dict[int | None, int] = {}
        statements: list[Statement] = []
        while not self.tokens.accept("}"):
            if self.tokens.token not in ("case", "default"):
                statements += self._item()
                continue
            values = self._case(kind) if self.tokens.take() == "case" else (None,)
            self.tokens.expect(":")
            if not entries.keys().isdisjoint(values):
                raise UnsupportedConstruct("a second case of a value")
            entries |= dict.fromkeys(values, len(statements))
        return entries, statements

    def _case(self, kind: Integer) -> Sequence[int]:
        """One value, or all from one to another, as gcc lets a case have them."""
        first = last = fits(kind, self.expressions.constant())
        if self.tokens.accept("..."):
            last = fits(kind, self.expressions.constant())
        if last - first >= _MOST_CASES:
            raise UnsupportedConstruct("so many cases")
        return range(first, last + 1)


def _returned_structure(machine: Machine, at: Step, size: int) -> Step:
    def run(f: Frame) -> int:
        machine.returned = machine.memory.part(at(f), size)
        return 0

    return run


def _may_reach(variable: Integer, limit: Code, end: int) -> bool:
    """Whether a variable counts up to an end by numbers alone: within its range, and compared as it stands."""
    is_compared_unsigned = isinstance(limit.kind, Integer) and limit.kind.size == 4 and not limit.kind.signed
    if variable.signed and is_compared_unsigned:
        return False
    return end < 1 << (8 * variable.size - variable.signed)


def _counts_up(condition: Sequence[str], step: Sequence[str]) -> bool:
    """Whether a condition is that a name is below a number or another name, and the step adds one to it."""
    if len(condition) < 3:
        return False
    name, operator, *bound = condition
    if operator not in ("<", "<=") or name in bound or not all(item.isalnum() for item in bound):
        return False
    return list(step) in ([name, "++"], ["++", name])
