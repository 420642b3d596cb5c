"""Faults of category "calling convention": saved registers, stack, arguments and results."""

from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import CONVENTION, at, neighbours
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.language.vocabulary import ARGUMENTS, CALLEE_SAVED, resized, size_of, whole_of
from resources.domains.toolkit.rules import Place, rule


def _stack_steps(source: Assembly, *names: str) -> list[Statement]:
    return [
        item
        for item in source.instructions
        if item.name in names and len(item.operands) == 2 and item.last.text == "%rsp"
    ]


def _saved(source: Assembly, register: str) -> list[Statement]:
    """Pushes and pops of a register, in the order of the text."""
    return [
        item
        for item in source.instructions
        if item.name in ("pushq", "popq", "push", "pop") and item.first.text == f"%{register}"
    ]


@rule(CONVENTION, "A callee-saved register is used without being saved.")
def saving_dropped(source: Assembly) -> Iterator[Place]:
    for register in CALLEE_SAVED:
        items = _saved(source, register)
        if items:
            padding = [source.rewrite(items[0], "subq\t$8, %rsp")]
            padding += [
                source.rewrite(item, "addq\t$8, %rsp" if item.name.startswith("pop") else "subq\t$8, %rsp")
                for item in items[1:]
            ]
            yield at(source, items[0], *padding)


@rule(CONVENTION, "A path returns without restoring a register that was pushed.")
def pop_missing(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name.startswith("pop"):
            yield at(source, item, source.remove(item))


@rule(CONVENTION, "Registers are popped in the order in which they were pushed.")
def pops_swapped(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        if left.name.startswith("pop") and right.name.startswith("pop"):
            first, second = left.first, right.first
            yield at(source, left, source.replace(first, second.text), source.replace(second, first.text))


@rule(CONVENTION, "The stack pointer is not given back what was taken.")
def stack_not_restored(source: Assembly) -> Iterator[Place]:
    for item in _stack_steps(source, "addq"):
        yield at(source, item, source.remove(item))


@rule(CONVENTION, "The stack is not aligned to 16 bytes at a call.")
def stack_misaligned(source: Assembly) -> Iterator[Place]:
    down, up = _stack_steps(source, "subq"), _stack_steps(source, "addq")
    sizes = {item.first.text for item in (*down, *up)}
    if len(sizes) == 1 and down and up:
        size = next(iter(sizes))[1:]
        if size.isdigit():
            changes = [source.replace(item.first, f"${int(size) + 8}") for item in (*down, *up)]
            yield at(source, down[0], *changes)


@rule(CONVENTION, "Too little of the stack is taken for the local variables.")
def frame_too_small(source: Assembly) -> Iterator[Place]:
    for item in _stack_steps(source, "subq"):
        size = item.first.text[1:]
        if size.isdigit() and int(size) >= 32:
            yield at(source, item, source.replace(item.first, f"${int(size) // 2 // 16 * 16 + int(size) % 16}"))


@rule(CONVENTION, "An argument is taken from the register of its neighbour.")
def wrong_argument(source: Assembly) -> Iterator[Place]:
    for item in _first_block(source):
        for operand in item.operands[:1]:
            whole = whole_of(operand.text) if operand.is_register else None
            size = size_of(operand.text)
            if whole in ARGUMENTS[:4] and size in (4, 8):
                other = ARGUMENTS[ARGUMENTS.index(whole) ^ 1]
                yield at(source, item, source.replace(operand, resized(f"%{other}", size)))


@rule(CONVENTION, "The result is left in another register than rax.")
def result_not_in_rax(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        gives = right.name == "ret" and left.operands and left.name.startswith(("mov", "xor", "lea"))
        if gives and left.last.is_register and whole_of(left.last.text) == "rax":
            yield at(source, left, source.remove(left))


def _first_block(source: Assembly) -> Iterator[Statement]:
    """Instructions between a global function's label and the next label or jump."""
    inside = False
    for item in source.statements:
        if item.kind is Kind.LABEL:
            inside = item.name in source.exported
        elif item.kind is Kind.INSTRUCTION and inside:
            if item.name.startswith("j"):
                inside = False
            else:
                yield item
