"""Aimed at RESOURCE_EXCEEDED: objects that no file holds, and pins that change without end."""

from collections.abc import Iterator

from resources.domains.embedded_systems.aimed_faults.places import before_functions, in_main
from resources.domains.embedded_systems.faults.source import LOGIC, MEMORY, Source
from resources.domains.toolkit.rules import Place, rule

_SIZES = ("0x08000000", "0x10000000", "0x20000000")


@rule(
    MEMORY,
    "A history in RAM is as large as the address space of the memory.",
    symptom="The compiler is stopped at the limit of its output.",
    repair="Size buffers by the RAM that there is.",
)
def history_too_large(source: Source) -> Iterator[Place]:
    yield from before_functions(source, *(f"volatile uint8_t history[{size}U] = {{1U}};" for size in _SIZES))


@rule(
    MEMORY,
    "A table in flash has an entry for every reading of 32 bits.",
    symptom="The compiler is stopped at the limit of its output.",
    repair="Compute the entries, or interpolate between a few.",
)
def table_too_large(source: Source) -> Iterator[Place]:
    for name in ("sine_table", "gamma_table"):
        text = "const volatile uint16_t {}[{}U] = {{0U, 1U, 2U}};"
        yield from before_functions(source, *(text.format(name, size) for size in _SIZES))


@rule(
    MEMORY,
    "An object is aligned to hundreds of megabytes.",
    symptom="The compiler is stopped at the limit of its output.",
    repair="Align to what the access needs: 4 or 8 bytes.",
)
def alignment_too_large(source: Source) -> Iterator[Place]:
    for power in (27, 28):
        text = f"__attribute__((aligned(1 << {power}))) volatile uint32_t dma_buffer[16] = {{1U}};"
        yield from before_functions(source, text)


@rule(
    LOGIC,
    "A pin is toggled as fast as the CPU can, with no delay between.",
    symptom="The run ends early: it has more edges than are kept.",
    repair="Wait between two edges, or let a timer toggle the pin.",
)
def pin_toggled_without_delay(source: Source) -> Iterator[Place]:
    for port, pin in (("A", 5), ("A", 8), ("B", 0), ("B", 7), ("C", 6)):
        clock = f"RCC->AHB1ENR |= RCC_AHB1ENR_GPIO{port}EN;"
        mode = f"GPIO{port}->MODER = (GPIO{port}->MODER & ~(3U << {2 * pin})) | (1U << {2 * pin});"
        yield from in_main(source, f"{clock}\n{mode}\nfor (;;) {{\n    GPIO{port}->ODR ^= 1U << {pin};\n}}")


RULES = (history_too_large, table_too_large, alignment_too_large, pin_toggled_without_delay)
