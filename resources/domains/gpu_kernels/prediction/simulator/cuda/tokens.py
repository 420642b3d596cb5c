"""Tokens of CUDA C++ one after the other, and the types that are named by them.

The project keeps its own parser: a grammar of tree-sitter goes on behind an error where nvcc, and so the features,
stop, and making these trees of its own takes as many lines as parsing does.
"""

from resources.domains.gpu_kernels.language.cuda_source import Token, tokens
from resources.domains.gpu_kernels.prediction.simulator.cuda.program import VECTORS, CType, MissingToken
from resources.domains.gpu_kernels.prediction.simulator.halting import unsupported
from resources.domains.gpu_kernels.prediction.simulator.triton.kinds import KINDS, Kind
from resources.domains.toolkit.simulation.halting import UnsupportedConstruct

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
_OTHERS = frozenset({"void", "auto", "dim3", *VECTORS})
_KNOWN = _QUALIFIERS | frozenset(_BASES) | _WHOLE | _OTHERS
_AHEAD = ("", "", "", "")
"""Behind the last token: no parser looks further ahead."""


class TokenDue(UnsupportedConstruct):
    """A mark is missing."""

    def __init__(self, missing: MissingToken, text: str) -> None:
        super().__init__(f"{text!r} where {missing.due!r} is due")
        self.missing = missing


class TokenCursor:
    """A place in a text. Raises ExecutionHalted at what is not due there."""

    def __init__(self, code: str) -> None:
        read = tokens(code)
        self._tokens: list[Token] = [token for token in read if not token.directive]
        self._texts = (*(token.text for token in self._tokens), *_AHEAD)
        self.at = 0
        self.has_macros = any(token.directive == "define" for token in read)

    @property
    def is_at_end(self) -> bool:
        return self.at >= len(self._tokens)

    @property
    def token(self) -> Token:
        """The next one. Raises ExecutionHalted at the end."""
        if self.is_at_end:
            raise unsupported("the end")
        return self._tokens[self.at]

    @property
    def line(self) -> int:
        return self._tokens[min(self.at, len(self._tokens) - 1)].line if self._tokens else 0

    def text(self, ahead: int = 0) -> str:
        return self._texts[self.at + ahead]

    def words_since(self, start: int) -> set[str]:
        return set(self._texts[start : self.at])

    def take(self, text: str) -> bool:
        if self._texts[self.at] == text:
            self.at += 1
            return True
        return False

    def need(self, text: str) -> None:
        if not self.take(text):
            start = -1 if self.is_at_end else self._tokens[self.at].start
            raise TokenDue(MissingToken(text, self.line, start), self.text())

    def name(self) -> str:
        if self.is_at_end or self._tokens[self.at].kind != "name":
            raise unsupported(f"{self.text()!r} where a name is due")
        self.at += 1
        return self._texts[self.at - 1]

    def operator(self) -> str:
        """`>>` is two tokens, so that it can close two templates."""
        text = self._texts[self.at]
        if text == ">" and self._texts[self.at + 1] == ">":
            first, second = self._tokens[self.at], self._tokens[self.at + 1]
            return ">>" if first.end == second.start else text
        return text

    def take_operator(self, operator: str) -> None:
        self.at += 2 if operator == ">>" and self._texts[self.at] == ">" else 1


class TypeParser:
    """Types at a cursor. `structs` are those of the program so far."""

    def __init__(self, cursor: TokenCursor, code: str) -> None:
        self._cursor = cursor
        # Without the header it is a name like any other.
        self._has_half = "cuda_fp16" in code
        self._has_sizes = "include" in code
        self.structs: dict[str, tuple[tuple[CType, str], ...]] = {}

    def is_next(self, ahead: int = 0) -> bool:
        text = self._cursor.text(ahead)
        if text not in _KNOWN:
            return text in self.structs
        if text == "half":
            return self._has_half
        return self._has_sizes or not text.endswith("_t") or text == "size_t"

    def type(self) -> CType:
        cursor = self._cursor
        words: list[str] = []
        is_constant = False
        while True:
            text = cursor.text()
            if text in _QUALIFIERS:
                is_constant |= text in ("const", "constexpr")
                cursor.at += 1
            elif text == "std" and cursor.text(1) == "::":
                cursor.at += 2
            elif text in _WHOLE or (not words and self.is_next()):
                words.append(text)
                cursor.at += 1
            else:
                break
        if not words:
            raise unsupported(f"{cursor.text()!r} where a type is due")
        pointers, is_reference = 0, False
        while cursor.text() in ("*", "&", "const", "__restrict__"):
            pointers += cursor.text() == "*"
            is_reference |= cursor.text() == "&"
            cursor.at += 1
        return CType(_base(words), pointers, is_reference, is_constant)


def _base(words: list[str]) -> Kind | str:
    if words[0] in _OTHERS:
        return words[0]
    if words[0] in _BASES:
        return KINDS[_BASES[words[0]]]
    if words[0] not in _WHOLE:
        return words[0]
    bits = 8 if "char" in words else 16 if "short" in words else 64 if "long" in words else 32
    return KINDS[f"{'u' if 'unsigned' in words else ''}int{bits}"]
