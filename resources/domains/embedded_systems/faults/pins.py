"""Faults of category "peripheral configuration" in ports: modes, shifts, alternate functions, BSRR."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.source import PERIPHERALS, Source, within
from resources.domains.toolkit.rules import Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node


@rule(
    PERIPHERALS,
    "The mode of a pin is wrong: output instead of alternate function, or the other way round.",
    symptom="The peripheral drives nothing, or the output register does not reach the pin.",
    repair="MODER is 0 for input, 1 for output, 2 for alternate function, 3 for analog.",
)
def wrong_mode_bits(source: Source) -> Iterator[Place]:
    swapped = {
        "1U": "2U",
        "2U": "1U",
        "3U": "1U",
        "1": "2",
        "2": "1",
        "0xA0U": "0x50U",
        "0x20U": "0x10U",
        "0x80U": "0x40U",
    }
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if not target.endswith("->MODER") or right is None:
            continue
        for number in within(right, "number_literal"):
            text = source.text(number)
            after = source.code[source.position(number.end_byte) :][:4]
            if text in swapped and (after.startswith(" <<") or text.startswith("0x")) and not source.in_mask(number):
                yield source.place(statement, source.replace(number, swapped[text]))


@rule(
    PERIPHERALS,
    "A field is shifted to the neighbouring pin.",
    symptom="Another pin is configured; the intended one stays as it was.",
    repair="MODER has two bits for each pin, AFR four, ODR and BSRR one.",
)
def shift_to_the_wrong_pin(source: Source) -> Iterator[Place]:
    for node in source.nodes("shift_expression", "binary_expression"):
        operator, amount = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if operator is None or amount is None or source.text(operator) != "<<" or amount.type != "number_literal":
            continue
        statement = source.text(_statement(node))
        match = re.fullmatch(r"(\d+)(U?)", source.text(amount))
        if match and not source.in_mask(node) and re.search(r"->(?:MODER|AFR|ODR|BSRR|PUPDR|OTYPER|IDR)", statement):
            step = 2 if "MODER" in statement or "PUPDR" in statement else 4 if "AFR" in statement else 1
            number = int(match[1]) + step
            yield source.place(
                node, source.replace(amount, f"{number if number < 32 else number - 2 * step}{match[2]}")
            )


def _statement(node: Node) -> Node | None:
    around: Node | None = node
    while around is not None and not around.type.endswith(("statement", "declaration")):
        around = around.parent
    return around


@rule(
    PERIPHERALS,
    "The alternate function of a pin is not selected.",
    symptom="The pin stays on alternate function 0; the peripheral sends into nothing.",
    repair="Set the pin's four bits in AFR[0] or AFR[1].",
)
def alternate_function_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if "->AFR[" in target:
            yield source.place(statement, source.remove(statement))


@rule(
    PERIPHERALS,
    "The number of the alternate function is wrong.",
    symptom="The pin is routed to another peripheral.",
    repair="Take the alternate function's number from the pin table.",
)
def alternate_function_wrong(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if "->AFR[" in target and right is not None:
            for number in within(right, "number_literal"):
                text = source.text(number)
                if re.fullmatch(r"0x[57]+0*U?|[1257]U", text):
                    yield source.place(statement, source.replace(number, re.sub("[57]", "4", text, count=1)))


@rule(
    PERIPHERALS,
    "The halves of BSRR are swapped: a pin is cleared where it should be set.",
    symptom="The pin has the opposite level.",
    repair="Bits 0 to 15 of BSRR set, bits 16 to 31 clear.",
)
def bsrr_halves_swapped(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if target.endswith("->BSRR") and right is not None:
            text = source.text(right)
            swapped = f"(({text}) << 16) | (({text}) >> 16)"
            yield source.place(statement, source.replace(right, swapped))


RULES = (
    wrong_mode_bits,
    shift_to_the_wrong_pin,
    alternate_function_missing,
    alternate_function_wrong,
    bsrr_halves_swapped,
)
