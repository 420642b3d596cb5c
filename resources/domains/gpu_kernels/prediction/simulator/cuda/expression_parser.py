"""Expressions of CUDA C++ as trees."""

from resources.domains.gpu_kernels.prediction.simulator.cuda.program import Node
from resources.domains.gpu_kernels.prediction.simulator.cuda.tokens import TokenCursor, TypeParser
from resources.domains.gpu_kernels.prediction.simulator.halting import unsupported

_CASTS = frozenset("static_cast reinterpret_cast const_cast".split())
_ASSIGNMENTS = frozenset("= += -= *= /= %= &= |= ^= <<= >>=".split())
_SIGNS = frozenset("- + ! ~ * &".split())
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip
_BINDS = {sign: level for level, signs in enumerate(_LEVELS) for sign in signs}
"""How tightly each operator of two operands binds."""


class ExpressionParser:
    """Expressions at a cursor."""

    def __init__(self, cursor: TokenCursor, types: TypeParser) -> None:
        self._cursor, self._types = cursor, types

    def braced(self) -> Node:
        line = self._cursor.line
        self._cursor.need("{")
        return Node("list", tuple(self.arguments("}")), line)

    def arguments(self, closing: str) -> list[Node]:
        items = []
        while not self._cursor.take(closing):
            items.append(self.initial())
            if self._cursor.text() != closing:
                self._cursor.need(",")
        return items

    def initial(self) -> Node:
        """What a variable or argument may be given: an expression, or a list in braces."""
        return self.braced() if self._cursor.text() == "{" else self.assignment()

    def expression(self) -> Node:
        line = self._cursor.line
        node = self.assignment()
        while self._cursor.take(","):
            node = Node("comma", (node, self.assignment()), line)
        return node

    def assignment(self) -> Node:
        line = self._cursor.line
        left = self._ternary()
        sign = self._cursor.text()
        if sign not in _ASSIGNMENTS:
            return left
        self._cursor.at += 1
        return Node("assign", (sign[:-1], left, self.initial()), line)

    def _ternary(self) -> Node:
        line = self._cursor.line
        test = self._binary(0)
        if not self._cursor.take("?"):
            return test
        first = self.assignment()
        self._cursor.need(":")
        return Node("ternary", (test, first, self.assignment()), line)

    def _binary(self, loosest: int) -> Node:
        """With operators that bind at least as tightly as `loosest`; those that bind alike are joined from the left."""
        line = self._cursor.line
        left = self._unary()
        while True:
            sign = self._cursor.operator()
            level = _BINDS.get(sign, -1)
            if level < loosest:
                return left
            self._cursor.take_operator(sign)
            left = Node("binary", (sign, left, self._binary(level + 1)), line)

    def _unary(self) -> Node:
        cursor = self._cursor
        text, line = cursor.text(), cursor.line
        if text in _SIGNS:
            cursor.at += 1
            return Node("unary", (text, self._unary()), line)
        if text in ("++", "--"):
            cursor.at += 1
            return Node("step", (text[0], self._unary(), True), line)
        if text == "(" and self._types.is_next(1) and cursor.text(2) not in ("(", "{"):
            cursor.at += 1
            kind = self._types.type()
            cursor.need(")")
            return Node("cast", (kind, self._unary()), line)
        if text == "sizeof":
            return self._size(line)
        return self._postfix(self._primary(), line)

    def _size(self, line: int) -> Node:
        self._cursor.at += 1
        self._cursor.need("(")
        measured = self._types.type() if self._types.is_next() else self.expression()
        self._cursor.need(")")
        return Node("size", (measured,), line)

    def _postfix(self, node: Node, line: int) -> Node:
        cursor = self._cursor
        while True:
            if cursor.take("["):
                node = Node("index", (node, self.expression()), line)
                cursor.need("]")
            elif cursor.take("("):
                node = Node("call", (node, tuple(self.arguments(")"))), line)
            elif cursor.take("<<<"):
                settings = tuple(self.arguments(">>>"))
                cursor.need("(")
                node = Node("launch", (node, settings, tuple(self.arguments(")"))), line)
            elif cursor.take("."):
                node = Node("field", (node, cursor.name()), line)
            elif cursor.take("->"):
                node = Node("field", (Node("unary", ("*", node), line), cursor.name()), line)
            elif cursor.text() in ("++", "--"):
                node = Node("step", (cursor.text()[0], node, False), line)
                cursor.at += 1
            else:
                return node

    def _primary(self) -> Node:
        cursor, token = self._cursor, self._cursor.token
        if token.kind == "number":
            cursor.at += 1
            return Node("number", (token.text.replace("'", ""),), token.line)
        if cursor.take("("):
            node = self.expression()
            cursor.need(")")
            return node
        if token.text in _CASTS:
            return self._named_cast(token.line)
        if self._types.is_next():
            return self._made(token.line)
        if token.text == "std" and cursor.text(1) == "::":
            cursor.at += 2
        return Node("name", (cursor.name(),), token.line, token.start)

    def _named_cast(self, line: int) -> Node:
        cursor = self._cursor
        cursor.at += 1
        cursor.need("<")
        kind = self._types.type()
        cursor.need(">")
        cursor.need("(")
        node = Node("cast", (kind, self.expression()), line)
        cursor.need(")")
        return node

    def _made(self, line: int) -> Node:
        kind = self._types.type()
        opening = self._cursor.text()
        if opening not in ("(", "{"):
            raise unsupported("a type in an expression")
        self._cursor.at += 1
        return Node("make", (kind, tuple(self.arguments(")" if opening == "(" else "}"))), line)
