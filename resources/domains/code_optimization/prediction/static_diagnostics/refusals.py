"""The GNU assembler's words for an instruction that it refuses: an operand that it cannot read, no such mnemonic,
operands that fit no form.

Rules found by asking it for every mnemonic with every pair of operand kinds. Which instructions are refused is
`language.instruction_forms`.
"""

import re
from collections.abc import Sequence

from resources.domains.code_optimization.language.assembly import Statement
from resources.domains.code_optimization.language.character_constants import numbered
from resources.domains.code_optimization.language.instruction_forms import UNSUPPORTED, is_mnemonic, refusal
from resources.domains.code_optimization.language.instruction_tables import Form, extension, forms
from resources.domains.code_optimization.language.operands import OperandForm, OperandKind, read_operand
from resources.domains.code_optimization.language.vocabulary import CONDITIONS, SIZES

_REGISTER = re.compile(r"%\w+(?:\([0-7]\))?")
_TERM = r"(?:[-+~!\s]|<<|>>)*(?:0[xX][0-9a-fA-F]+|0[bB][01]+|\d+(?:[bf](?![\w.$]))?|[A-Za-z_.$][\w.$@]*)"
_EXPRESSION = re.compile(rf"{_TERM}(?:\s*(?:[-+*/|&^%]|<<|>>){_TERM})*")
_NO_BEGINNING = ")@/<>|&^:]"
_POINTERS = ("%rip", "%eip")
_SCALES = ("1", "2", "4", "8")


def unreadable(text: str, number: int, operands: int) -> str:
    """Why the operand `number`, counted from 1, of so many is none; "" where it can be read."""
    text = numbered(text)
    if not text:
        return _missing(number, operands)
    if text[0] in _NO_BEGINNING:
        return f"invalid char '{text[0]}' beginning operand {number} `{squeezed(text)}'"
    if text.count("(") != text.count(")"):
        return f"unbalanced parenthesis in operand {number}."
    form = read_operand(text)
    return _words(text, form) if form.kind is OperandKind.WRONG else ""


def misbegun(texts: Sequence[str]) -> str:
    """Of operands that look readable: the first that begins with what begins none."""
    reasons = (unreadable(text, number, 1) for number, text in enumerate(texts, 1) if text and text[0] in _NO_BEGINNING)
    return next(reasons, "")


def squeezed(text: str) -> str:
    """As the assembler keeps a statement: single spaces, none at commas."""
    return re.sub(r" ?, ?", ",", " ".join(text.split()))


def _missing(number: int, operands: int) -> str:
    place = "before" if number == 1 and operands > 1 else "after"
    return f"expecting operand {place} ','; got nothing"


def _words(text: str, form: OperandForm) -> str:
    text = squeezed(text)
    if text.startswith("*"):
        return unreadable(text[1:].strip(), 1, 1)
    if text.startswith("%"):
        return _register(text, form)
    if text.startswith("$"):
        return _constant(text[1:].strip())
    return _address(text, form)


def _register(text: str, form: OperandForm) -> str:
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
    form = _EXPRESSION.match(text)
    return f"junk `{text[form.end() if form else 0 :].strip()}' after expression"


def _address(text: str, form: OperandForm) -> str:
    opening = text.rfind("(")
    offset, inner = text[:opening].strip(), text[opening + 1 :]
    if opening < 0 or "%" not in inner:
        return _junk(text)
    if words := _inner(text, inner):
        return words
    if form.text == "displacement out of range":
        return f"{offset} out of range of signed 32bit displacement"
    if form.text == "bad address":
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


_MOST_OPERANDS = 5
_OWN_SUFFIX = {"callq": "call", "jmpq": "jmp", "leaveq": "leave", "retq": "ret", "movabsq": "movabs", "movq": "movq"}
_LOADS_LIMIT = ("lsl", "lsll", "lslq", "lslw")
"""Segment limits are loaded by `lsl`, which another architecture's shift is taken for."""
_REGISTER_TARGETS = ("cmov", "imul", "bsf", "bsr", "popcnt", "lzcnt", "tzcnt", "movs", "movz")
_TYPE, _SIZE = "operand type mismatch for `{}'", "operand size mismatch for `{}'"


def words_of(item: Statement, code: str) -> str:
    """The message for a refused instruction, without line and "Error"; "" for one that nothing is known against."""
    texts = tuple(operand.text for operand in item.operands)
    reason = refusal(item.name, texts, item.prefixes)
    if not reason:
        return misbegun(texts)
    if item.name in _LOADS_LIMIT:
        return _TYPE.format("lsl")
    if reason == UNSUPPORTED:
        return f"`{extension(item.name)}' is not supported on `generic64.ibt'"
    if not is_mnemonic(item.name):
        return f"no such instruction: `{item.name}{_rest(squeezed(code[item.name_end : item.end]))}'"
    if len(texts) > _MOST_OPERANDS:
        return f"spurious operands; ({_MOST_OPERANDS} operands/instruction max)"
    reasons = (unreadable(text, number, len(texts)) for number, text in enumerate(texts, 1))
    return next(filter(None, reasons), "") or _misfit(item, reason)


def _rest(operands: str) -> str:
    return f" {operands}" if operands else ""


def _misfit(item: Statement, reason: str) -> str:
    name, base = item.name, base_of(item.name)
    operands = tuple(read_operand(operand.text) for operand in item.operands)
    if reason == "not lockable":
        return "expecting lockable instruction after `lock'"
    if reason == "no repeatable instruction":
        return f"invalid instruction `{base}' after `{item.prefixes[-1]}'"
    if words := _spurious(operands):
        return words.format(base)
    if reason == "number of operands":
        return f"number of operands mismatch for `{base}'"
    if reason == "high byte":
        high = next(item.text for item in operands if item.text in ("ah", "bh", "ch", "dh"))
        return f"can't encode register '%{high}' in an instruction requiring REX prefix."
    return (_size(name, operands) if reason == "operand size" else _type(name, operands)).format(base)


def _spurious(operands: Sequence[OperandForm]) -> str:
    """What is refused while operands are read, whatever the instruction."""
    kinds = [item.kind for item in operands]
    if OperandKind.IMMEDIATE in kinds[kinds.index(OperandKind.INDIRECT) :] if OperandKind.INDIRECT in kinds else False:
        return "immediate operand illegal with absolute jump"
    if kinds[:-1].count(OperandKind.MEMORY) > 1:
        return "too many memory references for `{}'"
    return "at most 2 immediate operands are allowed" if kinds.count(OperandKind.IMMEDIATE) > 2 else ""


def base_of(name: str) -> str:
    """The mnemonic as the assembler's own table has it: mostly without its suffix."""
    if name in _OWN_SUFFIX:
        return _OWN_SUFFIX[name]
    if name.startswith("set"):
        return name if name[3:] in CONDITIONS else name[:-1]
    known = forms().get(name)
    extends = name.startswith(("movs", "movz")) and known is None and len(name) > len("movz")
    return name[:-1] if extends or (known is not None and known[1]) else name


def _type(name: str, operands: Sequence[OperandForm]) -> str:
    form = forms().get(name)
    kinds = [operand.kind for operand in operands]
    if len(operands) == 1:
        return _single(name, form, kinds[0])
    if kinds.count(OperandKind.MEMORY) > 1:
        return _SIZE
    if name.startswith("lea"):
        return _lea(name, operands)
    if form is not None and _memory_has_no_place(form[0], kinds):
        return _SIZE
    if name.startswith(_REGISTER_TARGETS) and form is None:
        source, target = operands
        narrow = target.kind is OperandKind.MEMORY or target.size == 1
        wrong = source.kind is OperandKind.REGISTER and source.size != SIZES[name[-2]]
        return _SIZE if narrow or wrong else _TYPE
    return _TYPE


def _single(name: str, form: tuple[Form, int] | None, kind: OperandKind) -> str:
    if name.startswith(("set", "j", "call")):
        return _TYPE if kind is OperandKind.INDIRECT and not name.startswith("set") else _SIZE
    if kind is OperandKind.INDIRECT:
        return _TYPE
    return "invalid instruction suffix for `{}'" if form is not None and form[1] else _SIZE


def _lea(name: str, operands: Sequence[OperandForm]) -> str:
    source, target = operands
    if target.kind is OperandKind.REGISTER and source.kind is OperandKind.MEMORY:
        return _size(name, operands)
    return _SIZE if target.size == 1 else _TYPE


def _memory_has_no_place(form: Form, kinds: Sequence[OperandKind]) -> bool:
    patterns = [pattern for pattern in form.patterns if len(pattern) == len(kinds)]
    places = (place for place, kind in enumerate(kinds) if kind is OperandKind.MEMORY)
    return any(not any("m" in pattern[place] for pattern in patterns) for place in places)


def _size(name: str, operands: Sequence[OperandForm]) -> str:
    form = forms().get(name)
    if form is None:
        return _extension(name, operands)
    if not form[0].sizes:
        return _TYPE if any(operand.kind is OperandKind.VECTOR for operand in operands) else _SIZE
    if name.startswith(("push", "pop")) and not name.startswith("popcnt"):
        return "invalid instruction suffix for `{}'" if form[1] else _SIZE
    registers = [item for item in operands if item.kind is OperandKind.REGISTER]
    shifts = "c" in form[0].patterns[-1][0]
    sizes = {item.size for item in (registers[-1:] if shifts else registers)}
    if form[1] and form[1] not in form[0].sizes:
        return "invalid instruction suffix for `{}'"
    if len(operands) > 1 and name != "movq" and not sizes <= set(form[0].sizes):
        return _SIZE
    if len(operands) > 1 and name.startswith(_REGISTER_TARGETS) and 1 in sizes:
        return _SIZE
    if len(sizes) > 1:
        return _TYPE if name in ("mov", "movb", "movw", "movl", "movq") else "register type mismatch for `{}'"
    return _suffix(name, registers, form[1]) if form[1] else _SIZE


def _extension(name: str, operands: Sequence[OperandForm]) -> str:
    source, target = operands
    if source.size not in (0, SIZES[name[-2]]) or target.size == 1 or name == "movslq":
        return _SIZE
    return _suffix(name, [target], SIZES[name[-1]])


def _suffix(name: str, registers: Sequence[OperandForm], suffix: int) -> str:
    """The last register that is at odds with the suffix is named; a byte in words of its own."""
    odd = next((item for item in reversed(registers) if item.size != suffix), None)
    if odd is None:
        return _TYPE
    if 1 in (odd.size, suffix):
        return f"`%{odd.text}' not allowed with `{name}'"
    return f"incorrect register `%{odd.text}' used with `{name[-1]}' suffix"
