"""The GNU assembler's words for an operand that it cannot read: a bad register, no address, two terms without operator.

In the order in which it reads: brackets, the first character, then what follows it. Whether an operand is wrong at
all, `operand_kinds` says; what an instruction makes of readable ones, `refusal_words`.
"""

import re
from collections.abc import Sequence

from resources.domains.code_optimization.operand_kinds import OperandForm, OperandKind, read_operand

_REGISTER = re.compile(r"%\w+(?:\([0-7]\))?")
_TERM = r"(?:[-+~!\s]|<<|>>)*(?:0[xX][0-9a-fA-F]+|0[bB][01]+|\d+(?:[bf](?![\w.$]))?|[A-Za-z_.$][\w.$@]*)"
_EXPRESSION = re.compile(rf"{_TERM}(?:\s*(?:[-+*/|&^%]|<<|>>){_TERM})*")
_NO_BEGINNING = ")@/<>|&^:]"
_POINTERS = ("%rip", "%eip")
_SCALES = ("1", "2", "4", "8")


def unreadable(text: str, number: int, operands: int) -> str:
    """Why the operand `number`, counted from 1, of so many is none; "" where it can be read."""
    if not text:
        return _missing(number, operands)
    if text[0] in _NO_BEGINNING:
        return f"invalid char '{text[0]}' beginning operand {number} `{squeezed(text)}'"
    if text.count("(") != text.count(")"):
        return f"unbalanced parenthesis in operand {number}."
    found = read_operand(text)
    return _words(text, found) if found.kind is OperandKind.WRONG else ""


def misbegun(texts: Sequence[str]) -> str:
    """Of operands that look readable: the first that begins with what begins none."""
    found = (unreadable(text, number, 1) for number, text in enumerate(texts, 1) if text and text[0] in _NO_BEGINNING)
    return next(found, "")


def squeezed(text: str) -> str:
    """As the assembler keeps a statement: single spaces, none at commas."""
    return re.sub(r" ?, ?", ",", " ".join(text.split()))


def _missing(number: int, operands: int) -> str:
    place = "before" if number == 1 and operands > 1 else "after"
    return f"expecting operand {place} ','; got nothing"


def _words(text: str, found: OperandForm) -> str:
    text = squeezed(text)
    if text.startswith("*"):
        return unreadable(text[1:].strip(), 1, 1)
    if text.startswith("%"):
        return _register(text, found)
    if text.startswith("$"):
        return _constant(text[1:].strip())
    return _address(text, found)


def _register(text: str, found: OperandForm) -> str:
    match = _REGISTER.match(text)
    if match is None or not _is_register(match[0]):
        return f"bad register name `{text}'"
    return f"junk `{text[match.end() :].strip()}' after register"


def _is_register(text: str) -> bool:
    return read_operand(text).kind is not OperandKind.WRONG


def _constant(text: str) -> str:
    if text.startswith("%"):
        return f"illegal immediate register operand {text}"
    return _junk(text) if text else "missing or invalid immediate expression `'"


def _junk(text: str) -> str:
    """What follows the longest expression."""
    found = _EXPRESSION.match(text)
    return f"junk `{text[found.end() if found else 0 :].strip()}' after expression"


def _address(text: str, found: OperandForm) -> str:
    opening = text.rfind("(")
    offset, inner = text[:opening].strip(), text[opening + 1 :]
    if opening < 0 or "%" not in inner:
        return _junk(text)
    if words := _inner(text, inner):
        return words
    if found.text == "displacement out of range":
        return f"{offset} out of range of signed 32bit displacement"
    if found.text == "bad address":
        return f"`{text}' is not a valid base/index expression"
    return _junk(offset)


def _inner(text: str, inner: str) -> str:
    """Base, index and scale in turn; `inner` still has its closing bracket, which a bad name takes with it."""
    parts = [part.strip() for part in inner.split(",")]
    for place, part in enumerate(parts[:2]):
        if not part.startswith("%"):
            continue
        match = _REGISTER.match(part)
        if match is None or not (match[0] in _POINTERS or _is_register(match[0])):
            return f"bad register name `{part}'"
        if part[match.end() :].strip() not in ("", ")"):
            return f"expecting `,' or `)' after {('base', 'index')[place]} register in `{text}'"
    return _scale(text, parts) if len(parts) > 1 else ""


def _scale(text: str, parts: list[str]) -> str:
    given = parts[2] if len(parts) > 2 else ("" if parts[1].startswith("%") else parts[1])
    scale = given.removesuffix(")").strip()
    if parts[1].strip() == ")":
        return "expecting index register or scale factor after `,'; got ')'"
    if scale and scale.split()[0] not in _SCALES:
        return f"expecting scale factor of 1, 2, 4, or 8: got `{scale}'"
    if len(parts) > 3 or " " in scale:
        return f"expecting `)' after scale factor in `{text}'"
    return ""
