"""What a compiler keeps in a register through a loop, although a handler or the DMA changes it: shared variables that
are not volatile. Read from the tokens of a whole program, before it is read as one.

gcc may do so where the loop has no barrier and calls nothing that uses the variable and stands by itself. A function
that is called at one place counts as part of its caller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from resources.domains.embedded_systems.interpretation.tokens import is_name

BARRIERS = frozenset(
    ("__WFI", "__enable_irq", "__disable_irq", "__DSB", "__ISB", "__set_PRIMASK", "asm", "__asm", "__asm__")
)
_ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))
_DMA_ADDRESSES, _LONGEST_ADDRESS = frozenset(("M0AR", "M1AR")), 16


@dataclass(frozen=True)
class Span:
    """Tokens from one place up to another."""

    start: int
    end: int


@dataclass(frozen=True)
class Kept:
    """Names that are kept in a register: by the place of a loop's first token, and in whole functions."""

    loops: Mapping[int, frozenset[str]] = field(default_factory=dict)
    functions: Mapping[str, frozenset[str]] = field(default_factory=dict)


def kept_in_registers(tokens: Sequence[str], watched: frozenset[str]) -> Kept:
    """Empty for most programs: what handlers share is volatile. `watched` are variables that somebody looks at at the
    end: a loop without an end never puts one back."""
    return _Sharing(tokens).kept(watched)


class _Sharing:
    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens
        self._functions: dict[str, Span] = {}
        self._plain: set[str] = set()
        self._arrays: set[str] = set()
        self._read_outside()
        self._calls = Counter(
            token for span in self._functions.values() for token in self._called(span) if token in self._functions
        )

    def kept(self, watched: frozenset[str]) -> Kept:
        handlers = {name for name in self._functions if name.endswith("Handler")}
        shared = self._plain & {name for handler in handlers for name in self._names(self._functions[handler], True)}
        shared |= (self._plain | self._arrays) & set(self._given_to_dma()) | self._plain & watched
        if not shared:
            return Kept()
        loops: dict[int, frozenset[str]] = {}
        functions: dict[str, frozenset[str]] = {}
        for name in self._functions.keys() - handlers:
            for loop in self._loops(self._functions[name]):
                found = self._kept_in(loop, shared)
                if found:
                    loops[loop.start] = found
                    for inner in self._merged(loop):
                        functions[inner] = functions.get(inner, frozenset()) | found
        return Kept(loops, functions)

    def _kept_in(self, loop: Span, shared: set[str]) -> frozenset[str]:
        names = self._names(loop, False)
        if names & BARRIERS:
            return frozenset()
        merged = set(self._merged(loop))
        blocked = {
            name
            for called in names & self._functions.keys() - merged
            for name in self._names(self._functions[called], True)
        }
        kept = set[str]() if blocked & BARRIERS else names & shared - blocked
        spans = [loop, *(self._functions[name] for name in merged)]
        return frozenset(name for name in kept if name in self._plain or all(self._is_known(name, at) for at in spans))

    def _given_to_dma(self) -> Iterator[str]:
        """Words of what is assigned to a stream's addresses."""
        for at, token in enumerate(self._tokens):
            if token in _DMA_ADDRESSES and self._tokens[at + 1 : at + 2] == ["="]:
                for word in self._tokens[at + 2 : at + 2 + _LONGEST_ADDRESS]:
                    if word == ";":
                        break
                    yield word

    def _is_known(self, name: str, span: Span) -> bool:
        """Whether an array is only read here, at indices that are numbers."""
        tokens = self._tokens
        for at in range(span.start, span.end):
            if tokens[at] == name:
                index = tokens[at + 1 : at + 5]
                if index[:1] != ["["] or not index[1][0].isdigit() or index[2] != "]" or index[3] in _ASSIGNING:
                    return False
        return True

    def _read_outside(self) -> None:
        """Functions, and variables of the whole file that are plain: neither volatile nor arrays."""
        start = place = 0
        while place < len(self._tokens):
            token = self._tokens[place]
            if token in ("(", "{"):
                end = self._close(place)
                name = self._tokens[place - 1]
                if token == "(" and self._tokens[end : end + 1] == ["{"] and is_name(name):
                    self._functions[name] = Span(end, self._close(end))
                    end = start = self._functions[name].end
                place = end
            else:
                place += 1
                if token == ";":
                    self._declared(self._tokens[start:place])
                    start = place

    def _declared(self, tokens: Sequence[str]) -> None:
        if "volatile" in tokens or "typedef" in tokens or "const" in tokens:
            return
        for name, behind in pairwise(tokens):
            if is_name(name) and behind in (";", "=", ",", "["):
                (self._arrays if behind == "[" else self._plain).add(name)

    def _close(self, place: int) -> int:
        """Behind the bracket that closes the one here."""
        depth = 0
        for at in range(place, len(self._tokens)):
            token = self._tokens[at]
            depth += (token in ("(", "{", "[")) - (token in (")", "}", "]"))
            if depth == 0:
                return at + 1
        return len(self._tokens)

    def _called(self, span: Span) -> Iterator[str]:
        for at in range(span.start, span.end - 1):
            if self._tokens[at + 1] == "(" and is_name(self._tokens[at]):
                yield self._tokens[at]

    def _merged(self, span: Span) -> Iterator[str]:
        """Functions that are called from these tokens alone, and what they call so."""
        waiting, seen = [span], set[str]()
        while waiting:
            for name in self._called(waiting.pop()):
                if self._calls[name] == 1 and name not in seen:
                    seen.add(name)
                    waiting.append(self._functions[name])
                    yield name

    def _names(self, span: Span, deep: bool) -> set[str]:
        """Words of these tokens and of the functions merged into them; of all functions called where `deep`."""
        found = set(self._tokens[span.start : span.end])
        waiting = list(self._merged(span)) if not deep else [name for name in found if name in self._functions]
        seen = set(waiting)
        while waiting:
            inner = self._functions[waiting.pop()]
            words = set(self._tokens[inner.start : inner.end])
            new = {name for name in words & self._functions.keys() if deep} - seen
            found |= words
            seen |= new
            waiting += new
        return found

    def _loops(self, span: Span) -> Iterator[Span]:
        """Outermost loops first; each inner one, too."""
        for at in range(span.start, span.end):
            token = self._tokens[at]
            if token == "do":
                yield Span(at, self._statement_end(at + 1))
            elif token in ("for", "while") and self._tokens[at + 1 : at + 2] == ["("]:
                yield Span(at, self._statement_end(self._close(at + 1)))

    def _statement_end(self, place: int) -> int:
        """Behind the statement that begins here, as far as brackets and semicolons tell."""
        while place < len(self._tokens):
            token = self._tokens[place]
            if token == "{":
                return self._close(place)
            if token == ";":
                return place + 1
            place = self._close(place) if token in ("(", "[") else place + 1
        return place
