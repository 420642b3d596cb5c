"""A program's functions, loops and plain variables, told from its tokens alone, before it is read as a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from resources.domains.embedded_systems.interpretation.tokens import is_name


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
        found = self._own_words(span)
        waiting = [name for name in found if name in self.functions]
        seen = set(waiting)
        while waiting:
            inner = self._own_words(self.functions[waiting.pop()])
            new = (inner & self.functions.keys()) - seen
            found |= inner
            seen |= new
            waiting += new
        return found

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
