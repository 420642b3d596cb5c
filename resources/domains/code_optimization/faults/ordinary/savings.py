"""Equivalent rewrites that save instructions or mispredictions: each rests on registers that nobody needs.

Which are still needed behind a statement is told conservatively: an instruction that is not known reads every register,
and so does anything that leaves the text.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.faults.ordinary.places import at, is_branch, neighbours
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Operand, Statement
from resources.domains.code_optimization.language.vocabulary import (
    ARGUMENTS,
    CALLEE_SAVED,
    INVERSE,
    condition_of,
    families,
    resized,
    size_of,
    whole_of,
)
from resources.domains.faults import Change
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_SCRATCH = ("r11", "r10", "r9", "r8")
_COPIES = ("movl", "movq")


def _is_copy(item: Statement) -> bool:
    return (
        item.kind is Kind.INSTRUCTION
        and item.name in _COPIES
        and len(item.operands) == 2
        and all(operand.is_register and whole_of(operand.text) for operand in item.operands)
        and item.first.text != item.last.text
    )


@rule(EQUIVALENT, "A second copy of a value is removed, and the first one used in its place.")
def second_copy_removed(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        twice = _is_copy(left) and _is_copy(right) and left.name == right.name
        if not twice or left.first.text != right.first.text or left.last.text == right.last.text:
            continue
        changes = _uses_replaced(source, right, right.last, left.last)
        if changes:
            yield at(source, right, source.remove(right), *changes)


def _uses_replaced(source: Assembly, start: Statement, copy: Operand, other: Operand) -> tuple[Change, ...]:
    """Changes that make the instructions after `start` read `other` in place of `copy`, up to the one behind which
    `copy` is not needed. None where a label, a jump or a write to one of the two comes first."""
    size, old, new = size_of(copy.text), whole_of(copy.text), whole_of(other.text)
    changes: list[Change] = []
    for item in source.statements[source.position(start) + 1 :]:
        if item.kind is not Kind.INSTRUCTION or old is None or new is None or size not in (4, 8):
            return ()
        if is_branch(item) or item.name in ("call", "ret") or item.prefixes:
            return ()
        if any(old in mentioned(operand.text) for operand in item.operands):
            condition = _replaced(source, item, copy, other)
            if not condition:
                return ()
            changes += condition
        elif old in reads(item) and not item.name.startswith(("div", "mul")):
            return ()
        written = _written(item)
        if dead_after(source, item, old):
            return tuple(changes)
        if {old, new} & written:
            return ()
    return ()


def _written(item: Statement) -> frozenset[str]:
    """What an instruction may change; division and multiplication change the two registers that they work on."""
    if item.name in ("divl", "divq", "mull", "mulq") and len(item.operands) == 1:
        return frozenset(("rax", "rdx"))
    return may_write(item)


def _replaced(source: Assembly, item: Statement, copy: Operand, other: Operand) -> list[Change]:
    """Changes of an instruction that reads the copy, in the copy's size, and does not write it; else none."""
    one = item.name in ("divl", "divq", "mull", "mulq") and len(item.operands) == 1
    read = item.operands if one or item.name.startswith(("cmp", "test")) else item.operands[:-1]
    old = mentioned(copy.text)
    if any(old & mentioned(operand.text) and operand.text != copy.text for operand in item.operands):
        return []
    if any(operand.text == copy.text for operand in item.operands[len(read) :]):
        return []
    return [source.replace(operand, other.text) for operand in read if operand.text == copy.text]


@rule(EQUIVALENT, "A branch around a move becomes a conditional move.")
def branch_as_conditional_move(source: Assembly) -> Iterator[Place]:
    scratch = next((name for name in _SCRATCH if name not in _all_mentioned(source)), None)
    for (jump, move), label in zip(pairwise(source.statements), source.statements[2:], strict=False):
        condition = condition_of(jump.name) if jump.kind is Kind.INSTRUCTION else None
        if condition is None or condition[0] != "j" or condition[1] not in INVERSE or label.kind is not Kind.LABEL:
            continue
        if scratch and _is_simple_move(move) and jump.first.text == label.name:
            taken = source.rewrite(jump, f"{move.name}\t{move.first.text}, {resized(f'%{scratch}', 4)}")
            if move.name == "movq":
                taken = source.rewrite(jump, f"movq\t{move.first.text}, %{scratch}")
            chosen = f"cmov{INVERSE[condition[1]]}q\t%{scratch}, {resized(move.last.text, 8)}"
            yield at(source, jump, taken, source.rewrite(move, chosen))


def _all_mentioned(source: Assembly) -> frozenset[str]:
    return frozenset[str]().union(
        *(mentioned(operand.text) for item in source.instructions for operand in item.operands)
    )


def _is_simple_move(item: Statement) -> bool:
    """A move of a register or constant to a register. One of 32 bits clears the upper half, as its copy does."""
    constant = item.name == "movl" and len(item.operands) == 2 and item.first.is_immediate
    return _is_copy(item) or (constant and item.last.is_register and whole_of(item.last.text) is not None)


@rule(EQUIVALENT, "A jump to a return becomes a return.")
def jump_to_return(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        target = source.labels.get(item.first.text) if item.name == "jmp" and item.operands else None
        if target is not None:
            behind = source.statements[source.position(target) + 1 :]
            first = next((other for other in behind if other.kind is not Kind.LABEL), None)
            if first is not None and first.name == "ret":
                yield at(source, item, source.rewrite(item, "ret"))


_ALL = frozenset(families())
_RETURN = frozenset(("rax", "rdx", "rsp", *CALLEE_SAVED))
_CALL_READS = frozenset(("rax", "r10", "rsp", *ARGUMENTS))
_REGISTER = re.compile(r"%\w+")
_MOVES = re.compile(r"mov[lq]|lea[lq]|mov[sz][bwl][lq]|movabsq")
_CHANGES = re.compile(r"(add|sub|and|or|xor|sal|shl|sar|shr|rol|ror|imul|neg|not|inc|dec)[lq]|cmov\w+")
_LOOKS = re.compile(r"(cmp|test)[bwlq]|j\w+|nop\w*")


def mentioned(text: str) -> frozenset[str]:
    """General registers, by their 64-bit names, that an operand's text names."""
    return frozenset(name for name in map(whole_of, _REGISTER.findall(text)) if name)


def reads(item: Statement) -> frozenset[str]:
    """Registers whose old value an instruction may need."""
    if item.prefixes:
        return _ALL
    if item.name == "ret":
        return _RETURN
    if item.name == "call":
        return _CALL_READS
    every = frozenset[str]().union(*(mentioned(operand.text) for operand in item.operands))
    if is_branch(item):
        return frozenset()
    if (_MOVES.fullmatch(item.name) and len(item.operands) == 2) or len(item.operands) == 3:
        return every - writes(item) | frozenset[str]().union(*(mentioned(o.text) for o in item.operands[:-1]))
    if item.name in ("xorl", "xorq") and len(item.operands) == 2 and item.first.text == item.last.text:
        return frozenset()
    return every if _CHANGES.fullmatch(item.name) or _LOOKS.fullmatch(item.name) else _ALL


def writes(item: Statement) -> frozenset[str]:
    """Registers that an instruction surely overwrites as a whole."""
    if not item.operands or not item.last.is_register or size_of(item.last.text) not in (4, 8):
        return frozenset()
    known = _MOVES.fullmatch(item.name) or _CHANGES.fullmatch(item.name)
    return mentioned(item.last.text) if known else frozenset()


def may_write(item: Statement) -> frozenset[str]:
    """Registers that an instruction may change."""
    if _LOOKS.fullmatch(item.name) and not item.prefixes:
        return frozenset()
    known = _MOVES.fullmatch(item.name) or _CHANGES.fullmatch(item.name)
    return mentioned(item.last.text) if known and item.operands and item.last.is_register else _ALL


def dead_after(source: Assembly, statement: Statement, register: str) -> bool:
    """Whether no path from behind a statement reads a register, by its 64-bit name, before it is overwritten."""
    waiting, seen = [source.position(statement) + 1], set[int]()
    while waiting:
        index = waiting.pop()
        if index in seen:
            continue
        seen.add(index)
        if index >= len(source.statements):
            return False
        item = source.statements[index]
        if item.kind is not Kind.INSTRUCTION:
            waiting.append(index + 1)
        elif register in reads(item):
            return False
        elif item.name == "ret" or register in writes(item):
            continue
        elif is_branch(item):
            target = source.labels.get(item.first.text)
            if target is None:
                return False
            waiting.append(source.position(target))
            if item.name != "jmp":
                waiting.append(index + 1)
        else:
            waiting.append(index + 1)
    return True
