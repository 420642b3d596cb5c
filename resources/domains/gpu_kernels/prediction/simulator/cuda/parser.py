"""A parser of CUDA C++ programs: functions, structs, declarations and statements. Expressions are
`expression_parser`."""

from functools import lru_cache

from resources.domains.gpu_kernels.prediction.simulator.cuda.expression_parser import ExpressionParser
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import CType, Node, Program, Routine, Unread
from resources.domains.gpu_kernels.prediction.simulator.cuda.tokens import TokenCursor, TokenDue, TypeParser
from resources.domains.gpu_kernels.prediction.simulator.halting import unsupported
from resources.domains.toolkit.simulation.halting import ExecutionHalted

_EMPTY = Node("block")
_UNKNOWN_STATEMENTS = frozenset("switch goto asm template using typedef namespace".split())


@lru_cache(maxsize=32)
def parsed(code: str) -> Program | Unread:
    try:
        return _ProgramParser(code).program()
    except TokenDue as due:
        return Unread(due.missing)
    except RecursionError:
        return Unread(None, is_too_deep=True)
    except (ExecutionHalted, LookupError, ValueError):
        return Unread(None)


class _StatementParser:
    """Statements and declarations at a cursor."""

    def __init__(self, cursor: TokenCursor, types: TypeParser) -> None:
        self._cursor, self._types = cursor, types
        self._expressions = ExpressionParser(cursor, types)

    def block(self) -> Node:
        cursor, line = self._cursor, self._cursor.line
        cursor.need("{")
        statements = []
        while not cursor.take("}"):
            if cursor.is_at_end:
                raise unsupported("an open block")
            statements.append(self._statement())
        return Node("block", tuple(statements), line)

    def _statement(self) -> Node:
        cursor, text, line = self._cursor, self._cursor.text(), self._cursor.line
        if text == "{":
            return self.block()
        if cursor.take(";"):
            return Node("block", (), line)
        if text in ("if", "while"):
            return self._conditional(text, line)
        if text == "for":
            return self._for(line)
        if text == "do":
            return self._do(line)
        if text == "return":
            return self._return(line)
        if text in ("break", "continue"):
            cursor.at += 1
            cursor.need(";")
            return Node(text, (), line)
        if text in _UNKNOWN_STATEMENTS:
            raise unsupported(text)
        return self._simple(line)

    def _simple(self, line: int) -> Node:
        if self._types.is_next() and self._cursor.text(1) not in ("(", "{"):
            return self.declaration()
        node = Node("expression", (self._expressions.expression(),), line)
        self._cursor.need(";")
        return node

    def _conditional(self, what: str, line: int) -> Node:
        cursor = self._cursor
        cursor.at += 1
        cursor.need("(")
        test = self._expressions.expression()
        cursor.need(")")
        body = self._statement()
        other = self._statement() if what == "if" and cursor.take("else") else _EMPTY
        return Node(what, (test, body, other), line)

    def _do(self, line: int) -> Node:
        self._cursor.at += 1
        body = self._statement()
        self._cursor.need("while")
        test = self._expressions.expression()
        self._cursor.need(";")
        return Node("do", (body, test), line)

    def _return(self, line: int) -> Node:
        self._cursor.at += 1
        value = None if self._cursor.text() == ";" else self._expressions.expression()
        self._cursor.need(";")
        return Node("return", (value,), line)

    def _for(self, line: int) -> Node:
        cursor = self._cursor
        cursor.at += 1
        cursor.need("(")
        start = _EMPTY if cursor.take(";") else self._simple(cursor.line)
        test = None if cursor.text() == ";" else self._expressions.expression()
        cursor.need(";")
        steps = []
        while cursor.text() != ")":
            steps.append(self._expressions.assignment())
            if not cursor.take(","):
                break
        cursor.need(")")
        return Node("for", (start, test, tuple(steps), self._statement()), line)

    def declaration(self) -> Node:
        cursor, start, line = self._cursor, self._cursor.at, self._cursor.line
        base = self._types.type()
        words = cursor.words_since(start)
        space = "shared" if "__shared__" in words else "constant" if "__constant__" in words else "local"
        variables = [self._variable(base, space)]
        while cursor.take(","):
            pointers = 0
            while cursor.take("*"):
                pointers += 1
            variables.append(self._variable(CType(base.base, pointers, is_constant=base.is_constant), space))
        cursor.need(";")
        return Node("declare", tuple(variables), line)

    def _variable(self, kind: CType, space: str) -> Node:
        cursor, line = self._cursor, self._cursor.line
        name, sizes = cursor.name(), []
        while cursor.take("["):
            sizes.append(None if cursor.text() == "]" else self._expressions.expression())
            cursor.need("]")
        value = None
        if cursor.take("="):
            value = self._expressions.initial()
        elif cursor.take("("):
            value = Node("list", tuple(self._expressions.arguments(")")), line)
        elif cursor.text() == "{":
            value = self._expressions.braced()
        return Node("variable", (kind, name, tuple(sizes), value, space), line)


class _ProgramParser:
    """Parses a text once."""

    def __init__(self, code: str) -> None:
        self._cursor = TokenCursor(code)
        self._types = TypeParser(self._cursor, code)
        self._statements = _StatementParser(self._cursor, self._types)
        self._routines: dict[str, Routine] = {}
        self._constants: list[Node] = []

    def program(self) -> Program:
        while not self._cursor.is_at_end:
            self._outermost()
        return Program(self._routines, self._constants, self._types.structs, self._cursor.has_macros)

    def _outermost(self) -> None:
        cursor = self._cursor
        if cursor.take(";"):
            return
        if cursor.text() == "struct" and cursor.text(2) == "{":
            self._struct()
            return
        start = cursor.at
        kind = self._types.type()
        if cursor.text() == "__launch_bounds__":
            self._skip_brackets()
        name = cursor.name()
        if cursor.text() == "(":
            self._routine(name, cursor.words_since(start), kind)
        else:
            cursor.at = start
            self._constants.append(self._statements.declaration())

    def _skip_brackets(self) -> None:
        self._cursor.at += 1
        self._cursor.need("(")
        while not self._cursor.take(")"):
            if self._cursor.is_at_end:
                raise unsupported("an open bracket")
            self._cursor.at += 1

    def _struct(self) -> None:
        cursor = self._cursor
        cursor.at += 1
        name = cursor.name()
        cursor.need("{")
        fields: list[tuple[CType, str]] = []
        while not cursor.take("}"):
            kind = self._types.type()
            fields.append((kind, cursor.name()))
            while cursor.take(","):
                fields.append((kind, cursor.name()))
            cursor.need(";")
        cursor.need(";")
        self._types.structs[name] = tuple(fields)

    def _routine(self, name: str, words: set[str], result: CType) -> None:
        cursor = self._cursor
        cursor.need("(")
        parameters: list[tuple[CType, str]] = []
        while not cursor.take(")"):
            kind = self._types.type()
            parameters.append((kind, cursor.name() if cursor.text() not in (",", ")") else ""))
            cursor.take(",")
        if cursor.take(";"):
            return
        places = {"device"} if words & {"__device__", "constexpr"} else set()
        places |= {"host"} if "__device__" not in words or "__host__" in words else set()
        self._routines[name] = Routine(
            name, "__global__" in words, tuple(parameters), self._statements.block(), result, frozenset(places)
        )
