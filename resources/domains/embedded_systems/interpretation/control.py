"""Reading what decides where a function goes on: if and loops; `switches` adds switch. What these run as are `steps`
and `loops`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from resources.domains.embedded_systems.interpretation.automatic import Automatic
from resources.domains.embedded_systems.interpretation.code import Code
from resources.domains.embedded_systems.interpretation.conversions import scalar
from resources.domains.embedded_systems.interpretation.kinds import INT, Integer
from resources.domains.embedded_systems.interpretation.loops import counting, loop
from resources.domains.embedded_systems.interpretation.steps import (
    BREAK,
    CONTINUE,
    Statement,
    block,
    choice,
    timed,
)

_BRANCH_COST = 1


class Control(Automatic):
    """Each from behind its first word on."""

    leaves: frozenset[int] = frozenset()
    """In which ways what is read now may be left, beside by returning."""

    @abstractmethod
    def statement(self) -> Statement:
        """Any statement."""

    @abstractmethod
    def _item(self) -> list[Statement]:
        """A statement or declaration of a block."""

    @abstractmethod
    def _declaration(self) -> list[Statement]:
        """The initialisations of a local declaration."""

    def _test(self) -> tuple[Code, int]:
        """A condition in brackets and its cost."""
        self.cost = 0
        self.expect("(")
        code = scalar(self._rvalue(self.expression()))
        self.expect(")")
        cost, self.cost = self.cost + _BRANCH_COST, 0
        return code, cost

    def _body(self, *leaves: int) -> Statement:
        """A statement that may be left in these ways."""
        before, self.leaves = self.leaves, self.leaves.union(leaves)
        body = self.statement()
        self.leaves = before
        return body

    def _if(self) -> Statement:
        test, cost = self._test()
        yes = self.statement()
        no = self.statement() if self.accept("else") else None
        return choice(self.machine, test.run, cost, yes, no)

    def _while(self) -> Statement:
        test, cost = self._test()
        body = self._body(BREAK, CONTINUE)
        return loop(self.machine, test, body, None, cost)

    def _do(self) -> Statement:
        body = self._body(BREAK, CONTINUE)
        self.expect("while")
        test, cost = self._test()
        self.expect(";")
        return loop(self.machine, test, body, None, cost, first=True)

    def _for(self) -> Statement:
        with self.scope():
            return self._counted_loop()

    def _counted_loop(self) -> Statement:
        self.expect("(")
        before = self._declaration() if self.at_type() else [self._part(";")]
        self.cost, head = 0, self.place
        test = scalar(self._rvalue(self.expression())) if self.token != ";" else Code(lambda f: 1, INT, 1)
        self.expect(";")
        after = self.expression().step if self.token != ")" else None
        self.expect(")")
        cost, self.cost = self.cost + _BRANCH_COST, 0
        delay = self._delay(head, cost)
        body = self._body(BREAK, CONTINUE)
        return block([*before, delay or loop(self.machine, test, body, after, cost)])

    def _delay(self, head: int, cost: int) -> Statement | None:
        """A loop that only counts a variable up, from its condition on: its turns are no work."""
        condition = self.tokens[head : self.tokens.index(";", head)]
        step = self.tokens[head + len(condition) + 1 : self.place - 1]
        is_empty = self.token == ";" or self.tokens[self.place : self.place + 2] == ["{", "}"]
        if not is_empty or not _counts_up(condition, step):
            return None
        variable = self.variable(condition[0])
        if variable is None or not isinstance(variable.kind, Integer):
            return None
        limit = self._bound(head + 2)
        if not isinstance(limit.kind, Integer) or limit.value is None:
            return None
        end = limit.value + (condition[1] == "<=")
        return counting(self.machine, variable, end, cost) if _may_reach(variable.kind, limit, end) else None

    def _bound(self, start: int) -> Code:
        """The expression from a place on, read a second time."""
        behind, self.place = self.place, start
        limit = self._rvalue(self.expression())
        self.place, self.cost = behind, 0
        return limit

    def _part(self, end: str) -> Statement:
        self.cost = 0
        code = self.expression() if self.token != end else None
        self.expect(end)
        return self._simple(code) if code is not None else block([])

    def _simple(self, code: Code) -> Statement:
        cost, self.cost = max(1, self.cost), 0
        return timed(self.machine, code.step, cost)


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
