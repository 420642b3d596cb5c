"""Tokens of CUDA C++ one after the other, and the types and nodes that are made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from resources.domains.gpu_kernels.interpretation.endings import unknown
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

VECTORS = {
    f"{name}{count}": (kind, count)
    for name, kind in (("float", KINDS["float32"]), ("int", KINDS["int32"]))
    for count in (2, 3, 4)
}
"""CUDA's own structs, of which an array of numbers can be seen as one."""
_OTHERS = frozenset({"void", "auto", "dim3", *VECTORS})


@dataclass(frozen=True)
class CType:
    """`base` is a kind, or the name of a struct or of void, auto or dim3; `is_constant` says that such a value, or
    the ones that a pointer points to, are never assigned."""

    base: Kind | str
    pointers: int = 0
    is_reference: bool = False
    is_constant: bool = False


@dataclass(frozen=True, eq=False)
class Node:
    """`what` it is, and its parts in order: nodes, texts, types, or lists of them."""

    what: str
    parts: tuple[Any, ...] = ()


class Tokens:
    """A place in a text. Raises PathEndedError at what is not due there."""

    def __init__(self, code: str) -> None:
        found = tokens(code)
        self._tokens: Sequence[Token] = [token for token in found if not token.directive]
        self._at = 0
        # Without the header it is a name like any other.
        self._has_half = "cuda_fp16" in code
        self._has_sizes = "include" in code
        self.has_macros = any(token.directive == "define" for token in found)
        self.structs: dict[str, tuple[tuple[CType, str], ...]] = {}

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

    def _is_type(self, ahead: int = 0) -> bool:
        text = self._text(ahead)
        is_sized = text in _BASES and text.endswith("_t") and text != "size_t"
        if (text == "half" and not self._has_half) or (is_sized and not self._has_sizes):
            return False
        return text in _QUALIFIERS or text in _BASES or text in _WHOLE or text in self.structs or text in _OTHERS

    def _type(self) -> CType:
        words: list[str] = []
        is_constant = False
        while True:
            text = self._text()
            if text in _QUALIFIERS:
                is_constant |= text in ("const", "constexpr")
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
