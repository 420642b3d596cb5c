"""What the tests of a program give to its functions: literals of C, by test function, without those that are held back.

Nothing is parsed in full.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
STRING = re.compile(rf"(?:{_TEXT}\s*)+")
_ONE_STRING = re.compile(_TEXT)
NUMBER = re.compile(r"(?<![\w.\"])-?(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})[uUlL]{0,3}(?![\w.\"])")
_VARIABLE = re.compile(rf"\b(\w+)\s*(?:\[[^\]\n]*\]\s*)*=\s*(\{{|(?:{_TEXT}\s*)+|-?[0-9]\w*)")
_ESCAPES = {"n": 10, "t": 9, "r": 13, '"': 34, "\\": 92, "'": 39}
_ESCAPED = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)")
_LONGEST, _LONGEST_LIST = 200, 1000
Literal = int | bytes | tuple[int, ...] | None
"""None for an argument that is neither a literal nor a name that stands for one."""


def variables(text: str, constants: Mapping[str, Literal]) -> dict[str, Literal]:
    """Names that a test gives a literal to, once."""
    values: dict[str, Literal] = {}
    for match in _VARIABLE.finditer(text):
        value = _listed(text, match.end() - 1, constants) if match[2] == "{" else literal(match[2], constants)
        if value is not None:
            values.setdefault(match[1], value)
    return values


def _listed(text: str, start: int, constants: Mapping[str, Literal]) -> Literal:
    """Numbers between braces, row after row; None where something else is among them."""
    end, depth = start, 0
    for end in range(start, min(len(text), start + _LONGEST_LIST)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            break
    parts = [part for part in re.split(r"[{},\s]+", text[start:end]) if part]
    values = [literal(part, constants) for part in parts]
    numbers = tuple(value for value in values if isinstance(value, int))
    return numbers if len(numbers) == len(values) else None


def arguments(text: str, start: int) -> tuple[list[str], int]:
    """Split at commas outside parentheses and texts, up to the closing one; and where that stands."""
    parts, depth, first, at = [], 0, start, start
    while at < min(len(text), start + _LONGEST_LIST):
        letter = text[at]
        if letter == '"' and (match := _ONE_STRING.match(text, at)):
            at = match.end()
            continue
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if depth < 0 or (letter == "," and depth == 0):
            parts.append(text[first:at])
            first = at + 1
        if depth < 0:
            return [part for part in parts if part.strip()], at
        at += 1
    return [], at


def literal(text: str, constants: Mapping[str, Literal]) -> Literal:
    text = text.strip()
    if text.startswith('"') and STRING.fullmatch(text):
        return joined(text)
    if NUMBER.fullmatch(text):
        return number(text)
    if len(text) == 3 and text[0] == text[2] == "'":
        return ord(text[1]) & 0xFF
    return constants.get(text)


def number(text: str) -> int:
    digits = text.rstrip("uUlL")
    return int(digits, 16) if "x" in digits.lower() else int(digits)


def joined(text: str) -> bytes:
    """Texts beside each other are one."""
    inner = "".join(item[1:-1] for item in _ONE_STRING.findall(text))[:_LONGEST]
    content, at = bytearray(), 0
    for match in _ESCAPED.finditer(inner):
        content += inner[at : match.start()].encode("utf-8", "replace")
        content.append(_escape(match[1]))
        at = match.end()
    return bytes(content + inner[at:].encode("utf-8", "replace"))


def _escape(text: str) -> int:
    if text[0] == "x" and len(text) > 1:
        return int(text[1:], 16)
    if text.isdigit() and set(text) <= set("01234567"):
        return int(text, 8) & 0xFF
    return _ESCAPES.get(text, ord(text) & 0xFF)


_RUN = re.compile(r"\bRUN_TEST\s*\(\s*(\w+)")


@lru_cache(maxsize=128)
def held_back(tests: str, suite: str) -> frozenset[str] | None:
    """Their names; None where it cannot be told which are, and nothing may be taken from any."""
    names = _RUN.findall(tests)
    try:
        shown = {int(test["stdin"].split()[0]) for test in json.loads(suite) if test.get("shown")}
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return None
    if not names or not shown:
        return None
    return frozenset(names) - {name for number, name in enumerate(names, 1) if number in shown}


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
    bodies = [_Reading(names, helpers).body(piece, known) for piece in pieces if not piece.parameters]
    return tuple(body for body in bodies if body != Body()) or (Body(),)


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
        mentions = []
        for match in re.finditer(rf"\b({sought})\s*\(", text) if sought else ():
            parts, end = arguments(text, match.end())
            mentions.append((end, match[1], tuple(literal(part, known) for part in parts)))
        for _, name, given in sorted(mentions, key=lambda item: item[0])[:_MOST_LITERALS]:
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
