"""Faults of category "peripheral configuration" in single register accesses: ports, flags, masks, channels, waits."""

import re
from collections.abc import Iterator

from resources.domains.embedded_systems.faults.source import PERIPHERALS, Source
from resources.domains.toolkit.rules import Place, rule

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


@rule(
    PERIPHERALS,
    "Another port or instance of the peripheral is used.",
    symptom="Its clock is off, or the wrong pins and registers change.",
    repair="Use the instance that the pins and the task are about.",
)
def wrong_instance(source: Source) -> Iterator[Place]:
    for node in source.nodes("field_expression"):
        name = node.child_by_field_name("argument")
        if name is not None and source.text(name) in _OTHER:
            yield source.place(node, source.replace(name, _OTHER[source.text(name)]))


@rule(
    PERIPHERALS,
    "Another status flag is looked at.",
    symptom="The program goes on too early, or waits for what does not come.",
    repair="TXE allows the next write, RXNE announces a byte, TC and BSY say that the line is quiet.",
)
def wrong_flag(source: Source) -> Iterator[Place]:
    for node in source.nodes("identifier"):
        if source.text(node) in _FLAGS:
            yield source.place(node, source.replace(node, _FLAGS[source.text(node)]))


@rule(
    PERIPHERALS,
    "A register is overwritten where bits should be added.",
    symptom="Bits that were set before are lost: clocks go off, pins fall back.",
    repair="Use |= for bits that are added.",
)
def register_overwritten(source: Source) -> Iterator[Place]:
    for statement, target, assignment in source.assignments():
        operator = assignment.child_by_field_name("operator")
        if operator is not None and "->" in target and source.text(operator) in ("|=", "&=", "^="):
            yield source.place(statement, source.replace(operator, "="))


@rule(
    PERIPHERALS,
    "A flag is not waited for.",
    symptom="A byte is written before the register is free, or a value is read before it is there.",
    repair="Wait for the flag that says so.",
)
def wait_removed(source: Source) -> Iterator[Place]:
    for node in source.nodes("while_statement"):
        body = node.child_by_field_name("body")
        empty = (
            body is not None and not body.named_children and "->" in source.text(node.child_by_field_name("condition"))
        )
        if empty and not node.has_error:
            yield source.place(node, source.remove(node))


@rule(
    PERIPHERALS,
    "A flag is waited for with the wrong sense.",
    symptom="The loop passes at once, or never ends.",
    repair="Wait while the flag is still clear.",
)
def wait_inverted(source: Source) -> Iterator[Place]:
    for node in source.nodes("while_statement"):
        condition = node.child_by_field_name("condition")
        text = source.text(condition)
        if condition is not None and "->" in text and text.startswith("(!("):
            yield source.place(node, source.replace(condition, f"({text[2:-1]})"))
        elif condition is not None and "->" in text and re.fullmatch(r"\([^()]*&[^()]*\)", text):
            yield source.place(node, source.replace(condition, f"(!{text})"))


@rule(
    PERIPHERALS,
    "The wrong DMA stream or channel is used.",
    symptom="No peripheral asks on this stream, and nothing is moved.",
    repair="Take stream and channel from the request table.",
)
def wrong_stream(source: Source) -> Iterator[Place]:
    for node in source.nodes("subscript_expression"):
        index = node.child_by_field_name("index")
        if index is not None and re.fullmatch(r"DMA[12]->S\[\d\]", source.text(node)):
            yield source.place(node, source.replace(index, str((int(source.text(index)) + 1) % 8)))
    for node in source.nodes("identifier"):
        if source.text(node) == "DMA_SxCR_CHSEL_4":
            yield source.place(node, source.replace(node, "(3U << 25)"))


@rule(
    PERIPHERALS,
    "A configuration step is left out.",
    symptom="The register keeps its reset value.",
    repair="Write every register that differs from its reset value.",
)
def configuration_missing(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if re.search(r"->(?:MODER|OTYPER|PUPDR|PSC|ARR|LOAD|CCR\d|CCMR\d|CCER|NDTR|PAR|M0AR|SMPR\d|SQR\d|IMR|[RF]TSR|"
                     r"EXTICR\[\d\]|PLLCFGR|CFGR|PR|RLR|CR[123]|BDTR|VTOR|DR|BSRR)$", target):  # fmt: skip
            yield source.place(statement, source.remove(statement))


@rule(
    PERIPHERALS,
    "A pin is read from the output register.",
    symptom="What the outside does to the pin is not seen.",
    repair="Read IDR.",
)
def output_register_read(source: Source) -> Iterator[Place]:
    for node in source.nodes("field_identifier"):
        if source.text(node) == "IDR":
            yield source.place(node, source.replace(node, "ODR"))


RULES = (
    wrong_instance, wrong_flag, register_overwritten, wait_removed, wait_inverted, wrong_stream,
    configuration_missing, output_register_read,
)  # fmt: skip
