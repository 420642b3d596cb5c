"""Faults of category "interrupts and concurrency": flags, vectors, priorities, races, volatile."""

import re
from collections.abc import Iterator
from itertools import pairwise

from resources.domains.embedded_systems.faults.ordinary import INTERRUPTS
from resources.domains.embedded_systems.language.source import Source
from resources.domains.toolkit.rules import Place, rule

_PENDING = re.compile(r"TIM\d->SR|EXTI->PR|DMA[12]->[LH]IFCR|ADC1->SR")
_ENABLES = re.compile(r"USART_CR1_\w+IE|TIM_DIER_\w+IE|DMA_SxCR_TCIE|ADC_CR1_EOCIE|SysTick_CTRL_TICKINT")
_OTHER_INTERRUPT = {
    "TIM2_IRQn": "TIM3_IRQn", "TIM3_IRQn": "TIM4_IRQn", "USART2_IRQn": "USART3_IRQn", "USART1_IRQn": "USART2_IRQn",
    "EXTI15_10_IRQn": "EXTI9_5_IRQn", "EXTI0_IRQn": "EXTI1_IRQn", "DMA1_Stream6_IRQn": "DMA1_Stream5_IRQn",
    "DMA2_Stream0_IRQn": "DMA2_Stream1_IRQn", "ADC_IRQn": "EXTI4_IRQn", "TIM4_IRQn": "TIM2_IRQn",
}  # fmt: skip
_BUSY = "for (volatile uint32_t wait = 0; wait < 40000U; wait++) {\n{indent}}\n{indent}"


@rule(INTERRUPTS, "The pending flag is not cleared in the handler.")
def pending_flag_not_cleared(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        if _PENDING.fullmatch(target) and source.in_handler(statement):
            yield source.place(statement, source.remove(statement))


@rule(INTERRUPTS, "A variable that a handler changes is not volatile.")
def volatile_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("type_qualifier"):
        parent = node.parent
        if source.text(node) == "volatile" and parent is not None and parent.type == "declaration":
            start = source.position(node.start_byte)
            end = source.position(node.end_byte)
            while source.code[end : end + 1] == " ":
                end += 1
            yield source.place(node, source.cut(start, end))


@rule(INTERRUPTS, "The handler does not have the name of the vector table.")
def vector_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        name = source.name_of(node)
        declared_at = next((item for item in source.nodes("identifier") if source.text(item) == name
                      and node.start_byte <= item.start_byte < node.end_byte), None)  # fmt: skip
        if name.endswith("Handler") and declared_at is not None:
            wrong = (
                name.replace("_IRQHandler", "_Handler") if "_IRQ" in name else name.replace("_Handler", "_IRQHandler")
            )
            yield source.place(node, source.replace(declared_at, wrong))


@rule(INTERRUPTS, "The interrupt is not enabled in the NVIC.")
def interrupt_not_enabled(source: Source) -> Iterator[Place]:
    for statement, _ in source.calls("NVIC_EnableIRQ"):
        yield source.place(statement, source.remove(statement))


@rule(INTERRUPTS, "Another interrupt line is enabled.")
def wrong_interrupt(source: Source) -> Iterator[Place]:
    for node in source.nodes("identifier"):
        if source.text(node) in _OTHER_INTERRUPT:
            yield source.place(node, source.replace(node, _OTHER_INTERRUPT[source.text(node)]))


@rule(INTERRUPTS, "The peripheral's own interrupt enable bit is missing.")
def interrupt_bit_missing(source: Source) -> Iterator[Place]:
    for node in source.nodes("identifier"):
        parent = node.parent
        if parent is not None and _ENABLES.fullmatch(source.text(node)) and parent.type in (
            "binary_expression", "assignment_expression",
        ):  # fmt: skip
            yield source.place(node, source.replace(node, "0U"))


@rule(INTERRUPTS, "Priorities are the wrong way round.")
def priority_inverted(source: Source) -> Iterator[Place]:
    assignments = [
        (statement, arguments.named_children[-1])
        for statement, call in source.calls("NVIC_SetPriority")
        if (arguments := call.child_by_field_name("arguments")) is not None and arguments.named_children
    ]
    for (statement, first), (_, second) in pairwise(assignments):
        changes = source.replace(first, source.text(second)), source.replace(second, source.text(first))
        yield source.place(statement, *changes)


@rule(INTERRUPTS, "Shared data is changed without keeping interrupts out.")
def critical_section_missing(source: Source) -> Iterator[Place]:
    changes = [
        source.remove(statement) for statement, _ in source.calls("__disable_irq", "__enable_irq", "__set_PRIMASK")
    ]
    first = next(iter(source.calls("__disable_irq")), None)
    if first is not None and len(changes) > 1:
        yield source.place(first[0], *changes)


@rule(INTERRUPTS, "Interrupts stay masked after a critical section.")
def interrupts_left_masked(source: Source) -> Iterator[Place]:
    for statement, _ in source.calls("__enable_irq", "__set_PRIMASK"):
        yield source.place(statement, source.remove(statement))


@rule(INTERRUPTS, "A handler waits busily.")
def handler_blocks(source: Source) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        body = node.child_by_field_name("body")
        if body is not None and source.name_of(node).endswith("Handler") and body.named_children:
            first = body.named_children[0]
            text = _BUSY.replace("{indent}", source.indent(first))
            yield source.place(node, source.insert(first.start_byte, text))


@rule(INTERRUPTS, "An index is moved before the data is stored.")
def index_before_data(source: Source) -> Iterator[Place]:
    for statement, target, _ in source.assignments():
        following = statement.next_named_sibling
        if "[" in target and "->" not in target and following is not None and following.type == "expression_statement":
            first, second = source.text(statement), source.text(following)
            yield source.place(statement, source.replace(statement, second), source.replace(following, first))
