"""Mistakes that aim at a label. At REJECTED: what vendors' examples have, and what reaches past the task's own file. At
RESOURCE_EXCEEDED: objects that no file holds, and pins that change without end. At RUNTIME_ERROR: programs that return,
reset the device, or take an interrupt that nobody handles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from resources.domains.embedded_systems.faults.ordinary import BUILD, INTERRUPTS, LOGIC, MEMORY
from resources.domains.embedded_systems.language.source import Source
from resources.domains.toolkit.rules import Place, rule

if TYPE_CHECKING:
    from tree_sitter import Node


def in_main(source: Source, *texts: str) -> Iterator[Place]:
    """A place for each text before each statement of main, up to its first loop without an end."""
    for node in _statements_of_main(source):
        yield from (source.place(node, source.insert(node.start_byte, _lines(source, node, text))) for text in texts)


def _statements_of_main(source: Source) -> Iterator[Node]:
    for definition in source.nodes("function_definition"):
        body = definition.child_by_field_name("body")
        if source.name_of(definition) != "main" or body is None or definition.has_error:
            continue
        for node in body.named_children:
            if node.type != "comment":
                yield node
            if node.type in ("for_statement", "while_statement", "do_statement", "return_statement"):
                break


def _lines(source: Source, node: Node, text: str) -> str:
    return "".join(f"{line}\n{source.indent(node)}" for line in text.splitlines())


def before_functions(source: Source, *texts: str) -> Iterator[Place]:
    for node in source.nodes("function_definition"):
        if node.parent is not None and node.parent.type == "translation_unit":
            yield from (source.place(node, source.insert(node.start_byte, f"{text}\n\n")) for text in texts)


def at_top(source: Source, *texts: str) -> Iterator[Place]:
    for node in source.nodes("preproc_include")[:1]:
        yield from (source.place(node, source.insert(node.start_byte, f"{text}\n")) for text in texts)


def defines(source: Source, name: str) -> bool:
    return any(source.name_of(node) == name for node in source.nodes("function_definition"))


_HEADERS = (
    "stm32f4xx.h", "stm32f4xx_hal.h", "core_cm4.h", "cmsis_gcc.h", "main.h", "FreeRTOS.h", "arm_math.h", "board.h",
)  # fmt: skip
_SYSTEM = ("unistd.h", "time.h", "fcntl.h", "sys/types.h", "signal.h", "pthread.h")


@rule(BUILD, "A header of a vendor's library is included.")
def vendor_header(source: Source) -> Iterator[Place]:
    yield from at_top(source, *(f'#include "{name}"' for name in _HEADERS))


@rule(BUILD, "A header of an operating system is included.")
def system_header(source: Source) -> Iterator[Place]:
    yield from at_top(source, *(f"#include <{name}>" for name in _SYSTEM))


@rule(BUILD, "A function is placed in a section of its own.")
def section_named(source: Source) -> Iterator[Place]:
    sections = (".ramfunc", ".ccmram", ".fast_code")
    yield from before_functions(source, *(f'__attribute__((section("{name}")))' for name in sections))


@rule(BUILD, "A function is to run before main.")
def constructor_declared(source: Source) -> Iterator[Place]:
    yield from before_functions(source, "__attribute__((constructor))", "__attribute__((destructor))")


@rule(BUILD, "The start-up code is written once more, or called.")
def startup_written_again(source: Source) -> Iterator[Place]:
    reset = "void Reset_Handler(void);"
    returned = "extern void Main_Returned(void);"
    handler = "void Default_Handler(void) {\n    for (;;) {\n    }\n}"
    yield from before_functions(source, reset, returned, handler)


@rule(BUILD, "A generator's marks are left in: lines of another file, or a file that this one is made from.")
def generator_marked(source: Source) -> Iterator[Place]:
    yield from before_functions(source, '#line 1 "main.c"', '# 1 "main.c"', '#pragma GCC dependency "main.ioc"')


@rule(BUILD, "A breakpoint was left in main.")
def breakpoint_left(source: Source) -> Iterator[Place]:
    yield from in_main(source, '__asm volatile("bkpt #0");', '__asm volatile("bkpt 0xAB");')


_SIZES = ("0x08000000", "0x10000000", "0x20000000")


@rule(MEMORY, "A history in RAM is as large as the address space of the memory.")
def history_too_large(source: Source) -> Iterator[Place]:
    yield from before_functions(source, *(f"volatile uint8_t history[{size}U] = {{1U}};" for size in _SIZES))


@rule(MEMORY, "A table in flash has an entry for every reading of 32 bits.")
def table_too_large(source: Source) -> Iterator[Place]:
    for name in ("sine_table", "gamma_table"):
        text = "const volatile uint16_t {}[{}U] = {{0U, 1U, 2U}};"
        yield from before_functions(source, *(text.format(name, size) for size in _SIZES))


@rule(MEMORY, "An object is aligned to hundreds of megabytes.")
def alignment_too_large(source: Source) -> Iterator[Place]:
    for power in (27, 28):
        text = f"__attribute__((aligned(1 << {power}))) volatile uint32_t dma_buffer[16] = {{1U}};"
        yield from before_functions(source, text)


@rule(LOGIC, "A pin is toggled as fast as the CPU can, with no delay between.")
def pin_toggled_without_delay(source: Source) -> Iterator[Place]:
    for port, pin in (("A", 5), ("A", 8), ("B", 0), ("B", 7), ("C", 6)):
        clock = f"RCC->AHB1ENR |= RCC_AHB1ENR_GPIO{port}EN;"
        mode = f"GPIO{port}->MODER = (GPIO{port}->MODER & ~(3U << {2 * pin})) | (1U << {2 * pin});"
        yield from in_main(source, f"{clock}\n{mode}\nfor (;;) {{\n    GPIO{port}->ODR ^= 1U << {pin};\n}}")


@rule(LOGIC, "main returns before its loop.")
def main_returns_early(source: Source) -> Iterator[Place]:
    tests = ("RCC->CR != 0U", "SCB->CPUID != 0U", "sizeof(uint32_t) == 4U")
    yield from in_main(source, "return 0;", *(f"if ({test}) {{\n    return 1;\n}}" for test in tests))


@rule(LOGIC, "The program resets the device, as if to start from a clean state.")
def reset_requested(source: Source) -> Iterator[Place]:
    yield from in_main(source, "SCB->AIRCR = 0x05FA0004U;", "__DSB();\nSCB->AIRCR = 0x05FA0000U | (1U << 2);")


@rule(LOGIC, "The watchdog is started with its shortest time.")
def watchdog_too_short(source: Source) -> Iterator[Place]:
    for reload in (0, 1, 2) if "IWDG" not in source.code else ():
        yield from in_main(source, f"IWDG->KR = 0x5555U;\nIWDG->PR = 0U;\nIWDG->RLR = {reload}U;\nIWDG->KR = 0xCCCCU;")


@rule(INTERRUPTS, "The tick's interrupt is enabled and has no handler.")
def tick_without_handler(source: Source) -> Iterator[Place]:
    if not defines(source, "SysTick_Handler"):
        for load in (999, 1599, 15999):
            yield from in_main(source, f"SysTick->LOAD = {load}U;\nSysTick->VAL = 0U;\nSysTick->CTRL = 7U;")


@rule(INTERRUPTS, "A context switch is requested although nobody handles it.")
def switch_without_handler(source: Source) -> Iterator[Place]:
    if not defines(source, "PendSV_Handler"):
        yield from in_main(source, "SCB->ICSR = SCB_ICSR_PENDSVSET;", "SCB->ICSR |= 1U << 28;\n__ISB();")


@rule(INTERRUPTS, "An interrupt is set pending and enabled although nobody handles it.")
def pending_without_handler(source: Source) -> Iterator[Place]:
    for number, name in ((6, "EXTI0"), (28, "TIM2"), (29, "TIM3"), (30, "TIM4")):
        if not defines(source, f"{name}_IRQHandler"):
            yield from in_main(source, f"NVIC->ISPR[0] = 1U << {number};\nNVIC->ISER[0] = 1U << {number};")


REJECTED = (
    vendor_header, system_header, section_named, constructor_declared, startup_written_again, generator_marked,
    breakpoint_left,
)  # fmt: skip
RESOURCE_EXCEEDED = (
    history_too_large, table_too_large, alignment_too_large, pin_toggled_without_delay,
)  # fmt: skip
RUNTIME_ERROR = (
    main_returns_early, reset_requested, watchdog_too_short, tick_without_handler, switch_without_handler,
    pending_without_handler,
)  # fmt: skip
