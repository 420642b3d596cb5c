"""Aimed at REJECTED: what vendors' examples have, and what reaches past the task's own file."""

from collections.abc import Iterator

from resources.domains.embedded_systems.aimed_faults.places import at_top, before_functions, in_main
from resources.domains.embedded_systems.faults.source import BUILD, Source
from resources.domains.toolkit.rules import Place, rule

_HEADERS = (
    "stm32f4xx.h", "stm32f4xx_hal.h", "core_cm4.h", "cmsis_gcc.h", "main.h", "FreeRTOS.h", "arm_math.h", "board.h",
)  # fmt: skip
_SYSTEM = ("unistd.h", "time.h", "fcntl.h", "sys/types.h", "signal.h", "pthread.h")


@rule(
    BUILD,
    "A header of a vendor's library is included.",
    symptom="The source is refused for the #include.",
    repair="Include the task's own header.",
)
def vendor_header(source: Source) -> Iterator[Place]:
    yield from at_top(source, *(f'#include "{name}"' for name in _HEADERS))


@rule(
    BUILD,
    "A header of an operating system is included.",
    symptom="The source is refused for the #include.",
    repair="Do without: there is no operating system.",
)
def system_header(source: Source) -> Iterator[Place]:
    yield from at_top(source, *(f"#include <{name}>" for name in _SYSTEM))


@rule(
    BUILD,
    "A function is placed in a section of its own.",
    symptom="The source is refused for the section attribute.",
    repair="Leave placing to the linker script.",
)
def section_named(source: Source) -> Iterator[Place]:
    sections = (".ramfunc", ".ccmram", ".fast_code")
    yield from before_functions(source, *(f'__attribute__((section("{name}")))' for name in sections))


@rule(
    BUILD,
    "A function is to run before main.",
    symptom="The source is refused for the constructor attribute.",
    repair="Call the function from main.",
)
def constructor_declared(source: Source) -> Iterator[Place]:
    yield from before_functions(source, "__attribute__((constructor))", "__attribute__((destructor))")


@rule(
    BUILD,
    "The start-up code is written once more, or called.",
    symptom="The source is refused for the start-up's names.",
    repair="Leave reset and unused handlers to the board's start-up code.",
)
def startup_written_again(source: Source) -> Iterator[Place]:
    reset = "void Reset_Handler(void);"
    returned = "extern void Main_Returned(void);"
    handler = "void Default_Handler(void) {\n    for (;;) {\n    }\n}"
    yield from before_functions(source, reset, returned, handler)


@rule(
    BUILD,
    "A generator's marks are left in: lines of another file, or a file that this one is made from.",
    symptom="The source is refused for the line mark or the pragma.",
    repair="Take the marks out.",
)
def generator_marked(source: Source) -> Iterator[Place]:
    yield from before_functions(source, '#line 1 "main.c"', '# 1 "main.c"', '#pragma GCC dependency "main.ioc"')


@rule(
    BUILD,
    "A breakpoint was left in main.",
    symptom="The source is refused for the breakpoint.",
    repair="Take the breakpoint out.",
)
def breakpoint_left(source: Source) -> Iterator[Place]:
    yield from in_main(source, '__asm volatile("bkpt #0");', '__asm volatile("bkpt 0xAB");')


RULES = (
    vendor_header, system_header, section_named, constructor_declared, startup_written_again, generator_marked,
    breakpoint_left,
)  # fmt: skip
