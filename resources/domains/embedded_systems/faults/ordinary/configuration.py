"""Faults of category "peripheral configuration": clocks, baud rates, prescalers, enables and their order."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.ordinary import PERIPHERALS
from resources.domains.embedded_systems.language.source import Source, within
from resources.domains.toolkit.rules import Place, rule

_ENABLE_REGISTER = re.compile(r"RCC->(A[HP]B[12])ENR")
_OTHER_BUS = {"AHB1": "APB1", "APB1": "APB2", "APB2": "APB1"}
_ENABLES = re.compile(r"_(?:UE|CEN|SPE|EN|ENABLE|ADON)\b")
_DIVIDERS = re.compile(r"->(?:PSC|ARR|LOAD|RLR|CCR[1-4]|BRR|NDTR)$")


@rule(PERIPHERALS, "The clock of a peripheral is not turned on.")
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


@rule(PERIPHERALS, "The clock is turned on in the enable register of another bus.")
def wrong_bus(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        match = _ENABLE_REGISTER.fullmatch(target)
        left = assignment.child_by_field_name("left")
        if match and left is not None:
            yield source.place(statement, source.replace(left, f"RCC->{_OTHER_BUS[match[1]]}ENR"))


@rule(PERIPHERALS, "The baud rate register does not fit the clock.")
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


@rule(PERIPHERALS, "A prescaler, reload or divider is off.")
def divider_wrong(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if _DIVIDERS.search(target) and not target.endswith("->BRR") and right is not None:
            text = source.text(right)
            for wrong in (f"({text}) / 2U", f"({text}) * 10U", f"({text}) + 3U"):
                yield source.place(statement, source.replace(right, wrong))


@rule(PERIPHERALS, "The peripheral is enabled before it is configured.")
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


@rule(PERIPHERALS, "A bit that enables the peripheral or a part of it is missing.")
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


@rule(PERIPHERALS, "The flash wait states for the fast clock are not set.")
def wait_states_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if target == "FLASH->ACR":
            yield source.place(statement, source.remove(statement))
