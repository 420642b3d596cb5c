"""Aimed at RUNTIME_ERROR: programs that return, reset the device, or take an interrupt that nobody handles."""

from collections.abc import Iterator

from resources.domains.embedded_systems.aimed_faults.places import defines, in_main
from resources.domains.embedded_systems.faults.source import INTERRUPTS, LOGIC, Source
from resources.domains.toolkit.rules import Place, rule


@rule(
    LOGIC,
    "main returns before its loop.",
    symptom="main returned, and there is nothing to return to.",
    repair="End main in a loop.",
)
def main_returns_early(source: Source) -> Iterator[Place]:
    tests = ("RCC->CR != 0U", "SCB->CPUID != 0U", "sizeof(uint32_t) == 4U")
    yield from in_main(source, "return 0;", *(f"if ({test}) {{\n    return 1;\n}}" for test in tests))


@rule(
    LOGIC,
    "The program resets the device, as if to start from a clean state.",
    symptom="The program reset the device.",
    repair="Initialise instead of resetting.",
)
def reset_requested(source: Source) -> Iterator[Place]:
    yield from in_main(source, "SCB->AIRCR = 0x05FA0004U;", "__DSB();\nSCB->AIRCR = 0x05FA0000U | (1U << 2);")


@rule(
    LOGIC,
    "The watchdog is started with its shortest time.",
    symptom="The watchdog reset the device.",
    repair="Give the watchdog a time in which the loop comes round, and feed it there.",
)
def watchdog_too_short(source: Source) -> Iterator[Place]:
    for reload in (0, 1, 2) if "IWDG" not in source.code else ():
        yield from in_main(source, f"IWDG->KR = 0x5555U;\nIWDG->PR = 0U;\nIWDG->RLR = {reload}U;\nIWDG->KR = 0xCCCCU;")


@rule(
    INTERRUPTS,
    "The tick's interrupt is enabled and has no handler.",
    symptom="SysTick has no handler and ended in Default_Handler.",
    repair="Write SysTick_Handler, or leave TICKINT at 0.",
)
def tick_without_handler(source: Source) -> Iterator[Place]:
    if not defines(source, "SysTick_Handler"):
        for load in (999, 1599, 15999):
            yield from in_main(source, f"SysTick->LOAD = {load}U;\nSysTick->VAL = 0U;\nSysTick->CTRL = 7U;")


@rule(
    INTERRUPTS,
    "A context switch is requested although nobody handles it.",
    symptom="PendSV has no handler and ended in Default_Handler.",
    repair="Write PendSV_Handler before requesting it.",
)
def switch_without_handler(source: Source) -> Iterator[Place]:
    if not defines(source, "PendSV_Handler"):
        yield from in_main(source, "SCB->ICSR = SCB_ICSR_PENDSVSET;", "SCB->ICSR |= 1U << 28;\n__ISB();")


@rule(
    INTERRUPTS,
    "An interrupt is set pending and enabled although nobody handles it.",
    symptom="The interrupt has no handler and ended in Default_Handler.",
    repair="Write the handler, or enable what has one.",
)
def pending_without_handler(source: Source) -> Iterator[Place]:
    for number, name in ((6, "EXTI0"), (28, "TIM2"), (29, "TIM3"), (30, "TIM4")):
        if not defines(source, f"{name}_IRQHandler"):
            yield from in_main(source, f"NVIC->ISPR[0] = 1U << {number};\nNVIC->ISER[0] = 1U << {number};")


RULES = (
    main_returns_early, reset_requested, watchdog_too_short, tick_without_handler, switch_without_handler,
    pending_without_handler,
)  # fmt: skip
