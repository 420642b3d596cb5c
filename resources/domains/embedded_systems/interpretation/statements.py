"""Reading statements and the declarations among them, into steps. Branches and loops are `control` and `switches`."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from resources.domains.embedded_systems.interpretation.code import Frame, Place
from resources.domains.embedded_systems.interpretation.conversions import given
from resources.domains.embedded_systems.interpretation.kinds import Function, Void
from resources.domains.embedded_systems.interpretation.memory import Ending, PathEnded
from resources.domains.embedded_systems.interpretation.names import Declared, Specified
from resources.domains.embedded_systems.interpretation.steps import BREAK, CONTINUE, RETURN, Statement, block, returned
from resources.domains.embedded_systems.interpretation.switches import Switches
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed, is_name

_INSTRUCTIONS = {
    "nop": "__NOP", "dsb": "__DSB", "isb": "__ISB", "dmb": "__DSB", "wfi": "__WFI", "cpsid i": "__disable_irq",
    "cpsie i": "__enable_irq",
}  # fmt: skip


class Statements(Switches):
    """From a function's bracket on: `block`."""

    @abstractmethod
    def within(self, start: int, reader: Callable[[], Statement]) -> Statement:
        """A statement that begins at a token, with what is kept in registers through it."""

    @abstractmethod
    def static(self, declared: Declared, specified: Specified) -> Place:
        """A variable that outlives its block."""

    @abstractmethod
    def elsewhere(self, declared: Declared, specified: Specified) -> None:
        """The file's variable that a block declares again."""

    @abstractmethod
    def prototype(self, declared: Declared) -> None:
        """A function declared, without its body."""

    def block(self) -> Statement:
        """From its bracket on."""
        self.expect("{")
        found: list[Statement] = []
        with self.scope():
            while not self.accept("}"):
                found += self._item()
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
            found += self._declared(self.declarator(specified.kind), specified)
            if not self.accept(","):
                break
        self.expect(";")
        return found

    def _declared(self, declared: Declared, specified: Specified) -> list[Statement]:
        if "typedef" in specified.words:
            self.names.new_type(declared.name, declared.kind)
        elif isinstance(declared.kind, Function):
            self.prototype(declared)
        elif "extern" in specified.words:
            self.elsewhere(declared, specified)
        else:
            self.check_new(declared.name)
            if "static" not in specified.words:
                return self._automatic(declared, specified.words)
            self.scopes[-1][declared.name] = self.static(declared, specified)
        return []

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
        if signal not in self.leaves:
            raise Unfollowed("nothing to leave or go on with")
        return lambda f: signal

    def _return(self) -> Statement:
        self.has_return = True
        if self.accept(";"):
            if not isinstance(self.result, Void):
                raise Unfollowed("a return without a value")
            return lambda f: RETURN
        self.cost = 0
        code = self._rvalue(self.expression())
        self.expect(";")
        if isinstance(self.result, Void):
            raise Unfollowed("a value returned from a function that has none")
        return returned(self.machine, given(code, self.result).run, max(1, self.cost))

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
    raise PathEnded(Ending.HARDWARE, "undefined instruction", ("UNDEFINSTR",))
