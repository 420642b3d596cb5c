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
_LIST = re.compile(r"\{([^{}]{1,2000})\}")
_ESCAPES = {"n": 10, "t": 9, "r": 13, "0": 0, '"': 34, "\\": 92, "'": 39}
_ESCAPED = re.compile(r"\\([0-7]{1,3}|x[0-9a-fA-F]{1,2}|.)")
_MOST_CHARACTERS, _MOST_BODIES, _MOST_LITERALS, _LONGEST = 120_000, 60, 40, 200
Literal = int | bytes | None
"""None for an argument that is no literal."""


@dataclass(frozen=True)
class Body:
    """What stands together in one function of the tests. `calls`: by name, the literal arguments of each call."""

    texts: tuple[bytes, ...] = ()
    numbers: tuple[int, ...] = ()
    lists: tuple[tuple[int, ...], ...] = ()
    calls: tuple[tuple[str, tuple[Literal, ...]], ...] = ()


@lru_cache(maxsize=128)
def bodies_of(tests: str, names: tuple[str, ...], constants: tuple[tuple[str, int], ...]) -> tuple[Body, ...]:
    """One for each function that holds a literal; an empty one where there is none."""
    text = _COMMENT.sub(lambda match: match[1] or " ", tests[:_MOST_CHARACTERS])
    known = {"true": 1, "false": 0, "NULL": 0, **dict(constants)}
    pieces = _BODY_END.split(text)
    found = [_body(piece.partition("{")[2], names, known) for piece in pieces[:_MOST_BODIES]]
    return tuple(body for body in found if body != Body()) or (Body(),)


def _body(text: str, names: Sequence[str], constants: Mapping[str, int]) -> Body:
    without_texts = _STRING.sub(" ", text)
    numbers = [_number(item) for item in _NUMBER.findall(without_texts)]
    lists = (_list(item, constants) for item in _LIST.findall(without_texts))
    return Body(
        tuple(dict.fromkeys(_joined(item) for item in _STRING.findall(text)))[:_MOST_LITERALS],
        tuple(dict.fromkeys(numbers))[:_MOST_LITERALS],
        tuple(dict.fromkeys(item for item in lists if item))[:_MOST_LITERALS],
        tuple((name, given) for name in names for given in _calls(text, name, constants))[:_MOST_LITERALS],
    )


def _list(inner: str, constants: Mapping[str, int]) -> tuple[int, ...]:
    """Empty where not every element is a number."""
    values = [_literal(item, constants) for item in inner.split(",") if item.strip()]
    return tuple(value for value in values if isinstance(value, int)) if None not in values else ()


def _calls(text: str, name: str, constants: Mapping[str, int]) -> list[tuple[Literal, ...]]:
    found = []
    for match in re.finditer(rf"\b{re.escape(name)}\s*\(", text):
        parts = _arguments(text, match.end())
        values = tuple(_literal(part, constants) for part in parts)
        if any(value is not None for value in values):
            found.append(values)
    return found


def _arguments(text: str, start: int) -> list[str]:
    """Split at commas outside parentheses and texts, up to the closing one."""
    parts, depth, first, at = [], 0, start, start
    while at < min(len(text), start + _LONGEST * 4):
        letter = text[at]
        if letter == '"' and (match := _ONE_STRING.match(text, at)):
            at = match.end()
            continue
        if letter in "([{":
            depth += 1
        elif letter in ")]}":
            depth -= 1
        if depth < 0 or (letter == "," and depth == 0):
            parts.append(text[first:at])
            first = at + 1
        if depth < 0:
            return parts
        at += 1
    return []


def _literal(text: str, constants: Mapping[str, int]) -> Literal:
    text = text.strip()
    if _STRING.fullmatch(text + " "):
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
