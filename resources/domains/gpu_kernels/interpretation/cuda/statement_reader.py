"""Statements and declarations of CUDA C++ as trees."""

from resources.domains.gpu_kernels.interpretation.cuda.expression_reader import ExpressionReader
from resources.domains.gpu_kernels.interpretation.cuda.tokens import CType, Node
from resources.domains.gpu_kernels.interpretation.endings import unknown


class StatementReader(ExpressionReader):
    """Reads a statement."""

    def _block(self) -> Node:
        self._need("{")
        found = []
        while not self._taken("}"):
            if self._at >= len(self._tokens):
                raise unknown("an open block")
            found.append(self._statement())
        return Node("block", tuple(found))

    def _statement(self) -> Node:
        text = self._text()
        if text == "{":
            return self._block()
        if self._taken(";"):
            return Node("block")
        if text in ("if", "while"):
            self._at += 1
            self._need("(")
            test = self._expression()
            self._need(")")
            body = self._statement()
            other = self._statement() if text == "if" and self._taken("else") else Node("block")
            return Node(text, (test, body, other))
        if text == "for":
            return self._for()
        if text == "do":
            return self._do()
        if text == "return":
            return self._return()
        if text in ("break", "continue"):
            self._at += 1
            self._need(";")
            return Node(text)
        if text in ("switch", "goto", "asm", "template", "using", "typedef", "namespace"):
            raise unknown(text)
        return self._plain()

    def _plain(self) -> Node:
        if self._is_type() and self._text(1) not in ("(", "{"):
            return self._declaration()
        found = Node("expression", (self._expression(),))
        self._need(";")
        return found

    def _do(self) -> Node:
        self._at += 1
        body = self._statement()
        self._need("while")
        test = self._expression()
        self._need(";")
        return Node("do", (body, test))

    def _return(self) -> Node:
        self._at += 1
        value = None if self._text() == ";" else self._expression()
        self._need(";")
        return Node("return", (value,))

    def _for(self) -> Node:
        self._at += 1
        self._need("(")
        start = Node("block") if self._taken(";") else self._plain()
        test = None if self._text() == ";" else self._expression()
        self._need(";")
        steps = []
        while self._text() != ")":
            steps.append(self._assignment())
            if not self._taken(","):
                break
        self._need(")")
        return Node("for", (start, test, tuple(steps), self._statement()))

    def _declaration(self) -> Node:
        start = self._at
        base = self._type()
        words = {token.text for token in self._tokens[start : self._at]}
        space = "shared" if "__shared__" in words else "constant" if "__constant__" in words else "local"
        found = [self._declared(base, space)]
        while self._taken(","):
            pointers = 0
            while self._taken("*"):
                pointers += 1
            found.append(self._declared(CType(base.base, pointers, is_constant=base.is_constant), space))
        self._need(";")
        return Node("declare", tuple(found))

    def _declared(self, kind: CType, space: str) -> Node:
        name, sizes = self._name(), []
        while self._taken("["):
            sizes.append(None if self._text() == "]" else self._expression())
            self._need("]")
        value = None
        if self._taken("="):
            value = self._braced() if self._text() == "{" else self._assignment()
        elif self._text() == "(":
            self._at += 1
            value = Node("list", tuple(self._arguments(")")))
        elif self._text() == "{":
            value = self._braced()
        return Node("variable", (kind, name, tuple(sizes), value, space))
