"""Equivalent rewrites of comparisons, labels and padding: other text, the same work."""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.code_optimization.faults.ordinary.places import (
    at,
    branch_targets,
    flags_dead_after,
    is_branch,
    neighbours,
    small_constant,
)
from resources.domains.code_optimization.language.assembly import Assembly, Kind, Statement
from resources.domains.code_optimization.language.vocabulary import SWAPPED, condition_of
from resources.domains.toolkit.rules import EQUIVALENT, Place, rule


@rule(EQUIVALENT, "A test of a register against itself becomes a comparison with 0.")
def test_as_comparison(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("testl", "testq") and item.first.text == item.last.text:
            yield at(source, item, source.rename(item, f"cmp{item.name[-1]}"), source.replace(item.first, "$0"))


@rule(EQUIVALENT, "A comparison with 0 becomes a test.")
def comparison_as_test(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name in ("cmpl", "cmpq") and small_constant(item) == 0:
            changes = (source.rename(item, f"test{item.name[-1]}"), source.replace(item.first, item.last.text))
            yield at(source, item, *changes)


@rule(EQUIVALENT, "A comparison's operands change places, and its condition with them.")
def comparison_turned(source: Assembly) -> Iterator[Place]:
    for left, right in neighbours(source):
        conditional = condition_of(right.name)
        if left.name not in ("cmpl", "cmpq") or conditional is None or conditional[1] not in SWAPPED:
            continue
        if len(left.operands) != 2:
            continue
        first, second = left.operands
        if first.is_register and second.is_register and conditional[0] == "j" and _needed_only_by(source, right):
            condition = source.rename(right, conditional[0] + SWAPPED[conditional[1]] + conditional[2])
            yield at(source, left, source.replace(first, second.text), source.replace(second, first.text), condition)


def _needed_only_by(source: Assembly, jump: Statement) -> bool:
    """Whether the flags are dead behind a conditional jump, on both of its ways."""
    target = source.labels.get(jump.first.text)
    return target is not None and flags_dead_after(source, jump) and flags_dead_after(source, target)


@rule(EQUIVALENT, "cltq is written as the move with sign extension that it is.")
def extension_spelt_out(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "cltq":
            yield at(source, item, source.rewrite(item, "movslq\t%eax, %rax"))


@rule(EQUIVALENT, "The padding that aligns a block is left out.")
def padding_removed(source: Assembly) -> Iterator[Place]:
    for left, right in pairwise(source.statements):
        if left.kind is Kind.DIRECTIVE and left.name == ".p2align" and right.kind is not Kind.INSTRUCTION:
            yield at(source, left, source.remove(left))


@rule(EQUIVALENT, "A label has another name.")
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
