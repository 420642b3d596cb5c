"""Equivalent rewrites that cost cycles: the same results, later. Each checks what it rests on."""

import re
from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import (
    at,
    flags_dead_after,
    is_branch,
    small_constant,
)
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.vocabulary import INVERSE, condition_of, resized, size_of
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_SCALED_SAME = re.compile(r"\((%\w+),(%\w+),([248])\)")
_WIDTHS = {4: "l", 8: "q"}


@rule(EQUIVALENT, "A shift to the left becomes a multiplication, where nobody needs the flags.", is_noise=True)
def shift_as_multiplication(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        places, size = small_constant(item), size_of(item.last.text) if item.operands else None
        if item.name not in ("sall", "salq", "shll", "shlq") or not places or places >= 31:
            continue
        if size in _WIDTHS and flags_dead_after(source, item):
            text = f"imul{_WIDTHS[size]}\t${1 << places}, {item.last.text}, {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(EQUIVALENT, "A multiplication by lea becomes imul, where nobody needs the flags.", is_noise=True)
def lea_as_multiplication(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _SCALED_SAME.fullmatch(item.first.text) if item.name in ("leal", "leaq") else None
        size = size_of(item.last.text) if item.operands else None
        if match and match[1] == match[2] and size in _WIDTHS and flags_dead_after(source, item):
            register = resized(match[1], size)
            text = f"imul{_WIDTHS[size]}\t${int(match[3]) + 1}, {register}, {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(EQUIVALENT, "A conditional move becomes a branch around a move.", is_noise=True)
def conditional_move_as_branch(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        condition = condition_of(item.name)
        if condition is None or condition[0] != "cmov" or condition[1] not in INVERSE or size_of(item.last.text) != 8:
            continue
        skip = f".Lskip_{item.line}"
        if skip not in source.labels:
            move = f"mov{_WIDTHS[8]}\t{item.first.text}, {item.last.text}"
            if item.first.is_register:
                yield at(source, item, source.rewrite(item, f"j{INVERSE[condition[1]]}\t{skip}\n\t{move}\n{skip}:"))


@rule(EQUIVALENT, "A nop stands before a jump.", is_noise=True)
def idle_instruction(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item):
            yield at(source, item, source.insert_before(item, "nop"))


@rule(EQUIVALENT, "A register is moved to itself before a jump.", is_noise=True)
def redundant_move(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item):
            yield at(source, item, source.insert_before(item, "movq\t%rcx, %rcx"))


@rule(EQUIVALENT, "A jump goes to the instruction right behind it.", is_noise=True)
def redundant_jump(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        label = f".Lnext_{item.line}"
        if item.name.startswith(("cmp", "test")) and label not in source.labels:
            yield at(source, item, source.insert_before(item, f"jmp\t{label}\n{label}:"))
