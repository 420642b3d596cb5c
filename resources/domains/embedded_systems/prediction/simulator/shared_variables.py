"""What a compiler keeps in a register through a loop, although a handler or the DMA changes it: shared variables that
are not volatile. A program's functions and loops are told from its tokens alone, before it is read.

gcc may do so where the loop has no barrier and calls nothing that uses the variable and stands by itself. A function
that is called at one place counts as part of its caller.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from resources.domains.embedded_systems.prediction.simulator.tokens import is_name

_BARRIERS = frozenset(
    ("__WFI", "__enable_irq", "__disable_irq", "__DSB", "__ISB", "__set_PRIMASK", "asm", "__asm", "__asm__")
)
_ASSIGNING = frozenset(("=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "++", "--"))
_DMA_ADDRESSES, _LONGEST_ADDRESS = frozenset(("M0AR", "M1AR")), 16


@dataclass(frozen=True)
class Kept:
    """Names that are kept in a register: by the place of a loop's first token, and in whole functions."""

    loops: Mapping[int, frozenset[str]] = field(default_factory=dict)
    functions: Mapping[str, frozenset[str]] = field(default_factory=dict)


def kept_in_registers(tokens: Sequence[str], watched: frozenset[str]) -> Kept:
    """Empty for most programs: what handlers share is volatile. `watched` are variables that somebody looks at at the
    end: a loop without an end never puts one back."""
    outline = Outline(tokens)
    handlers = {name for name in outline.functions if name.endswith("Handler")}
    shared = _shared(outline, handlers, watched)
    if not shared:
        return Kept()
    loops: dict[int, frozenset[str]] = {}
    functions: dict[str, frozenset[str]] = {}
    for name in outline.functions.keys() - handlers:
        for loop in outline.loops(outline.functions[name]):
            names = _kept_in(outline, loop, shared)
            if names:
                loops[loop.start] = names
                for inner in outline.merged(loop):
                    functions[inner] = functions.get(inner, frozenset()) | names
    return Kept(loops, functions)


def _shared(outline: Outline, handlers: Iterable[str], watched: frozenset[str]) -> set[str]:
    """Variables that somebody else than a loop may look at or change."""
    by_handlers = {name for handler in handlers for name in outline.words(outline.functions[handler])}
    by_dma = (outline.plain | outline.arrays) & set(_given_to_dma(outline.tokens))
    return outline.plain & (by_handlers | watched) | by_dma


def _given_to_dma(tokens: Sequence[str]) -> Iterator[str]:
    """Words of what is assigned to a stream's addresses."""
    for at, token in enumerate(tokens):
        if token in _DMA_ADDRESSES and tokens[at + 1 : at + 2] == ["="]:
            for word in tokens[at + 2 : at + 2 + _LONGEST_ADDRESS]:
                if word == ";":
                    break
                yield word


def _kept_in(outline: Outline, loop: Span, shared: set[str]) -> frozenset[str]:
    names = outline.merged_words(loop)
    if names & _BARRIERS:
        return frozenset()
    merged = set(outline.merged(loop))
    apart = names & outline.functions.keys() - merged
    blocked = {name for called in apart for name in outline.words(outline.functions[called])}
    if blocked & _BARRIERS:
        return frozenset()
    spans = [loop, *(outline.functions[name] for name in merged)]
    return frozenset(
        name
        for name in names & shared - blocked
        if name in outline.plain or all(_is_known(outline.tokens, name, span) for span in spans)
    )


def _is_known(tokens: Sequence[str], name: str, span: Span) -> bool:
    """Whether an array is only read here, at indices that are numbers."""
    for at in range(span.start, span.end):
        if tokens[at] == name:
            index = tokens[at + 1 : at + 5]
            if index[:1] != ["["] or not index[1][0].isdigit() or index[2] != "]" or index[3] in _ASSIGNING:
                return False
    return True


@dataclass(frozen=True)
class Span:
    """Tokens from one place up to another."""

    start: int
    end: int


class Outline:
    """`functions` are bodies, without parameters; `plain` and `arrays` are variables of the whole file that are not
    volatile."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self.tokens = tokens
        self.functions: dict[str, Span] = {}
        self.plain: set[str] = set()
        self.arrays: set[str] = set()
        self._read_outside()
        self._calls = Counter(
            token for span in self.functions.values() for token in self._called(span) if token in self.functions
        )

    def _read_outside(self) -> None:
        """Functions, and variables of the whole file that are plain: neither volatile nor arrays."""
        start = place = 0
        while place < len(self.tokens):
            token = self.tokens[place]
            if token in ("(", "{"):
                end = self._close(place)
                name = self.tokens[place - 1]
                if token == "(" and self.tokens[end : end + 1] == ["{"] and is_name(name):
                    self.functions[name] = Span(end, self._close(end))
                    end = start = self.functions[name].end
                place = end
            else:
                place += 1
                if token == ";":
                    self._declare(self.tokens[start:place])
                    start = place

    def _declare(self, tokens: Sequence[str]) -> None:
        if "volatile" in tokens or "typedef" in tokens or "const" in tokens:
            return
        for name, behind in pairwise(tokens):
            if is_name(name) and behind in (";", "=", ",", "["):
                (self.arrays if behind == "[" else self.plain).add(name)

    def _close(self, place: int) -> int:
        """Behind the bracket that closes the one here."""
        depth = 0
        for at in range(place, len(self.tokens)):
            token = self.tokens[at]
            depth += (token in ("(", "{", "[")) - (token in (")", "}", "]"))
            if depth == 0:
                return at + 1
        return len(self.tokens)

    def _called(self, span: Span) -> Iterator[str]:
        for at in range(span.start, span.end - 1):
            if self.tokens[at + 1] == "(" and is_name(self.tokens[at]):
                yield self.tokens[at]

    def merged(self, span: Span) -> Iterator[str]:
        """Functions that are called from these tokens alone, and what they call so."""
        waiting, seen = [span], set[str]()
        while waiting:
            for name in self._called(waiting.pop()):
                if self._calls[name] == 1 and name not in seen:
                    seen.add(name)
                    waiting.append(self.functions[name])
                    yield name

    def words(self, span: Span) -> set[str]:
        """Of these tokens and of all functions that are called from them, however deep."""
        words = self._own_words(span)
        waiting = [name for name in words if name in self.functions]
        seen = set(waiting)
        while waiting:
            inner = self._own_words(self.functions[waiting.pop()])
            new = (inner & self.functions.keys()) - seen
            words |= inner
            seen |= new
            waiting += new
        return words

    def merged_words(self, span: Span) -> set[str]:
        """Of these tokens and of the functions merged into them."""
        return self._own_words(span).union(*(self._own_words(self.functions[name]) for name in self.merged(span)))

    def _own_words(self, span: Span) -> set[str]:
        return set(self.tokens[span.start : span.end])

    def loops(self, span: Span) -> Iterator[Span]:
        """Outermost loops first; each inner one, too."""
        for at in range(span.start, span.end):
            token = self.tokens[at]
            if token == "do":
                yield Span(at, self._statement_end(at + 1))
            elif token in ("for", "while") and self.tokens[at + 1 : at + 2] == ["("]:
                yield Span(at, self._statement_end(self._close(at + 1)))

    def _statement_end(self, place: int) -> int:
        """Behind the statement that begins here, as far as brackets and semicolons tell."""
        while place < len(self.tokens):
            token = self.tokens[place]
            if token == "{":
                return self._close(place)
            if token == ";":
                return place + 1
            place = self._close(place) if token in ("(", "[") else place + 1
        return place
