"""Faults of category "wrong optimisation": what makes code shorter or faster, where it may not be done."""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.faults.ordinary.places import (
    OPTIMISATION,
    at,
    flags_dead_after,
    is_branch,
    neighbours,
)
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.language.vocabulary import condition_of, resized, size_of, whole_of
from resources.domains.toolkit.rules import Place, rule

_CONSTANT = re.compile(r"\$(-?\d+)")
_SCALED_SUM = re.compile(r"\((%\w+),(%\w+),([248])\)")
_LARGE = 1 << 16
_POINTER_STEPS = ("$1", "$2", "$4", "$8", "$16")


@rule(OPTIMISATION, "The reciprocal that replaces a division, or another large multiplier, is not exact.")
def inexact_multiplier(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _CONSTANT.fullmatch(item.first.text) if item.operands else None
        if match and abs(int(match[1])) >= _LARGE and item.name.startswith(("imul", "mov")):
            rounded = int(match[1]) & ~0xFF
            yield at(source, item, source.replace(item.first, f"${rounded}"))


@rule(OPTIMISATION, "The shift of a strength-reduced multiplication or division is off by one.")
def wrong_shift_count(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _CONSTANT.fullmatch(item.first.text) if len(item.operands) == 2 else None
        if match and item.name[:3] in ("shr", "sar", "sal", "shl", "rol", "ror") and int(match[1]) > 1:
            yield at(source, item, source.replace(item.first, f"${int(match[1]) - 1}"))


@rule(OPTIMISATION, "A multiplication by lea forgets the unscaled part of the sum.")
def lea_without_base(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _SCALED_SUM.fullmatch(item.first.text) if item.name.startswith("lea") and item.operands else None
        if match:
            yield at(source, item, source.replace(item.first, f"0(,{match[2]},{match[3]})"))


@rule(OPTIMISATION, "A conditional move is made unconditional.")
def condition_dropped(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        condition = condition_of(item.name)
        if condition is not None and condition[0] == "cmov" and item.last.is_register:
            size = size_of(item.last.text)
            if size in (4, 8):
                yield at(source, item, source.rename(item, "movl" if size == 4 else "movq"))


@rule(OPTIMISATION, "The test for the empty case before a loop is left out.")
def empty_case_dropped(source: Assembly) -> Iterator[Place]:
    inside = False
    for item in source.statements:
        if item.kind is Kind.LABEL:
            inside = item.name in source.exported
        elif inside and item.kind is Kind.INSTRUCTION and is_branch(item):
            inside = False
            yield at(source, item, source.remove(item))


@rule(OPTIMISATION, "A load that changes from round to round is taken out of the loop.")
def load_hoisted(source: Assembly) -> Iterator[Place]:
    for label, item in pairwise(source.statements):
        if label.kind is not Kind.LABEL or item.kind is not Kind.INSTRUCTION or not _jumped_to_later(source, label):
            continue
        if item.name.startswith("mov") and len(item.operands) == 2 and "(" in item.first.text:
            text = source.code[item.start : item.end]
            yield at(source, item, source.insert_before(label, f"\t{text}"), source.remove(item))


def _jumped_to_later(source: Assembly, label: Statement) -> bool:
    return any(
        item.start > label.start and is_branch(item) and item.first.text == label.name for item in source.instructions
    )


@rule(OPTIMISATION, "A loop's step is doubled without its body being unrolled.")
def step_doubled(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        adds = item.name in ("addq", "addl") and len(item.operands) == 2 and item.last.is_register
        if adds and item.first.text in _POINTER_STEPS and item.last.text != "%rsp":
            step = int(item.first.text[1:])
            yield at(source, item, source.replace(item.first, f"${2 * step}"))


@rule(OPTIMISATION, "A register is zeroed with xor while the flags of a comparison are still needed.")
def zeroing_overwrites_flags(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        zeroes = item.name == "movl" and item.operands[:1] and item.first.text == "$0" and item.last.is_register
        if zeroes and not flags_dead_after(source, item):
            yield at(source, item, source.rename(item, "xorl"), source.replace(item.first, item.last.text))


@rule(OPTIMISATION, "An addition or subtraction whose flags are needed is replaced by lea.")
def lea_loses_flags(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        condition = condition_of(right.name)
        if condition is None or left.name not in ("addq", "subq", "addl", "subl") or len(left.operands) != 2:
            continue
        match, size = _CONSTANT.fullmatch(left.first.text), size_of(left.last.text)
        if match and size and left.last.is_register:
            amount = int(match[1]) * (1 if left.name.startswith("add") else -1)
            text = f"lea{left.name[-1]}\t{amount}({resized(left.last.text, 8)}), {left.last.text}"
            yield at(source, left, source.rewrite(left, text))


@rule(OPTIMISATION, "The rounding of a signed division by a power of two is left out.")
def rounding_dropped(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        shifts = left.name in ("shrl", "shrq") and left.first.text in ("$31", "$63")
        adds = right.name.startswith("add") and len(right.operands) == 2 and left.last.text == right.last.text
        if shifts and adds and left.last.text != right.first.text:
            text = f"mov{right.name[-1]}\t{right.first.text}, {right.last.text}"
            yield at(source, left, source.remove(left), source.rewrite(right, text))


@rule(OPTIMISATION, "A move that saves a value is taken for superfluous and removed.")
def copy_eliminated(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("movl", "movq", "movaps", "movdqa") and len(item.operands) == 2:
            left, right = item.operands
            if left.is_register and right.is_register and whole_of(right.text) not in ("rax", "rsp"):
                yield at(source, item, source.remove(item))
