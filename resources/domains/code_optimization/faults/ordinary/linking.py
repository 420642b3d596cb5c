"""Faults of category "names and linking": the text assembles, and a name does not resolve."""

from collections.abc import Iterator

from resources.domains.code_optimization.faults.ordinary.places import LINKING, at, branch_targets, is_branch
from resources.domains.code_optimization.language.assembly import Assembly, Kind
from resources.domains.code_optimization.language.vocabulary import whole_of
from resources.domains.toolkit.rules import Place, rule


@rule(
    LINKING,
    "A label that a jump goes to is missing.",
    symptom="The linker reports an undefined reference to the local label.",
    repair="Put the label before the block that the jump is meant to reach.",
)
def missing_label(source: Assembly) -> Iterator[Place]:
    for name in branch_targets(source):
        yield at(source, source.labels[name], source.remove(source.labels[name]))


@rule(
    LINKING,
    "A jump goes to a label that stands nowhere.",
    symptom="The linker reports an undefined reference to the label.",
    repair="Name a label that is defined.",
)
def misspelt_target(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if is_branch(item) and item.first.text in source.labels:
            yield at(source, item, source.replace(item.first, f"{item.first.text}0"))


@rule(
    LINKING,
    "The function is not made global.",
    symptom="The linker finds no definition of the function that the program calls.",
    repair="Declare the function with .globl.",
)
def entry_not_global(source: Assembly) -> Iterator[Place]:
    for item in source.statements:
        if item.kind is Kind.DIRECTIVE and item.name in (".globl", ".global"):
            yield at(source, item, source.remove(item))


@rule(
    LINKING,
    "The function's label is misspelt.",
    symptom="The linker reports an undefined reference to the function.",
    repair="Spell the label as the interface does.",
)
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


@rule(
    LINKING,
    "A register lacks its percent sign, so that it is read as a name.",
    symptom="The linker reports an undefined reference to a name that looks like a register.",
    repair="Write registers with a percent sign.",
)
def register_without_percent(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        in_memory = any("(" in operand.text for operand in item.operands)
        for operand in item.operands:
            if operand.is_register and whole_of(operand.text) and not in_memory:
                yield at(source, item, source.replace(operand, operand.text[1:]))


@rule(
    LINKING,
    "A call names a function that does not exist.",
    symptom="The linker reports an undefined reference to the function.",
    repair="Call the function by its name.",
)
def misspelt_callee(source: Assembly) -> Iterator[Place]:
    for item in source.instructions:
        if item.name == "call" and item.operands and not item.first.text.startswith("*"):
            yield at(source, item, source.replace(item.first, f"{item.first.text}_fast"))


RULES = (
    missing_label,
    misspelt_target,
    entry_not_global,
    misspelt_function,
    register_without_percent,
    misspelt_callee,
)
