"""Faults of category "peripheral configuration" in ports and single register accesses: modes, shifts, alternate
functions, BSRR, flags, masks, channels, waits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.ordinary import PERIPHERALS
from resources.domains.embedded_systems.language.source import Source, within
from resources.domains.toolkit.rules import Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node


@rule(PERIPHERALS, "The mode of a pin is wrong: output instead of alternate function, or the other way round.")
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


@rule(PERIPHERALS, "A field is shifted to the neighbouring pin.")
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


@rule(PERIPHERALS, "The alternate function of a pin is not selected.")
def alternate_function_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if "->AFR[" in target:
            yield source.place(statement, source.remove(statement))


@rule(PERIPHERALS, "The number of the alternate function is wrong.")
def alternate_function_wrong(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if "->AFR[" in target and right is not None:
            for number in within(right, "number_literal"):
                text = source.text(number)
                if re.fullmatch(r"0x[57]+0*U?|[1257]U", text):
                    yield source.place(statement, source.replace(number, re.sub("[57]", "4", text, count=1)))


@rule(PERIPHERALS, "The halves of BSRR are swapped: a pin is cleared where it should be set.")
def bsrr_halves_swapped(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        right = assignment.child_by_field_name("right")
        if target.endswith("->BSRR") and right is not None:
            text = source.text(right)
            swapped = f"(({text}) << 16) | (({text}) >> 16)"
            yield source.place(statement, source.replace(right, swapped))


_FLAGS = {
    "USART_SR_TXE": "USART_SR_TC", "USART_SR_RXNE": "USART_SR_TXE", "USART_SR_TC": "USART_SR_RXNE",
    "SPI_SR_RXNE": "SPI_SR_TXE", "SPI_SR_TXE": "SPI_SR_BSY", "SPI_SR_BSY": "SPI_SR_RXNE",
    "TIM_SR_UIF": "TIM_SR_CC1IF", "TIM_SR_CC1IF": "TIM_SR_UIF", "RCC_CR_HSERDY": "RCC_CR_PLLRDY",
    "RCC_CR_PLLRDY": "RCC_CR_HSERDY", "RCC_CFGR_SWS_PLL": "RCC_CFGR_SW_PLL",
}  # fmt: skip
_OTHER = {
    "GPIOA": "GPIOB", "GPIOB": "GPIOC", "GPIOC": "GPIOA", "TIM2": "TIM4", "TIM3": "TIM2", "TIM4": "TIM3",
    "USART2": "USART1", "USART1": "USART2", "DMA1": "DMA2", "DMA2": "DMA1", "SPI1": "SPI2",
}  # fmt: skip


@rule(PERIPHERALS, "Another port or instance of the peripheral is used.")
def wrong_instance(source: Source) -> Iterator[Place]:
    for node in source.nodes("field_expression"):
        name = node.child_by_field_name("argument")
        if name is not None and source.text(name) in _OTHER:
            yield source.place(node, source.replace(name, _OTHER[source.text(name)]))


@rule(PERIPHERALS, "Another status flag is looked at.")
def wrong_flag(source: Source) -> Iterator[Place]:
    for node in source.nodes("identifier"):
        if source.text(node) in _FLAGS:
            yield source.place(node, source.replace(node, _FLAGS[source.text(node)]))


@rule(PERIPHERALS, "A register is overwritten where bits should be added.")
def register_overwritten(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        operator = assignment.child_by_field_name("operator")
        if operator is not None and "->" in target and source.text(operator) in ("|=", "&=", "^="):
            yield source.place(statement, source.replace(operator, "="))


@rule(PERIPHERALS, "A flag is not waited for.")
def wait_removed(source: Source) -> Iterator[Place]:
    for node in source.nodes("while_statement"):
        body = node.child_by_field_name("body")
        empty = (
            body is not None and not body.named_children and "->" in source.text(node.child_by_field_name("condition"))
        )
        if empty and not node.has_error:
            yield source.place(node, source.remove(node))


@rule(PERIPHERALS, "A flag is waited for with the wrong sense.")
def wait_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("while_statement"):
        condition = node.child_by_field_name("condition")
        text = source.text(condition)
        if condition is not None and "->" in text and text.startswith("(!("):
            yield source.place(node, source.replace(condition, f"({text[2:-1]})"))
        elif condition is not None and "->" in text and re.fullmatch(r"\([^()]*&[^()]*\)", text):
            yield source.place(node, source.replace(condition, f"(!{text})"))


@rule(PERIPHERALS, "The wrong DMA stream or channel is used.")
def wrong_stream(source: Source) -> Iterator[Place]:
    for node in source.nodes("subscript_expression"):
        index = node.child_by_field_name("index")
        if index is not None and re.fullmatch(r"DMA[12]->S\[\d\]", source.text(node)):
            yield source.place(node, source.replace(index, str((int(source.text(index)) + 1) % 8)))
    for node in source.nodes("identifier"):
        if source.text(node) == "DMA_SxCR_CHSEL_4":
            yield source.place(node, source.replace(node, "(3U << 25)"))


@rule(PERIPHERALS, "A configuration step is left out.")
def configuration_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if re.search(r"->(?:MODER|OTYPER|PUPDR|PSC|ARR|LOAD|CCR\d|CCMR\d|CCER|NDTR|PAR|M0AR|SMPR\d|SQR\d|IMR|[RF]TSR|"
                     r"EXTICR\[\d\]|PLLCFGR|CFGR|PR|RLR|CR[123]|BDTR|VTOR|DR|BSRR)$", target):  # fmt: skip
            yield source.place(statement, source.remove(statement))


@rule(PERIPHERALS, "A pin is read from the output register.")
def output_register_read(source: Source) -> Iterator[Place]:
    for node in source.nodes("field_identifier"):
        if source.text(node) == "IDR":
            yield source.place(node, source.replace(node, "ODR"))
