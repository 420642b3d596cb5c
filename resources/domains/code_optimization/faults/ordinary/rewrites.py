"""Equivalent rewrites of arithmetic: the same results in as many cycles or fewer. Each checks what it rests on."""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import (
    at,
    flags_dead_after,
    neighbours,
    small_constant,
)
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.vocabulary import resized, size_of, whole_of
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_SMALL = re.compile(r"\$(-?\d{1,9})")
_PLAIN_SUM = re.compile(r"\((%\w+),(%\w+)(?:,1)?\)")
_WIDTHS = {4: "l", 8: "q"}


@rule(EQUIVALENT, "Zeroing by mov becomes xor, where nobody needs the flags.")
def zero_by_xor(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "movl" and small_constant(item) == 0 and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, "xorl"), source.replace(item.first, item.last.text))


@rule(EQUIVALENT, "Zeroing by xor becomes a move of 0.", is_noise=True)
def zero_by_mov(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        same = len(item.operands) == 2 and item.first.text == item.operands[1].text
        if item.name == "xorl" and same and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, "movl"), source.replace(item.first, "$0"))


@rule(EQUIVALENT, "An addition of a constant becomes lea, where nobody needs the flags.")
def add_as_lea(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        value = small_constant(item)
        if item.name not in ("addq", "subq", "addl", "subl") or value is None or item.last.text == "%rsp":
            continue
        if size_of(item.last.text) in _WIDTHS and flags_dead_after(source, item):
            amount = value if item.name.startswith("add") else -value
            text = f"lea{item.name[-1]}\t{amount}({resized(item.last.text, 8)}), {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(EQUIVALENT, "A copy and an addition become one lea.")
def copy_and_add_as_lea(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        copies = left.name in ("movl", "movq") and all(operand.is_register for operand in left.operands)
        if not copies or right.name != "add" + left.name[-1] or right.last.text != left.last.text:
            continue
        start, target, added = left.first.text, left.last.text, right.first
        if size_of(start) not in _WIDTHS or not flags_dead_after(source, right) or "rsp" in target:
            continue
        base, value = resized(start, 8), small_constant(right)
        if value is not None:
            address = f"{value}({base})"
        elif added.is_register and whole_of(added.text) not in (None, "rsp", whole_of(target)):
            address = f"({base},{resized(added.text, 8)})"
        else:
            continue
        text = f"lea{left.name[-1]}\t{address}, {target}"
        yield at(source, left, source.remove(left), source.rewrite(right, text))


@rule(EQUIVALENT, "The two registers of an unscaled sum change places.")
def address_commuted(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _PLAIN_SUM.fullmatch(item.first.text) if item.name.startswith("lea") and item.operands else None
        if match and match[1] != "%rsp" and match[2] != "%rsp":
            yield at(source, item, source.replace(item.first, f"({match[2]},{match[1]})"))


@rule(EQUIVALENT, "A multiplication by a power of two, or by three, five or nine, becomes a shift or lea.")
def multiplication_reduced(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name not in ("imull", "imulq") or len(item.operands) != 3 or not item.first.is_immediate:
            continue
        match, register, target = _SMALL.fullmatch(item.first.text), item.operands[1].text, item.last.text
        if match is None or whole_of(register) in (None, "rsp") or not flags_dead_after(source, item):
            continue
        factor, base = int(match[1]), resized(register, 8)
        if factor in (3, 5, 9):
            yield at(source, item, source.rewrite(item, f"lea{item.name[-1]}\t({base},{base},{factor - 1}), {target}"))
        elif factor in (2, 4, 8):
            yield at(source, item, source.rewrite(item, f"lea{item.name[-1]}\t0(,{base},{factor}), {target}"))
        elif factor > 0 and factor & (factor - 1) == 0 and register == target:
            yield at(source, item, source.rewrite(item, f"sal{item.name[-1]}\t${factor.bit_length() - 1}, {target}"))


@rule(EQUIVALENT, "An addition of one becomes inc, a subtraction of one dec, where nobody needs the flags.")
def step_as_increment(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if (
            item.name in ("addl", "addq", "subl", "subq")
            and small_constant(item) == 1
            and flags_dead_after(source, item)
        ):
            name = ("inc" if item.name.startswith("add") else "dec") + item.name[-1]
            yield at(source, item, source.rewrite(item, f"{name}\t{item.last.text}"))


@rule(EQUIVALENT, "A subtraction of a constant becomes an addition of its negative, where nobody needs the flags.")
def subtraction_as_addition(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        value = small_constant(item)
        if item.name in ("subl", "subq") and value is not None and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, f"add{item.name[-1]}"), source.replace(item.first, f"${-value}"))
