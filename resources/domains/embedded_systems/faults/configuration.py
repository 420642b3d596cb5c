"""Faults of category "peripheral configuration": clocks, pins, baud rates, prescalers, enables and their order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.source import PERIPHERALS, Source, within
from resources.domains.toolkit.rules import Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node

_ENABLE_REGISTER = re.compile(r"RCC->(A[HP]B[12])ENR")
_OTHER_BUS = {"AHB1": "APB1", "APB1": "APB2", "APB2": "APB1"}
_ENABLES = re.compile(r"_(?:UE|CEN|SPE|EN|ENABLE|ADON)\b")
_DIVIDERS = re.compile(r"->(?:PSC|ARR|LOAD|RLR|CCR[1-4]|BRR|NDTR)$")


@rule(
    PERIPHERALS,
    "The clock of a peripheral is not turned on.",
    symptom="Writes to the peripheral are lost and reads give 0: an access with the clock off.",
    repair="Set the peripheral's bit in the enable register of its bus, before the first access.",
)
def clock_not_enabled(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        if not _ENABLE_REGISTER.fullmatch(target):
            continue
        yield source.place(statement, source.remove(statement))
        right = assignment.child_by_field_name("right")
        if right is not None and right.type == "binary_expression":
            for side, other in (("left", "right"), ("right", "left")):
                kept = right.child_by_field_name(side)
                if kept is not None and right.child_by_field_name(other) is not None:
                    yield source.place(statement, source.replace(right, source.text(kept)))


@rule(
    PERIPHERALS,
    "The clock is turned on in the enable register of another bus.",
    symptom="The bit belongs to another peripheral there; the intended one stays without a clock.",
    repair="Use the enable register of the bus that the peripheral is on.",
)
def wrong_bus(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        match = _ENABLE_REGISTER.fullmatch(target)
        left = assignment.child_by_field_name("left")
        if match and left is not None:
            yield source.place(statement, source.replace(left, f"RCC->{_OTHER_BUS[match[1]]}ENR"))


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
            text, parent = source.text(number), number.parent
            after = source.code[source.position(number.end_byte) :][:4]
            cleared = parent is not None and "~" in source.text(parent.parent)[:3]
            if text in swapped and (after.startswith(" <<") or text.startswith("0x")) and not cleared:
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
        if match and re.search(r"->(?:MODER|AFR|ODR|BSRR|PUPDR|OTYPER|IDR)", statement):
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
    "The baud rate register does not fit the clock.",
    symptom="The terminal reads other characters, or none.",
    repair="BRR is the bus clock divided by the baud rate, rounded.",
)
def wrong_baud(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if target.endswith("->BRR") and right is not None:
            for wrong in (
                f"({source.text(right)}) * 12U",
                f"({source.text(right)}) / 2U",
                f"({source.text(right)}) + 12U",
            ):
                yield source.place(statement, source.replace(right, wrong))


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


@rule(
    PERIPHERALS,
    "A prescaler, reload or divider is off.",
    symptom="Periods, counts or rates differ from what is asked for.",
    repair="A period is (PSC + 1) * (ARR + 1) cycles; SysTick counts LOAD + 1.",
)
def divider_wrong(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if _DIVIDERS.search(target) and not target.endswith("->BRR") and right is not None:
            text = source.text(right)
            for wrong in (f"({text}) / 2U", f"({text}) * 10U", f"({text}) + 3U"):
                yield source.place(statement, source.replace(right, wrong))


@rule(
    PERIPHERALS,
    "The peripheral is enabled before it is configured.",
    symptom="It starts with its old configuration; what comes after is ignored or forbidden.",
    repair="Write the configuration first and the enable bit last.",
)
def enable_before_configuration(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if not _ENABLES.search(source.text(statement)) or _ENABLE_REGISTER.fullmatch(target):
            continue
        before, moved = statement.prev_named_sibling, 0
        while before is not None and before.type == "expression_statement" and moved < 4:
            if "RCC->" in source.text(before):
                break
            moved += 1
            earlier = before
            before = before.prev_named_sibling
            yield source.place(
                statement,
                source.insert(earlier.start_byte, f"{source.text(statement)}\n{source.indent(statement)}"),
                source.remove(statement),
            )


@rule(
    PERIPHERALS,
    "A bit that enables the peripheral or a part of it is missing.",
    symptom="Nothing is sent, counted or converted.",
    repair="Set the enable bits: UE with TE and RE, CEN, SPE, ADON, EN.",
)
def enable_bit_missing(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if "->C" not in target or right is None or right.type != "binary_expression":
            continue
        for node in within(right, "binary_expression"):
            operator, left, last = (node.child_by_field_name(name) for name in ("operator", "left", "right"))
            if left is not None and last is not None and source.text(operator) == "|":
                yield source.place(statement, source.replace(node, source.text(left)))
                if left.type != "binary_expression":
                    yield source.place(statement, source.replace(node, source.text(last)))


@rule(
    PERIPHERALS,
    "The flash wait states for the fast clock are not set.",
    symptom="The CPU reads its program too fast for the flash.",
    repair="Set FLASH->ACR before switching to the fast clock.",
)
def wait_states_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if target == "FLASH->ACR":
            yield source.place(statement, source.remove(statement))


RULES = (
    clock_not_enabled, wrong_bus, wrong_mode_bits, shift_to_the_wrong_pin, alternate_function_missing,
    alternate_function_wrong, wrong_baud, bsrr_halves_swapped, divider_wrong, enable_before_configuration,
    enable_bit_missing, wait_states_missing,
)  # fmt: skip
