"""Expressions of CUDA C++ as trees."""

from resources.domains.gpu_kernels.interpretation.cuda.tokens import Node, Tokens
from resources.domains.gpu_kernels.interpretation.endings import unknown

_CASTS = frozenset("static_cast reinterpret_cast const_cast".split())
_ASSIGNMENTS = frozenset("= += -= *= /= %= &= |= ^= <<= >>=".split())
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip


class ExpressionReader(Tokens):
    """Reads an expression."""

    def _braced(self) -> Node:
        self._need("{")
        return Node("list", tuple(self._arguments("}")))

    def _arguments(self, closing: str) -> list[Node]:
        found = []
        while not self._taken(closing):
            found.append(self._braced() if self._text() == "{" else self._assignment())
            if self._text() != closing:
                self._need(",")
        return found

    def _expression(self) -> Node:
        found = self._assignment()
        while self._taken(","):
            found = Node("comma", (found, self._assignment()))
        return found

    def _assignment(self) -> Node:
        left = self._ternary()
        if self._text() in _ASSIGNMENTS:
            sign = self._text()
            self._at += 1
            value = self._braced() if self._text() == "{" else self._assignment()
            return Node("assign", (sign[:-1], left, value))
        return left

    def _ternary(self) -> Node:
        test = self._binary(0)
        if not self._taken("?"):
            return test
        first = self._assignment()
        self._need(":")
        return Node("ternary", (test, first, self._assignment()))

    def _binary(self, level: int) -> Node:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._sign() in _LEVELS[level]:
            sign = self._sign()
            self._at += len(sign) if sign == ">>" and self._text() == ">" else 1
            left = Node("binary", (sign, left, self._binary(level + 1)))
        return left

    def _sign(self) -> str:
        """`>>` is two tokens."""
        text = self._text()
        if text == ">" and self._text(1) == ">" and self._tokens[self._at].end == self._tokens[self._at + 1].start:
            return ">>"
        return text

    def _unary(self) -> Node:
        text = self._text()
        if text in ("-", "+", "!", "~", "*", "&"):
            self._at += 1
            return Node("unary", (text, self._unary()))
        if text in ("++", "--"):
            self._at += 1
            return Node("step", (text[0], self._unary(), True))
        if text == "(" and self._is_type(1):
            self._at += 1
            kind = self._type()
            self._need(")")
            return Node("cast", (kind, self._unary()))
        if text == "sizeof":
            self._at += 1
            self._need("(")
            measured = Node("size", (self._type() if self._is_type() else self._expression(),))
            self._need(")")
            return measured
        return self._postfix(self._primary())

    def _postfix(self, found: Node) -> Node:
        while True:
            if self._taken("["):
                found = Node("index", (found, self._expression()))
                self._need("]")
            elif self._taken("("):
                found = Node("call", (found, tuple(self._arguments(")"))))
            elif self._text() == "<<<":
                self._at += 1
                settings = tuple(self._arguments(">>>"))
                self._need("(")
                found = Node("launch", (found, settings, tuple(self._arguments(")"))))
            elif self._taken("."):
                found = Node("field", (found, self._name()))
            elif self._taken("->"):
                found = Node("field", (Node("unary", ("*", found)), self._name()))
            elif self._text() in ("++", "--"):
                found = Node("step", (self._text()[0], found, False))
                self._at += 1
            else:
                return found

    def _primary(self) -> Node:
        if self._at >= len(self._tokens):
            raise unknown("the end")
        token = self._tokens[self._at]
        if token.kind == "number":
            self._at += 1
            return Node("number", (token.text.replace("'", ""),))
        if self._taken("("):
            found = self._expression()
            self._need(")")
            return found
        if token.text in _CASTS:
            self._at += 1
            self._need("<")
            kind = self._type()
            self._need(">")
            self._need("(")
            found = Node("cast", (kind, self._expression()))
            self._need(")")
            return found
        if self._is_type():
            kind = self._type()
            opening = self._text()
            if opening not in ("(", "{"):
                raise unknown("a type in an expression")
            self._at += 1
            return Node("make", (kind, tuple(self._arguments(")" if opening == "(" else "}"))))
        if token.text == "std" and self._text(1) == "::":
            self._at += 2
        return Node("name", (self._name(),))
