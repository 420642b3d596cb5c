"""What a program's tests in C mean to it: texts, numbers, lists of them, and calls with what they are given.

Nothing is parsed in full and nothing is run: literals are found where they stand, and a function of the tests that
hands its arguments on stands for the calls in it. They are contents for made-up calls.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from resources.domains.code_optimization.interpretation.typed.literals import (
    NUMBER,
    STRING,
    Literal,
    arguments,
    joined,
    literal,
    number,
    variables,
)

_COMMENT = re.compile(r'("(?:[^"\\\n]|\\.)*")|/\*.*?(?:\*/|\Z)|//[^\n]*', re.DOTALL)
_BRACE = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'[^\'\n]{1,4}\'|[{}]')
_HEAD = re.compile(r"(\w+)\s*\(([^(){}]*)\)\s*$")
_MOST_CHARACTERS, _MOST_BODIES, _MOST_LITERALS, _DEEPEST = 120_000, 60, 40, 3


@dataclass(frozen=True)
class Mention:
    """A call that stands in a test, with what it is given."""

    name: str
    given: tuple[Literal, ...]


@dataclass(frozen=True)
class Body:
    """What stands together in one function of the tests. `calls` are in the order in which they are done."""

    texts: tuple[bytes, ...] = ()
    numbers: tuple[int, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()
    calls: tuple[Mention, ...] = ()


@dataclass(frozen=True)
class _Piece:
    """A function of the tests, or what stands between two of them, which has no name."""

    name: str
    parameters: tuple[str, ...]
    text: str


@lru_cache(maxsize=128)
def bodies_of(
    tests: str, names: tuple[str, ...], constants: tuple[tuple[str, int], ...], held_back: frozenset[str] = frozenset()
) -> tuple[Body, ...]:
    """One for each function without arguments that holds a literal or a call; an empty one where there is none.
    Nothing is taken from those that are held back."""
    text = _COMMENT.sub(lambda match: match[1] or " ", tests[:_MOST_CHARACTERS])
    every = (_piece(part) for part in islice(_parts(text), _MOST_BODIES))
    pieces = [piece for piece in every if piece.name not in held_back]
    known: dict[str, Literal] = {"true": 1, "false": 0, "NULL": 0, **dict(constants)}
    for piece in pieces:
        known |= variables(piece.text, known) if not piece.name else {}
    helpers = {piece.name: piece for piece in pieces if piece.parameters and piece.name not in names}
    found = [_Reading(names, helpers).body(piece, known) for piece in pieces if not piece.parameters]
    return tuple(body for body in found if body != Body()) or (Body(),)


def _parts(text: str) -> Iterator[str]:
    """What ends with a brace that no other is around."""
    start = depth = 0
    for match in _BRACE.finditer(text):
        depth = max(0, depth + {"{": 1, "}": -1}.get(match[0], 0))
        if match[0] == "}" and not depth:
            yield text[start : match.start()]
            start = match.end()


def _piece(text: str) -> _Piece:
    head, _, body = text.partition("{")
    match = _HEAD.search(head)
    if match is None:
        return _Piece("", (), text)
    words = [re.findall(r"\w+", part) for part in match[2].split(",")]
    return _Piece(match[1], tuple(part[-1] for part in words if part and part != ["void"]), body)


@dataclass(frozen=True)
class _Reading:
    """`helpers`: functions of the tests that take arguments."""

    names: Sequence[str]
    helpers: Mapping[str, _Piece]

    def body(self, piece: _Piece, constants: Mapping[str, Literal]) -> Body:
        text = piece.text
        known = {**constants, **variables(text, constants)}
        lists = (item for item in variables(text, constants).values() if isinstance(item, tuple) and item)
        return Body(
            tuple(dict.fromkeys(joined(item) for item in STRING.findall(text)))[:_MOST_LITERALS],
            tuple(dict.fromkeys(number(item) for item in NUMBER.findall(STRING.sub(" ", text))))[:_MOST_LITERALS],
            tuple(lists)[:_MOST_LITERALS],
            tuple(self._calls(text, known, 0))[:_MOST_LITERALS],
        )

    def _calls(self, text: str, known: Mapping[str, Literal], depth: int) -> Iterator[Mention]:
        """Inner calls come before those that they are arguments of."""
        sought = "|".join(map(re.escape, (*self.names, *self.helpers)))
        found = []
        for match in re.finditer(rf"\b({sought})\s*\(", text) if sought else ():
            parts, end = arguments(text, match.end())
            found.append((end, match[1], tuple(literal(part, known) for part in parts)))
        for _, name, given in sorted(found, key=lambda item: item[0])[:_MOST_LITERALS]:
            if name in self.names:
                yield Mention(name, given)
            elif depth < _DEEPEST:
                yield from self._inside(self.helpers[name], given, known, depth)

    def _inside(
        self, helper: _Piece, given: tuple[Literal, ...], known: Mapping[str, Literal], depth: int
    ) -> Iterator[Mention]:
        """The calls of a function of the tests, with what it is given in its parameters' places."""
        bound = {**known, **dict.fromkeys(helper.parameters), **dict(zip(helper.parameters, given, strict=False))}
        yield from self._calls(helper.text, {**bound, **variables(helper.text, bound)}, depth + 1)
