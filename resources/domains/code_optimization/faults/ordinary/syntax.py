"""Faults of category "syntax": the assembler refuses the text."""

from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.faults.ordinary.places import SYNTAX, at
from resources.domains.code_optimization.language.assembly import Assembly, Kind
from resources.domains.code_optimization.language.vocabulary import (
    condition_of,
    resized,
    size_of,
    suffix_size,
    whole_of,
)
from resources.domains.toolkit.rules import Place, rule

_OTHER_DIALECTS = {
    "salq": "lslq", "sall": "lsll", "movslq": "movsxd", "cltq": "cdqe", "cltd": "cdq", "xorl": "eorl", "jne": "bne",
    "je": "beq", "jmp": "b", "ret": "bx", "call": "bl", "leaq": "adrq", "movzbl": "movzx", "subq": "sbq",
}  # fmt: skip


@rule(SYNTAX, "A mnemonic is misspelt.")
def misspelt_mnemonic(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.name) > 3 and condition_of(item.name) is None:
            yield at(source, item, source.rename(item, item.name[:-3] + item.name[-2] + item.name[-3] + item.name[-1]))


@rule(SYNTAX, "A mnemonic of another assembler or processor is used.")
def foreign_mnemonic(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in _OTHER_DIALECTS:
            yield at(source, item, source.rename(item, _OTHER_DIALECTS[item.name]))


@rule(SYNTAX, "A register's size disagrees with the mnemonic's suffix.")
def register_size_mismatch(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            size = suffix_size(item.name)
            if operand.is_register and size in (4, 8) and size_of(operand.text) == size:
                yield at(source, item, source.replace(operand, resized(operand.text, 12 - size)))


@rule(SYNTAX, "The comma between two operands is missing.")
def missing_comma(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) >= 2:
            left, right = item.operands[:2]
            text = source.code[left.start : right.end].replace(",", " ", 1) if "(" not in left.text else ""
            if text:
                first, last = left.start, right.end
                merged = type(left)(source.code[first:last], first, last)
                yield at(source, item, source.replace(merged, text))


@rule(SYNTAX, "The closing parenthesis of an address is missing.")
def unbalanced_parenthesis(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            if operand.text.endswith(")"):
                yield at(source, item, source.replace(operand, operand.text[:-1]))


@rule(SYNTAX, "Both operands are in memory.")
def both_in_memory(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) == 2 and suffix_size(item.name) and item.name[:3] != "lea":
            memory = [operand for operand in item.operands if "(" in operand.text]
            register = [operand for operand in item.operands if operand.is_register and whole_of(operand.text)]
            if len(memory) == len(register) == 1:
                yield at(source, item, source.replace(register[0], f"({resized(register[0].text, 8)})"))


@rule(SYNTAX, "The scale of an address is none that the processor has.")
def impossible_scale(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            for scale in (2, 4, 8):
                if operand.text.endswith(f",{scale})"):
                    yield at(
                        source, item, source.replace(operand, f"{operand.text[:-2]}{scale - 1 if scale > 2 else 3})")
                    )


@rule(SYNTAX, "A register is named that does not exist.")
def unknown_register(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        for operand in item.operands:
            if operand.is_register and whole_of(operand.text):
                name = operand.text
                wrong = f"%r1{name[2:]}" if name[2].isdigit() and len(name) < 4 else f"%{name[1]}{name[2:]}x"
                yield at(source, item, source.replace(operand, wrong if whole_of(wrong) is None else f"{name}z"))


@rule(SYNTAX, "A label is defined twice.")
def repeated_label(source: Assembly) -> Iterator[Place]:
    labels = [item for item in source.statements if item.kind is Kind.LABEL and item.name.startswith(".L")]
    for first, second in pairwise(labels):
        yield at(source, second, source.rename(second, first.name))


@rule(SYNTAX, "An instruction lacks its destination.")
def missing_operand(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) == 2 and item.name.startswith(("mov", "lea", "add", "sub", "cmp")):
            left = item.first
            both = type(left)(source.code[left.start : item.end], left.start, item.end)
            yield at(source, item, source.replace(both, left.text))


@rule(SYNTAX, "A constant stands where the result goes.")
def constant_as_destination(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if len(item.operands) == 2 and item.first.is_immediate and not item.last.is_immediate:
            left, right = item.operands
            yield at(source, item, source.replace(left, right.text), source.replace(right, left.text))
