"""What a program's tests in C mean to it: texts, numbers, lists of them, and calls with literal arguments.

Nothing is parsed in full and nothing is run: literals are found where they stand. They are contents for made-up calls.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

_TEXT = r'"(?:[^"\\\n]|\\.)*"'
_COMMENT = re.compile(rf"({_TEXT})|/\*.*?(?:\*/|\Z)|//[^\n]*", re.DOTALL)
_BODY_END = re.compile(r"^\}", re.MULTILINE)
_STRING = re.compile(rf"(?:{_TEXT}\s*)+")
_ONE_STRING = re.compile(_TEXT)
_NUMBER = re.compile(r"(?<![\w.\"])-?(?:0[xX][0-9a-fA-F]{1,16}|[0-9]{1,19})[uUlL]{0,3}(?![\w.\"])")
_VARIABLE = re.compile(rf"\b(\w+)\s*(?:\[[^\]\n]*\]\s*)*=\s*(\{{|(?:{_TEXT}\s*)+|-?[0-9]\w*)")
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, '"': 34, "\\": 92, "'": 39}
_ESCAPED = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)")
_MOST_CHARACTERS, _MOST_BODIES, _MOST_LITERALS, _LONGEST = 120_000, 60, 40, 200
_LONGEST_LIST = 1000
Literal = int | bytes | tuple[int, ...] | None
"""None for an argument that is neither a literal nor a name that stands for one."""


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


@lru_cache(maxsize=128)
def bodies_of(tests: str, names: tuple[str, ...], constants: tuple[tuple[str, int], ...]) -> tuple[Body, ...]:
    """One for each function that holds a literal; an empty one where there is none."""
    text = _COMMENT.sub(lambda match: match[1] or " ", tests[:_MOST_CHARACTERS])
    known: dict[str, Literal] = {"true": 1, "false": 0, "NULL": 0, **dict(constants)}
    pieces = _BODY_END.split(text)
    found = [_body(piece.partition("{")[2], names, known) for piece in pieces[:_MOST_BODIES]]
    return tuple(body for body in found if body != Body()) or (Body(),)


def _body(text: str, names: Sequence[str], constants: Mapping[str, Literal]) -> Body:
    known = {**constants, **_variables(text, constants)}
    without_texts = _STRING.sub(" ", text)
    lists = (item for item in known.values() if isinstance(item, tuple) and item)
    return Body(
        tuple(dict.fromkeys(_joined(item) for item in _STRING.findall(text)))[:_MOST_LITERALS],
        tuple(dict.fromkeys(_number(item) for item in _NUMBER.findall(without_texts)))[:_MOST_LITERALS],
        tuple(lists)[:_MOST_LITERALS],
        tuple(_calls(text, names, known))[:_MOST_LITERALS],
    )


def _variables(text: str, constants: Mapping[str, Literal]) -> dict[str, Literal]:
    """Names that a test gives a literal to, once."""
    found: dict[str, Literal] = {}
    for match in _VARIABLE.finditer(text):
        value = _listed(text, match.end() - 1, constants) if match[2] == "{" else _literal(match[2], constants)
        if value is not None:
            found.setdefault(match[1], value)
    return found


def _listed(text: str, start: int, constants: Mapping[str, Literal]) -> Literal:
    """Numbers between braces, row after row; None where something else is among them."""
    end, depth = start, 0
    for end in range(start, min(len(text), start + _LONGEST_LIST)):
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        if not depth:
            break
    parts = [part for part in re.split(r"[{},\s]+", text[start:end]) if part]
    values = [_literal(part, constants) for part in parts]
    numbers = tuple(value for value in values if isinstance(value, int))
    return numbers if len(numbers) == len(values) else None


def _calls(text: str, names: Sequence[str], constants: Mapping[str, Literal]) -> list[Mention]:
    """Inner calls come before those that they are arguments of."""
    found = []
    for match in re.finditer(rf"\b({'|'.join(map(re.escape, names))})\s*\(", text) if names else ():
        parts, end = _arguments(text, match.end())
        found.append((end, Mention(match[1], tuple(_literal(part, constants) for part in parts))))
    return [mention for _, mention in sorted(found, key=lambda item: item[0])]


def _arguments(text: str, start: int) -> tuple[list[str], int]:
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


def _literal(text: str, constants: Mapping[str, Literal]) -> Literal:
    text = text.strip()
    if text.startswith('"') and _STRING.fullmatch(text):
        return _joined(text)
    if _NUMBER.fullmatch(text):
        return _number(text)
    if len(text) == 3 and text[0] == text[2] == "'":
        return ord(text[1]) & 0xFF
    return constants.get(text)


def _number(text: str) -> int:
    digits = text.rstrip("uUlL")
    return int(digits, 16) if "x" in digits.lower() else int(digits)


def _joined(text: str) -> bytes:
    """Texts beside each other are one."""
    inner = "".join(item[1:-1] for item in _ONE_STRING.findall(text))[:_LONGEST]
    found, at = bytearray(), 0
    for match in _ESCAPED.finditer(inner):
        found += inner[at : match.start()].encode("utf-8", "replace")
        found.append(_escape(match[1]))
        at = match.end()
    return bytes(found + inner[at:].encode("utf-8", "replace"))


def _escape(text: str) -> int:
    if text[0] == "x" and len(text) > 1:
        return int(text[1:], 16)
    if text.isdigit() and set(text) <= set("01234567"):
        return int(text, 8) & 0xFF
    return _ESCAPES.get(text, ord(text) & 0xFF)
