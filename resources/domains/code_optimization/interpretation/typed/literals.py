"""Literals of C where they stand in a text: numbers, texts, lists of numbers, and names that are given one.

Nothing is parsed in full; which function of a test they stand in is `material`.
"""

import re
from collections.abc import Mapping

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
    found: dict[str, Literal] = {}
    for match in _VARIABLE.finditer(text):
        value = _listed(text, match.end() - 1, constants) if match[2] == "{" else literal(match[2], constants)
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
