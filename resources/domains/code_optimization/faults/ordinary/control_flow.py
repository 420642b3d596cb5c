"""Faults of category "control flow": conditions, flags and targets of jumps."""

from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import (
    CONTROL,
    at,
    branch_targets,
    is_branch,
    neighbours,
)
from resources.domains.code_optimization.language.assembly import Assembly
from resources.domains.code_optimization.language.vocabulary import (
    INVERSE,
    OTHER_BOUND,
    OTHER_SIGN,
    condition_of,
    reads_flags,
)
from resources.domains.toolkit.rules import Place, rule


def _with_conditions(source: Assembly, table: dict[str, str]) -> Iterator[Place]:
    for item in source.instructions:
        condition = condition_of(item.name)
        if condition is not None and condition[1] in table:
            yield at(source, item, source.rename(item, condition[0] + table[condition[1]] + condition[2]))


@rule(CONTROL, "A condition is inverted.")
def condition_inverted(source: Assembly) -> Iterator[Place]:
    yield from _with_conditions(source, INVERSE)


@rule(CONTROL, "A signed condition stands for an unsigned one, or the other way round.")
def condition_signedness(source: Assembly) -> Iterator[Place]:
    yield from _with_conditions(source, OTHER_SIGN)


@rule(CONTROL, "A condition treats equality on the wrong side.")
def condition_boundary(source: Assembly) -> Iterator[Place]:
    yield from _with_conditions(source, OTHER_BOUND)


@rule(CONTROL, "The comparison before a conditional instruction is missing.")
def comparison_missing(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name.startswith(("cmp", "test")) and len(item.operands) == 2:
            yield at(source, item, source.remove(item))


@rule(CONTROL, "An instruction between a comparison and its jump overwrites the flags.")
def flags_overwritten(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        if left.name.startswith(("cmp", "test")) and reads_flags(right.name):
            yield at(source, right, source.insert_before(right, "testq\t%rsp, %rsp"))


@rule(CONTROL, "The operands of a comparison are the wrong way round.")
def comparison_swapped(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        operands = item.operands
        if item.name.startswith("cmp") and len(operands) == 2 and all(operand.is_register for operand in operands):
            left, right = operands
            yield at(source, item, source.replace(left, right.text), source.replace(right, left.text))


@rule(CONTROL, "A jump goes to the wrong block.")
def wrong_target(source: Assembly) -> Iterator[Place]:
    targets = branch_targets(source)
    for item in source.instructions:
        if is_branch(item) and item.first.text in targets and len(targets) > 1:
            other = targets[(targets.index(item.first.text) + 1) % len(targets)]
            yield at(source, item, source.replace(item.first, other))


@rule(CONTROL, "A jump is missing, so that control falls through.")
def missing_jump(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item):
            yield at(source, item, source.remove(item))


@rule(CONTROL, "The step of a loop is missing.")
def loop_step_missing(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        steps = item.name.startswith(("add", "sub", "inc", "dec")) and item.operands and item.last.is_register
        constant = len(item.operands) == 1 or (item.operands[:1] and item.first.is_immediate)
        if steps and constant and item.last.text != "%rsp":
            yield at(source, item, source.remove(item))


@rule(CONTROL, "The function does not return at its end.")
def missing_return(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "ret":
            yield at(source, item, source.remove(item))
