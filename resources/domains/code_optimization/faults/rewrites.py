"""Equivalent rewrites: the same results, in as many cycles, in fewer or in more. Each checks what it rests on."""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.faults.places import (
    at,
    branch_targets,
    flags_dead_after,
    is_branch,
    neighbours,
)
from resources.domains.code_optimization.mnemonics import INVERSE, SWAPPED, condition_of
from resources.domains.code_optimization.registers import resized, size_of, whole_of
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule

_SMALL = re.compile(r"\$(-?\d{1,9})")
_PLAIN_SUM = re.compile(r"\((%\w+),(%\w+)(?:,1)?\)")
_SCALED_SAME = re.compile(r"\((%\w+),(%\w+),([248])\)")
_WIDTHS = {4: "l", 8: "q"}


def _constant(item: Statement) -> int | None:
    """The small constant that a two-operand instruction takes first, of a register destination."""
    match = _SMALL.fullmatch(item.first.text) if len(item.operands) == 2 and item.last.is_register else None
    return int(match[1]) if match else None


@rule(
    EQUIVALENT,
    "Zeroing by mov becomes xor, where nobody needs the flags.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def zero_by_xor(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "movl" and _constant(item) == 0 and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, "xorl"), source.replace(item.first, item.last.text))


@rule(
    EQUIVALENT,
    "Zeroing by xor becomes a move of 0.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def zero_by_mov(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        same = len(item.operands) == 2 and item.first.text == item.operands[1].text
        if item.name == "xorl" and same and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, "movl"), source.replace(item.first, "$0"))


@rule(
    EQUIVALENT,
    "An addition of a constant becomes lea, where nobody needs the flags.",
    symptom="Nothing changes.",
    repair="No repair is needed.",
)
def add_as_lea(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        value = _constant(item)
        if item.name not in ("addq", "subq", "addl", "subl") or value is None or item.last.text == "%rsp":
            continue
        if size_of(item.last.text) in _WIDTHS and flags_dead_after(source, item):
            amount = value if item.name.startswith("add") else -value
            text = f"lea{item.name[-1]}\t{amount}({resized(item.last.text, 8)}), {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(
    EQUIVALENT,
    "A copy and an addition become one lea.",
    symptom="One instruction less in each round.",
    repair="No repair is needed.",
)
def copy_and_add_as_lea(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        copies = left.name in ("movl", "movq") and all(operand.is_register for operand in left.operands)
        if not copies or right.name != "add" + left.name[-1] or right.last.text != left.last.text:
            continue
        start, target, added = left.first.text, left.last.text, right.first
        if size_of(start) not in _WIDTHS or not flags_dead_after(source, right) or "rsp" in target:
            continue
        base, value = resized(start, 8), _constant(right)
        if value is not None:
            address = f"{value}({base})"
        elif added.is_register and whole_of(added.text) not in (None, "rsp", whole_of(target)):
            address = f"({base},{resized(added.text, 8)})"
        else:
            continue
        text = f"lea{left.name[-1]}\t{address}, {target}"
        yield at(source, left, source.remove(left), source.rewrite(right, text))


@rule(
    EQUIVALENT,
    "The two registers of an unscaled sum change places.",
    symptom="Nothing changes.",
    repair="No repair is needed.",
)
def address_commuted(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _PLAIN_SUM.fullmatch(item.first.text) if item.name.startswith("lea") and item.operands else None
        if match and match[1] != "%rsp" and match[2] != "%rsp":
            yield at(source, item, source.replace(item.first, f"({match[2]},{match[1]})"))


@rule(
    EQUIVALENT,
    "A shift to the left becomes a multiplication, where nobody needs the flags.",
    symptom="Each execution takes three cycles in place of one.",
    repair="Shift where the factor is a power of two.",
)
def shift_as_multiplication(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        places, size = _constant(item), size_of(item.last.text) if item.operands else None
        if item.name not in ("sall", "salq", "shll", "shlq") or not places or places >= 31:
            continue
        if size in _WIDTHS and flags_dead_after(source, item):
            text = f"imul{_WIDTHS[size]}\t${1 << places}, {item.last.text}, {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(
    EQUIVALENT,
    "A multiplication by lea becomes imul, where nobody needs the flags.",
    symptom="Each execution takes three cycles in place of one.",
    repair="Multiply by three, five and nine with lea.",
)
def lea_as_multiplication(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        match = _SCALED_SAME.fullmatch(item.first.text) if item.name in ("leal", "leaq") else None
        size = size_of(item.last.text) if item.operands else None
        if match and match[1] == match[2] and size in _WIDTHS and flags_dead_after(source, item):
            register = resized(match[1], size)
            text = f"imul{_WIDTHS[size]}\t${int(match[3]) + 1}, {register}, {item.last.text}"
            yield at(source, item, source.rewrite(item, text))


@rule(
    EQUIVALENT,
    "A multiplication by a power of two, or by three, five or nine, becomes a shift or lea.",
    symptom="Each execution takes one cycle in place of three.",
    repair="No repair is needed.",
)
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


@rule(
    EQUIVALENT,
    "A test of a register against itself becomes a comparison with 0.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def test_as_comparison(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("testl", "testq") and item.first.text == item.last.text:
            yield at(source, item, source.rename(item, f"cmp{item.name[-1]}"), source.replace(item.first, "$0"))


@rule(
    EQUIVALENT,
    "A comparison with 0 becomes a test.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def comparison_as_test(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("cmpl", "cmpq") and _constant(item) == 0:
            changes = (source.rename(item, f"test{item.name[-1]}"), source.replace(item.first, item.last.text))
            yield at(source, item, *changes)


@rule(
    EQUIVALENT,
    "A comparison's operands change places, and its condition with them.",
    symptom="Nothing changes.",
    repair="No repair is needed.",
)
def comparison_turned(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        found = condition_of(right.name)
        if left.name not in ("cmpl", "cmpq") or found is None or found[1] not in SWAPPED:
            continue
        first, second = left.operands
        if first.is_register and second.is_register and found[0] == "j" and _needed_only_by(source, right):
            condition = source.rename(right, found[0] + SWAPPED[found[1]] + found[2])
            yield at(source, left, source.replace(first, second.text), source.replace(second, first.text), condition)


def _needed_only_by(source: Assembly, jump: Statement) -> bool:
    """Whether the flags are dead behind a conditional jump, on both of its ways."""
    target = source.labels.get(jump.first.text)
    return target is not None and flags_dead_after(source, jump) and flags_dead_after(source, target)


@rule(
    EQUIVALENT,
    "An addition of one becomes inc, a subtraction of one dec, where nobody needs the flags.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def step_as_increment(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("addl", "addq", "subl", "subq") and _constant(item) == 1 and flags_dead_after(source, item):
            name = ("inc" if item.name.startswith("add") else "dec") + item.name[-1]
            yield at(source, item, source.rewrite(item, f"{name}\t{item.last.text}"))


@rule(
    EQUIVALENT,
    "A subtraction of a constant becomes an addition of its negative, where nobody needs the flags.",
    symptom="Nothing changes.",
    repair="No repair is needed.",
)
def subtraction_as_addition(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        value = _constant(item)
        if item.name in ("subl", "subq") and value is not None and flags_dead_after(source, item):
            yield at(source, item, source.rename(item, f"add{item.name[-1]}"), source.replace(item.first, f"${-value}"))


@rule(
    EQUIVALENT,
    "cltq is written as the move with sign extension that it is.",
    symptom="Nothing changes but the size of the code.",
    repair="No repair is needed.",
)
def extension_spelt_out(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "cltq":
            yield at(source, item, source.rewrite(item, "movslq\t%eax, %rax"))


@rule(
    EQUIVALENT,
    "The padding that aligns a block is left out.",
    symptom="Fewer instructions where control falls through the padding.",
    repair="No repair is needed.",
)
def padding_removed(source: Assembly) -> Iterator[Place]:
    for left, right in pairwise(source.statements):
        if left.kind is Kind.DIRECTIVE and left.name == ".p2align" and right.kind is not Kind.INSTRUCTION:
            yield at(source, left, source.remove(left))


@rule(
    EQUIVALENT,
    "A label has another name.",
    symptom="Nothing changes.",
    repair="No repair is needed.",
)
def label_renamed(source: Assembly) -> Iterator[Place]:
    for name in branch_targets(source):
        if not name.startswith(".L") or source.code.count(name) > 40:
            continue
        uses = [item for item in source.instructions if is_branch(item) and item.first.text == name]
        mentions = len(re.findall(rf"{re.escape(name)}(?![\w.$])", source.code))
        new = f".Lblock_{name[2:]}"
        if mentions == len(uses) + 1 and new not in source.labels:
            label = source.labels[name]
            changes = (source.replace(use.first, new) for use in uses)
            yield at(source, label, source.rename(label, new), *changes)


@rule(
    EQUIVALENT,
    "A conditional move becomes a branch around a move.",
    symptom="Faster where the branch is predicted well, slower by mispredictions where not.",
    repair="Use cmov where data decide at random.",
)
def conditional_move_as_branch(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        found = condition_of(item.name)
        if found is None or found[0] != "cmov" or found[1] not in INVERSE or size_of(item.last.text) != 8:
            continue
        skip = f".Lskip_{item.line}"
        if skip not in source.labels:
            move = f"mov{_WIDTHS[8]}\t{item.first.text}, {item.last.text}"
            if item.first.is_register:
                yield at(source, item, source.rewrite(item, f"j{INVERSE[found[1]]}\t{skip}\n\t{move}\n{skip}:"))


@rule(
    EQUIVALENT,
    "A nop stands before a jump.",
    symptom="One instruction more in each round.",
    repair="Take the nop out.",
)
def idle_instruction(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item):
            yield at(source, item, source.insert_before(item, "nop"))


@rule(
    EQUIVALENT,
    "A register is moved to itself before a jump.",
    symptom="One instruction more in each round.",
    repair="Take the move out.",
)
def redundant_move(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item):
            yield at(source, item, source.insert_before(item, "movq\t%rcx, %rcx"))


@rule(
    EQUIVALENT,
    "A jump goes to the instruction right behind it.",
    symptom="One jump more each time.",
    repair="Take the jump out.",
)
def redundant_jump(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        label = f".Lnext_{item.line}"
        if item.name.startswith(("cmp", "test")) and label not in source.labels:
            yield at(source, item, source.insert_before(item, f"jmp\t{label}\n{label}:"))


RULES = (
    zero_by_xor,
    zero_by_mov,
    add_as_lea,
    copy_and_add_as_lea,
    address_commuted,
    shift_as_multiplication,
    lea_as_multiplication,
    multiplication_reduced,
    test_as_comparison,
    comparison_as_test,
    comparison_turned,
    step_as_increment,
    subtraction_as_addition,
    extension_spelt_out,
    padding_removed,
    label_renamed,
    conditional_move_as_branch,
    idle_instruction,
    redundant_move,
    redundant_jump,
)
