"""Numbers, letters and texts as a program writes them."""

from __future__ import annotations

import re

from resources.domains.embedded_systems.interpretation.code import Code, constant
from resources.domains.embedded_systems.interpretation.kinds import Integer
from resources.domains.embedded_systems.interpretation.tokens import Unfollowed

_NUMBER = re.compile(r"(0[xX][0-9a-fA-F]{1,16}|0[bB][01]{1,64}|\d{1,20})([uUlL]*)")
_ESCAPES = {"n": 10, "r": 13, "t": 9, "0": 0, "\\": 92, "'": 39, '"': 34, "a": 7, "b": 8, "f": 12, "v": 11, "?": 63}
_LETTER = re.compile(r"\\x[0-9a-fA-F]+|\\[0-7]{1,3}|\\.|[^\\]", re.DOTALL)


def number(token: str) -> Code:
    match = _NUMBER.fullmatch(token)
    if match is None:
        raise Unfollowed(f"the number {token[:20]}")
    text, suffix = match[1], match[2].lower()
    octal = text.isdigit() and text[0] == "0" and len(text) > 1
    value = int(text, 8 if octal else 0) if not octal or set(text) <= set("01234567") else -1
    if not 0 <= value < 1 << 64:
        raise Unfollowed("a number without a type")
    signs = (False,) if "u" in suffix else (True,) if text.isdigit() and not octal else (True, False)
    sizes = (8,) if "ll" in suffix else (4, 8)
    for size in sizes:
        for signed in signs:
            if value < 1 << (8 * size - signed):
                return constant(value, Integer(size, signed))
    return constant(value, Integer(8, False))


def letters(text: str) -> list[int]:
    """The bytes of a literal."""
    found: list[int] = []
    for part in _LETTER.findall(text):
        if part[0] != "\\":
            found += part.encode()
        elif part[1] == "x":
            found.append(int(part[2:], 16) & 0xFF)
        elif part[1] in "01234567":
            found.append(int(part[1:], 8) & 0xFF)
        else:
            found.append(_ESCAPES.get(part[1], ord(part[1]) & 0xFF))
    return found
