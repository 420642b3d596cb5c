"""One operand as the GNU assembler reads it: a register of a size, a constant, an address, or why it is none of these.

From the text of the operand alone. Which kinds an instruction takes is `instruction_forms`.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from resources.domains.code_optimization.language.character_constants import numbered
from resources.domains.code_optimization.language.vocabulary import size_of

_LONGEST = 200
_OTHER_REGISTER = re.compile(r"[cdefgs]s|[cd]r\d+|tr\d|st|st\([0-7]\)|mm[0-7]|[abcd]xl|[er]iz")
_VECTOR = re.compile(r"xmm(\d|1[0-5])")
_REGISTER = re.compile(r"%\s*(\w+(?:\([0-7]\))?)\s*")
_EXPRESSION = re.compile(r'(?:[-+~!\s]*(?:[\w.$@]+|"[^"]*"|\()[\s)]*(?:(?:[-+*/|&^%]|<<|>>)|$))+')
_TWO_TERMS = re.compile(r"[\w.$@]\s+[\w.$@(]|\)\s*[\w.$@(]|[\w.$@]\(")
_ADDRESS = re.compile(r"([^()]*)\(([^()]*)\)\s*")
_BAD_NUMBER = re.compile(r"(?<![\w.$@])(?!\d+[bf]?(?![\w.$])|0[xX][0-9a-fA-F]+(?![\w.$])|0[bB][01]+(?![\w.$]))\d")
_REMAINDER = re.compile(r"%\s*[A-Za-z_.]|\(")
_SEGMENT = re.compile(r"%\w+:")
_SCALES = frozenset(("1", "2", "4", "8", ""))


class OperandKind(Enum):
    """What an operand is, as far as the choice of an instruction's form asks."""

    REGISTER = "register"
    VECTOR = "vector"
    IMMEDIATE = "immediate"
    MEMORY = "memory"
    INDIRECT = "indirect"
    OTHER = "other"
    WRONG = "wrong"


@dataclass(frozen=True)
class OperandForm:
    """`size` is in bytes, 0 where the kind has none. `text` is a register's name, or what is wrong. `value` is a
    constant's, where it is a plain number."""

    kind: OperandKind
    text: str = ""
    size: int = 0
    value: int | None = None
    is_plain_name: bool = False


def _wrong(why: str) -> OperandForm:
    return OperandForm(OperandKind.WRONG, why)


@lru_cache(maxsize=20_000)
def read_operand(text: str) -> OperandForm:
    """Texts longer than any compiler's are `OTHER`: nothing is said about them."""
    text = numbered(text)
    if len(text) > _LONGEST or '"' in text:
        return OperandForm(OperandKind.OTHER)
    if not text:
        return _wrong("missing operand")
    if text.count("(") != text.count(")"):
        return _wrong("unbalanced parenthesis")
    if text.startswith("%") and not _SEGMENT.match(text):
        return _register(text)
    if text.startswith("$"):
        return _immediate(text[1:].strip())
    if text.startswith("*"):
        inner = read_operand(text[1:].strip())
        return inner if inner.kind is OperandKind.WRONG else OperandForm(OperandKind.INDIRECT, inner.text, inner.size)
    return _memory(_SEGMENT.sub("", text, count=1) if text.startswith("%") else text)


def _register(text: str) -> OperandForm:
    match = _REGISTER.fullmatch(text)
    if match is None:
        return _wrong("bad register name" if _REGISTER.match(text) is None else "junk after register")
    name = match[1].lower()
    if size := size_of(name):
        return OperandForm(OperandKind.REGISTER, name, size)
    if _VECTOR.fullmatch(name):
        return OperandForm(OperandKind.VECTOR, name, 16)
    return OperandForm(OperandKind.OTHER, name) if _OTHER_REGISTER.fullmatch(name) else _wrong("bad register name")


def _immediate(text: str) -> OperandForm:
    if not text or text.startswith("%") or _misspelt(text):
        return _wrong("bad constant")
    return OperandForm(OperandKind.IMMEDIATE, text, 0, _number(text))


def _misspelt(expression: str) -> bool:
    """Two terms without an operator between them, or a number that goes on with letters."""
    return _TWO_TERMS.search(expression) is not None or _BAD_NUMBER.search(expression) is not None


def _number(text: str) -> int | None:
    try:
        return int(text, 0)
    except ValueError:
        return None


def fits_in_signed_32_bits(value: int | None) -> bool:
    """Of a number of 64 bits, signed or not; an unknown one does."""
    if value is None:
        return True
    return -(1 << 31) <= (value - (1 << 64) if value >= 1 << 63 else value) < 1 << 31


def _memory(text: str) -> OperandForm:
    match = _ADDRESS.fullmatch(text)
    if match is None or "%" not in match[2]:
        return _absolute(text)
    offset, inner = match[1].strip(), match[2]
    parts = [part.strip() for part in inner.split(",")]
    if len(parts) > 3 or (offset and (_misspelt(offset) or not _EXPRESSION.fullmatch(offset))):
        return _wrong("junk after expression")
    if not fits_in_signed_32_bits(_number(offset)):
        return _wrong("displacement out of range")
    base, index, scale = (*parts, "", "")[:3]
    why = _address_mistake(base, index, scale)
    return _wrong(why) if why else OperandForm(OperandKind.MEMORY)


def _absolute(text: str) -> OperandForm:
    if "%" in text:
        return _wrong("junk after expression") if _REMAINDER.search(text) else OperandForm(OperandKind.OTHER)
    if "," in text:
        return OperandForm(OperandKind.OTHER)
    if _misspelt(text) or text.startswith(("-$", "+$")):
        return _wrong("junk after expression")
    return OperandForm(OperandKind.MEMORY, text, value=_number(text), is_plain_name=True)


def _address_mistake(base: str, index: str, scale: str) -> str:
    """Why three parts are no address; "" where they are one."""
    if scale not in _SCALES:
        return "bad scale"
    if index and not index.startswith("%"):
        return "" if index in _SCALES else "bad index"
    sizes = set()
    for name in filter(None, (base, index)):
        form = _register(name) if name.startswith("%") else _wrong("")
        if form.kind is OperandKind.OTHER or form.kind is OperandKind.VECTOR or name.lower() in ("%rip", "%eip"):
            return ""
        if form.kind is OperandKind.WRONG or form.size not in (4, 8):
            return "bad address"
        sizes.add(form.size)
    if len(sizes) > 1 or (index.lower() in ("%rsp", "%esp") and (scale not in ("", "1") or base.lower() == index)):
        return "bad address"
    return "bad address" if base.lower() == "%rip" and index else ""
