"""Reading expressions, by the precedence of their operators, into code. What an operator does is `operations`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from resources.domains.embedded_systems.prediction.simulator.functions import Functions
from resources.domains.embedded_systems.prediction.simulator.further_arguments import (
    VARIABLE_LIST,
    VARIADIC,
    FurtherArguments,
)
from resources.domains.embedded_systems.prediction.simulator.initialisers import Initialisers
from resources.domains.embedded_systems.prediction.simulator.operations import Operations
from resources.domains.embedded_systems.prediction.simulator.operators import ASSIGNING, LEVELS, letters, number
from resources.domains.embedded_systems.prediction.simulator.storage import Storage
from resources.domains.embedded_systems.prediction.simulator.tokens import Cursor, is_name
from resources.domains.embedded_systems.prediction.simulator.type_reader import TypeReader
from resources.domains.embedded_systems.prediction.simulator.types import (
    CHAR,
    INT,
    UNSIGNED,
    Array,
    Function,
    Pointer,
    Structure,
)
from resources.domains.embedded_systems.prediction.simulator.values import Code, Frame, Place, Step, constant, scalar
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

_SIGNS = frozenset(("-", "+", "~", "!", "*", "&"))
_PREFIXES = _SIGNS | {"++", "--", "sizeof"}
_CALL_COST = 4


class ExpressionReader:
    """`types` and `initialisers` read from the same tokens what stands within expressions."""

    def __init__(self, tokens: Cursor, storage: Storage, operations: Operations, functions: Functions) -> None:
        self.tokens, self.storage, self.operations, self.functions = tokens, storage, operations, functions
        self.types = TypeReader(tokens, storage, self.constant, lambda: self.unevaluated().kind)
        self._further = FurtherArguments(self)
        self.read_block: Callable[[], Code] | None = None
        """Reads a block that is an expression, as gcc has it; from its bracket on."""
        self.initialisers = Initialisers(tokens, storage, operations, self.assignment)

    def expression(self) -> Code:
        """Commas included."""
        code = self.assignment()
        while self.tokens.accept(","):
            first, second = code.run, self.assignment()
            code = Code(_after(first, second.run), second.kind)
        return code

    def assignment(self) -> Code:
        """An expression without commas."""
        marks = self.operations.marks
        marks.begin_assignment()
        left = self._conditional()
        operator = self.tokens.token
        if operator == "=":
            self.tokens.take()
            left = self.operations.assigned(left, self.assignment())
        elif operator in ASSIGNING:
            self.tokens.take()
            value = self.operations.combined(operator[:-1], replace(left, value=None), self.assignment())
            left = self.operations.assigned(left, value)
        marks.end_assignment()
        return left

    def constant(self) -> int:
        """Of the expression that stands here."""
        code = self.assignment()
        if code.value is None:
            raise UnsupportedConstruct("a constant expected")
        return code.value

    def condition(self) -> Code:
        return scalar(self.operations.rvalue(self.expression()))

    def _conditional(self) -> Code:
        test = self._binary(1)
        if not self.tokens.accept("?"):
            return test
        scalar(test)
        yes = self.operations.rvalue(self.expression())
        self.tokens.expect(":")
        no = self.operations.rvalue(self._conditional())
        return self.operations.chosen(test, yes, no)

    def _binary(self, least: int) -> Code:
        left = self._unary()
        while (level := LEVELS.get(self.tokens.token, 0)) >= least:
            operator = self.tokens.take()
            left = self.operations.combined(operator, left, self._binary(level + 1))
        return left

    def _unary(self) -> Code:
        token = self.tokens.token
        if token in ("++", "--"):
            self.tokens.take()
            place = self._unary()
            return self.operations.assigned(place, self.operations.combined(token[0], place, constant(1, INT)))
        if token in _SIGNS:
            self.tokens.take()
            return self.operations.prefixed(token, self._cast())
        if token == "sizeof":
            self.tokens.take()
            return constant(self._measured(), UNSIGNED)
        return self._cast()

    def _measured(self) -> int:
        if self.tokens.token == "(":
            place = self.tokens.place
            self.tokens.take()
            if self.types.at_type():
                size = self.types.type_name().size
                self.tokens.expect(")")
                return _known(size)
            self.tokens.place = place
        cost = self.operations.cost
        size = self._unary().kind.size
        self.operations.cost = cost
        return _known(size)

    def unevaluated(self) -> Code:
        """An expression that is read for its type alone."""
        cost = self.operations.cost
        code = self.expression()
        self.operations.cost = cost
        return code

    def _cast(self) -> Code:
        if self.tokens.token != "(":
            return self._unary() if self.tokens.token in _PREFIXES else self._postfix()
        start = self.tokens.place
        self.tokens.take()
        if not self.types.at_type():
            self.tokens.place = start
            return self._postfix()
        kind = self.types.type_name()
        self.tokens.expect(")")
        if self.tokens.token == "{":
            return self.initialisers.literal(kind)
        return self.operations.cast(self._cast(), kind)

    def _postfix(self) -> Code:
        code = self._primary()
        while True:
            token = self.tokens.token
            if token == "[":
                code = self._indexed(code)
            elif token == "(":
                code = self._called(code)
            elif token in (".", "->"):
                code = self._member(code, self.tokens.take())
            elif token in ("++", "--"):
                code = self.operations.counted(code, self.tokens.take()[0])
            else:
                return code

    def _indexed(self, code: Code) -> Code:
        self.tokens.take()
        index = self.expression()
        self.tokens.expect("]")
        return self.operations.at(self.operations.combined("+", code, index))

    def _member(self, code: Code, token: str) -> Code:
        if token == "->":
            code = self.operations.at(self.operations.rvalue(code))
            self.operations.cost -= 1
        return self.operations.member(code, self.tokens.take())

    def _called(self, code: Code) -> Code:
        kind = code.kind.to if isinstance(code.kind, Pointer) else code.kind
        if not isinstance(kind, Function):
            raise UnsupportedConstruct("a call of what is no function")
        return self.functions.call_at(code.run, kind, self._arguments())

    def _arguments(self) -> list[Code]:
        self.tokens.expect("(")
        arguments: list[Code] = []
        while not self.tokens.accept(")"):
            arguments.append(self.operations.rvalue(self.assignment()))
            if not self.tokens.accept(","):
                self.tokens.expect(")")
                break
        self.operations.cost += _CALL_COST + len(arguments)
        return arguments

    def _primary(self) -> Code:
        if self.tokens.token[:1] == '"':
            return self._text()
        token = self.tokens.take()
        if token == "(":
            in_braces = self.tokens.token == "{" and self.read_block is not None
            code = self.read_block() if in_braces and self.read_block is not None else self.expression()
            self.tokens.expect(")")
            return code
        if token[0] == "'":
            return constant((letters(token[1:-1]) or [0])[0], INT)
        if token[0].isdigit() or (token[0] == "." and token[1:2].isdigit()):
            return number(token)
        if is_name(token):
            return self._named(token)
        raise UnsupportedConstruct(f"{token} where a value is expected")

    def _offset(self) -> int:
        """offsetof, for a member by its name."""
        self.tokens.expect("(")
        kind = self.types.type_name()
        self.tokens.expect(",")
        name = self.tokens.take()
        self.tokens.expect(")")
        if not isinstance(kind, Structure) or name not in kind.members or kind.members[name].bits:
            raise UnsupportedConstruct("the offset of what is no member")
        return kind.members[name].offset

    def _text(self) -> Code:
        content = self.initialisers.joined()
        kind, address = Array(CHAR, len(content) + 1), self.storage.text_address(content + b"\0")
        return Code(lambda f: address, kind, address, Place(kind, address=address))

    def _named(self, name: str) -> Code:
        place = self.storage.variable(name)
        if place is not None:
            return self.operations.placed(place)
        if name in self.storage.names.constants:
            value = self.storage.names.constants[name]
            return constant(value, INT if value < 1 << 31 else UNSIGNED)
        if name == "__builtin_offsetof" or (name == "offsetof" and self.tokens.token == "("):
            return constant(self._offset(), UNSIGNED)
        if name in VARIADIC and VARIABLE_LIST in self.types.names.types:
            return self._further.read(name)
        if self.tokens.token == "(":
            return self.functions.call(name, self._arguments())
        function = self.functions.address(name)
        if function is None:
            raise UnsupportedConstruct(f"no name {name}")
        return function


def _known(size: int) -> int:
    """Of a structure that has members, and an array that has elements."""
    if not size:
        raise UnsupportedConstruct("the size of what has none")
    return size


def _after(first: Step, second: Step) -> Step:
    def run(f: Frame) -> int:
        first(f)
        return second(f)

    return run
