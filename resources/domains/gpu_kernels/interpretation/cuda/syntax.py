"""A CUDA C++ text as a tree: the part of the language that short kernels are written in."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import PathEndedError, unknown
from resources.domains.gpu_kernels.interpretation.kinds import KINDS, Kind
from resources.domains.gpu_kernels.reject.cuda_tokens import Token, tokens

_QUALIFIERS = frozenset(
    "const constexpr static volatile __restrict__ __shared__ extern __device__ __global__ __host__ inline"
    " __forceinline__ __noinline__ register mutable typename __constant__".split()
)
_BASES = {
    "float": "float32",
    "double": "float64",
    "bool": "bool",
    "__half": "float16",
    "half": "float16",
    "__nv_bfloat16": "bfloat16",
    "int8_t": "int8",
    "uint8_t": "uint8",
    "int16_t": "int16",
    "uint16_t": "uint16",
    "int32_t": "int32",
    "uint32_t": "uint32",
    "int64_t": "int64",
    "uint64_t": "uint64",
    "size_t": "uint64",
}
_WHOLE = frozenset("int unsigned signed long short char".split())
_CASTS = frozenset("static_cast reinterpret_cast const_cast".split())
_ASSIGNMENTS = frozenset("= += -= *= /= %= &= |= ^= <<= >>=".split())
_LEVELS = (
    ("||",), ("&&",), ("|",), ("^",), ("&",), ("==", "!="), ("<", ">", "<=", ">="), ("<<", ">>"), ("+", "-"),
    ("*", "/", "%"),
)  # fmt: skip


@dataclass(frozen=True)
class CType:
    """`base` is a kind, or the name of a struct or of void, auto or dim3."""

    base: Kind | str
    pointers: int = 0
    is_reference: bool = False


@dataclass(frozen=True, eq=False)
class Node:
    """`what` it is, and its parts in order: nodes, texts, types, or lists of them."""

    what: str
    parts: tuple[Any, ...] = ()


@dataclass(frozen=True)
class Routine:
    """A function. Parameters are types and names. `places` says where it may be called: on the host, on the device."""

    name: str
    is_kernel: bool
    parameters: tuple[tuple[CType, str], ...]
    body: Node
    result: CType
    places: frozenset[str]


class Parser:
    """Reads a text once. Raises PathEndedError at what it does not know."""

    def __init__(self, code: str) -> None:
        self._tokens: Sequence[Token] = [token for token in tokens(code) if not token.directive]
        self._at = 0
        # Without the header it is a name like any other.
        self._has_half = "cuda_fp16" in code
        self.is_refused: bool | None = None
        self.has_macros = any(token.directive == "define" for token in tokens(code))
        self.structs: dict[str, tuple[tuple[CType, str], ...]] = {}
        self.routines: dict[str, Routine] = {}
        self.constants: list[Node] = []
        while self._at < len(self._tokens):
            self._outermost()

    def _text(self, ahead: int = 0) -> str:
        place = self._at + ahead
        return self._tokens[place].text if place < len(self._tokens) else ""

    def _taken(self, *texts: str) -> bool:
        if self._text() in texts and self._at < len(self._tokens):
            self._at += 1
            return True
        return False

    def _need(self, text: str) -> None:
        if not self._taken(text):
            raise unknown(f"{self._text()!r} where {text!r} is due")

    def _name(self) -> str:
        if self._at >= len(self._tokens) or self._tokens[self._at].kind != "name":
            raise unknown(f"{self._text()!r} where a name is due")
        self._at += 1
        return self._tokens[self._at - 1].text

    def _outermost(self) -> None:
        if self._taken(";"):
            return
        if self._text() == "struct" and self._text(2) == "{":
            self._struct()
            return
        start = self._at
        kind = self._type()
        if self._text() == "__launch_bounds__":
            self._skip_brackets()
        name = self._name()
        if self._text() == "(":
            words = {token.text for token in self._tokens[start : self._at]}
            self._routine(name, words, kind)
        else:
            self._at = start
            self.constants.append(self._declaration())

    def _skip_brackets(self) -> None:
        self._at += 1
        self._need("(")
        while not self._taken(")"):
            self._at += 1
            if self._at > len(self._tokens):
                raise unknown("an open bracket")

    def _struct(self) -> None:
        self._at += 1
        name = self._name()
        self._need("{")
        fields: list[tuple[CType, str]] = []
        while not self._taken("}"):
            kind = self._type()
            fields.append((kind, self._name()))
            while self._taken(","):
                fields.append((kind, self._name()))
            self._need(";")
        self._need(";")
        self.structs[name] = tuple(fields)

    def _routine(self, name: str, words: set[str], result: CType) -> None:
        self._need("(")
        given: list[tuple[CType, str]] = []
        while not self._taken(")"):
            kind = self._type()
            given.append((kind, self._name() if self._text() not in (",", ")") else ""))
            self._taken(",")
        if self._taken(";"):
            return
        places = {"device"} if "__device__" in words else set()
        places |= {"host"} if "__device__" not in words or "__host__" in words else set()
        places |= {"device"} if "constexpr" in words else set()
        is_kernel = "__global__" in words
        self.routines[name] = Routine(name, is_kernel, tuple(given), self._block(), result, frozenset(places))

    def _is_type(self, ahead: int = 0) -> bool:
        text = self._text(ahead)
        if text == "half" and not self._has_half:
            return False
        return text in _QUALIFIERS or text in _BASES or text in _WHOLE or text in self.structs or text in _OTHERS

    def _type(self) -> CType:
        words: list[str] = []
        while True:
            text = self._text()
            if text in _QUALIFIERS:
                self._at += 1
            elif text == "std" and self._text(1) == "::":
                self._at += 2
            elif text in _WHOLE or (not words and self._is_type()):
                words.append(text)
                self._at += 1
            else:
                break
        if not words:
            raise unknown(f"{self._text()!r} where a type is due")
        pointers, is_reference = 0, False
        while self._text() in ("*", "&", "const", "__restrict__"):
            pointers += self._text() == "*"
            is_reference |= self._text() == "&"
            self._at += 1
        return CType(_base(words), pointers, is_reference)

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
            self._at += 1
            body = self._statement()
            self._need("while")
            test = self._expression()
            self._need(";")
            return Node("do", (body, test))
        if text == "return":
            self._at += 1
            value = None if self._text() == ";" else self._expression()
            self._need(";")
            return Node("return", (value,))
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
        space = "shared" if "__shared__" in words else "local"
        found = [self._declared(base, space)]
        while self._taken(","):
            pointers = 0
            while self._taken("*"):
                pointers += 1
            found.append(self._declared(CType(base.base, pointers), space))
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
            elif self._taken(
                "(",
            ):
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


VECTORS = {
    f"{name}{count}": (kind, count)
    for name, kind in (("float", KINDS["float32"]), ("int", KINDS["int32"]))
    for count in (2, 3, 4)
}
"""CUDA's own structs, of which an array of numbers can be seen as one."""
_OTHERS = frozenset({"void", "auto", "dim3", *VECTORS})


def _base(words: list[str]) -> Kind | str:
    if words[0] in _OTHERS:
        return words[0]
    if words[0] in _BASES:
        return KINDS[_BASES[words[0]]]
    if words[0] not in _WHOLE:
        return words[0]
    bits = 8 if "char" in words else 16 if "short" in words else 64 if "long" in words else 32
    return KINDS[f"{'u' if 'unsigned' in words else ''}int{bits}"]


def read(code: str) -> Parser | None:
    """None where the text is not of the part that is known."""
    try:
        return Parser(code)
    except (PathEndedError, RecursionError):
        return None
