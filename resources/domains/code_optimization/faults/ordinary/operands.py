"""Faults of category "operands and constants": the right instruction on the wrong things."""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import OPERANDS, at
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.vocabulary import resized, size_of, suffix_size, whole_of
from resources.domains.toolkit.rules import Place, rule

_NUMBER = re.compile(r"\$(-?\d+)")
_WRONG_SIZE = {"q": "l", "l": "w"}
_NARROWED = ("add", "sub", "and", "or", "xor", "cmp", "test", "mov", "neg", "not", "imul", "sal", "sar", "shr")
_EXTENSIONS = {
    "movslq": "movl", "movsbl": "movzbl", "movzbl": "movsbl", "movswl": "movzwl", "movzwl": "movswl",
    "movsbq": "movzbl", "movswq": "movzwl",
}  # fmt: skip
_OPPOSITE = {
    "add": "sub", "sub": "add", "and": "or", "or": "and", "xor": "or", "inc": "dec", "dec": "inc", "neg": "not",
    "not": "neg", "adc": "add", "rol": "ror", "ror": "rol",
}  # fmt: skip
_SPLIT = re.compile(r"([a-z]+?)([bwlq])")


def _other_register(source: Assembly, register: str) -> str | None:
    """A general register of the same size that the text uses elsewhere, the next one by name."""
    whole, size = whole_of(register), size_of(register)
    used = {whole_of(operand.text) for item in source.instructions for operand in item.operands if operand.is_register}
    others = sorted(name for name in used if name and name not in (whole, "rsp"))
    if size is None or not others:
        return None
    after = [name for name in others if whole and name > whole]
    return resized(f"%{(after or others)[0]}", size)


@rule(OPERANDS, "An instruction works on another register than the one that holds the value.")
def wrong_register(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            if operand.is_register and size_of(operand.text) in (4, 8) and "sp" not in operand.text:
                other = _other_register(source, operand.text)
                if other is not None:
                    yield at(source, item, source.replace(operand, other))


@rule(OPERANDS, "Source and destination are swapped, as in the Intel order.")
def operands_swapped(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) == 2 and all(operand.is_register for operand in item.operands):
            left, right = item.operands
            if left.text != right.text and size_of(left.text) == size_of(right.text) and "test" not in item.name:
                yield at(source, item, source.replace(left, right.text), source.replace(right, left.text))


@rule(OPERANDS, "A constant is off by one.")
def off_by_one(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            match = _NUMBER.fullmatch(operand.text)
            if match and not item.last.text.endswith("sp"):
                for wrong in (int(match[1]) + 1, int(match[1]) - 1):
                    yield at(source, item, source.replace(operand, f"${wrong}"))


@rule(OPERANDS, "A constant lacks its dollar sign, so that it is read as an address.")
def constant_as_address(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) == 2 and item.first.is_immediate and item.last.is_register and suffix_size(item.name):
            yield at(source, item, source.replace(item.first, item.first.text[1:]))


@rule(OPERANDS, "An instruction works on half the value: 32 bits for 64, or 16 for 32.")
def wrong_operand_size(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        size = suffix_size(item.name) or (
            4 if item.name in ("sall", "sarl", "shrl") else 8 if item.name in ("salq", "sarq", "shrq") else None
        )
        if size not in (4, 8) or not item.name.startswith(_NARROWED) or "%rsp" in [o.text for o in item.operands]:
            continue
        changes = [source.rename(item, item.name[:-1] + _WRONG_SIZE[item.name[-1]])]
        changes += [
            source.replace(operand, resized(operand.text, size // 2))
            for operand in item.operands
            if operand.is_register and size_of(operand.text) == size
        ]
        if not (size == 4 and any(operand.is_immediate for operand in item.operands)):
            yield at(source, item, *changes)


@rule(OPERANDS, "A sign extension is dropped, or a zero extension stands in its place.")
def wrong_extension(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("cltq", "cqto", "cltd"):
            yield at(source, item, source.remove(item))
        elif item.name in _EXTENSIONS and len(item.operands) == 2 and item.last.is_register:
            changes = [source.rename(item, _EXTENSIONS[item.name])]
            if size_of(item.last.text) == 8:
                changes.append(source.replace(item.last, resized(item.last.text, 4)))
            yield at(source, item, *changes)


@rule(OPERANDS, "A right shift fills with zeros in place of the sign, or the other way round.")
def wrong_shift_kind(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name[:3] in ("sar", "shr") and len(item.name) == 4:
            yield at(source, item, source.rename(item, ("shr" if item.name[:3] == "sar" else "sar") + item.name[3]))


@rule(OPERANDS, "An operation is replaced by its opposite or a near one.")
def wrong_operation(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _SPLIT.fullmatch(item.name)
        same = len(item.operands) == 2 and item.first.text == item.operands[1].text
        if match and match[1] in _OPPOSITE and not same and "%rsp" not in [o.text for o in item.operands]:
            yield at(source, item, source.rename(item, _OPPOSITE[match[1]] + match[2]))


@rule(OPERANDS, "An instruction is missing.")
def missing_instruction(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        plain = not item.name.startswith(("j", "ret", "push", "pop", "call", "cmp", "test", "nop"))
        if plain and item.operands and item.last.text != "%rsp":
            yield at(source, item, source.remove(item))


@rule(OPERANDS, "A conversion or move takes the wrong lanes: the lane width of a vector instruction is another.")
def wrong_lane_width(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = re.fullmatch(r"(padd|psub|pcmpeq|pcmpgt|psll|psrl|punpckl|punpckh)(b|w|d|q|bw|wd|dq)", item.name)
        if match:
            widths = {"b": "w", "w": "d", "d": "w", "q": "d", "bw": "wd", "wd": "bw", "dq": "wd"}
            yield at(source, item, source.rename(item, match[1] + widths[match[2]]))


@rule(OPERANDS, "Zeroing a register is left out.")
def zeroing_dropped(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        zeroes = item.name in ("xorl", "pxor", "xorps") and len(item.operands) == 2
        if zeroes and item.first.text == item.operands[1].text:
            yield at(source, item, source.remove(item))
