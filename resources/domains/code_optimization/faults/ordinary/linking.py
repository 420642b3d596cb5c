"""Faults of category "names and linking": the text assembles, and a name does not resolve."""

from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import LINKING, at, branch_targets, is_branch
from resources.domains.code_optimization.language.assembly import Assembly, Kind
from resources.domains.code_optimization.language.vocabulary import whole_of
from resources.domains.toolkit.rules import Place, rule


@rule(LINKING, "A label that a jump goes to is missing.")
def missing_label(source: Assembly) -> Iterator[Place]:
    for name in branch_targets(source):
        yield at(source, source.labels[name], source.remove(source.labels[name]))


@rule(LINKING, "A jump goes to a label that stands nowhere.")
def misspelt_target(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item) and item.first.text in source.labels:
            yield at(source, item, source.replace(item.first, f"{item.first.text}0"))


@rule(LINKING, "The function is not made global.")
def entry_not_global(source: Assembly) -> Iterator[Place]:
    for item in source.statements:
        if item.kind is Kind.DIRECTIVE and item.name in (".globl", ".global"):
            yield at(source, item, source.remove(item))


@rule(LINKING, "The function's label is misspelt.")
def misspelt_function(source: Assembly) -> Iterator[Place]:
    for name in source.exported:
        if name in source.labels:
            described = (
                source.replace(item.first, f"{name}_")
                for item in source.statements
                if item.name in (".type", ".size") and item.first.text == name
            )
            changes = (source.rename(source.labels[name], f"{name}_"), *described)
            yield at(source, source.labels[name], *changes)


@rule(LINKING, "A register lacks its percent sign, so that it is read as a name.")
def register_without_percent(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        in_memory = any("(" in operand.text for operand in item.operands)
        for operand in item.operands:
            if operand.is_register and whole_of(operand.text) and not in_memory:
                yield at(source, item, source.replace(operand, operand.text[1:]))


@rule(LINKING, "A call names a function that does not exist.")
def misspelt_callee(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "call" and item.operands and not item.first.text.startswith("*"):
            yield at(source, item, source.replace(item.first, f"{item.first.text}_fast"))
