"""Interrupts that come when they are least welcome: programs with a race of a few cycles, each beside a right one."""

import pytest

from resources.domains.embedded_systems.execution.checks.scenarios import read_checks
from resources.execution.errors import PermanentEnvironmentFailure
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import checked, program, run

TAKES = "void USART2_IRQHandler(void) { uint8_t c = (uint8_t)USART2->DR; HANDLED }\n"
LISTEN = "boot(); USART2->CR1 |= USART_CR1_RXNEIE; NVIC_EnableIRQ(USART2_IRQn); "
TICK = "SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; "
MASK, OPEN = "__disable_irq(); ", "__enable_irq(); "
BYTE = "[{at_ms: 1, until_ms: 2, uart: USART2, text: x}]"

PIN = "GPIOA->MODER |= 0x400U; "
COUNTS = TAKES.replace("HANDLED", "(void)c; n++;")
DOWN = (
    LISTEN + "for (uint32_t i = 0; i < 200; i++) { for (volatile uint32_t w = 0; w < 25; w++) { } "
    "MASK n -= 1U; n += 1U; OPEN } for (;;) { }"
)
ECHO = (
    LISTEN + "for (;;) { MASK if (!byte) { __WFI(); } OPEN char c = byte; byte = 0; "
    "if (c) { say(c); say(c); while (!(USART2->SR & USART_SR_TC)) { } } }"
)
KEEPS = TAKES.replace("HANDLED", "byte = (char)c;")
LATE = LISTEN + PIN + TICK + "for (;;) { MASK if (ms == 2) { GPIOA->ODR |= 1U << 5; } __WFI(); OPEN }"
TOGGLES = """void TIM2_IRQHandler(void) { TIM2->SR = 0; GPIOB->ODR ^= 1U; }
void TIM3_IRQHandler(void) { TIM3->SR = 0; for (volatile int i = 0; i < 90; i++) { } MASK GPIOB->ODR ^= 2U; OPEN }
"""
TIMERS = (
    "RCC->AHB1ENR |= 2U; RCC->APB1ENR |= 3U; GPIOB->MODER |= 5U; TIM2->ARR = 7999; TIM3->ARR = 31999; "
    "NVIC_SetPriority(TIM3_IRQn, 1); NVIC_EnableIRQ(TIM2_IRQn); NVIC_EnableIRQ(TIM3_IRQn); "
    "TIM2->DIER = 1; TIM3->DIER = 1; TIM2->CR1 = 1; TIM3->CR1 = 1; for (;;) { __WFI(); }"
)
HELD = checked("{edges_of: PB0, count: [9, 9]}", "{edges_of: PB1, count: [2, 2]}")
RACES = {
    "a variable that both change": (
        DOWN, "volatile uint32_t n;\n" + COUNTS, checked("{memory: n, equals: [1]}", stimuli=BYTE),
        "just after main loads n",
    ),
    "a test before WFI": (
        ECHO, "volatile char byte;\n" + KEEPS, checked("{uart: USART2, equals: aaxx}", stimuli=BYTE.replace(
            "[{", "[{at_ms: 0.8, uart: USART2, text: a}, {").replace("at_ms: 1,", "at_ms: 0.9,")),
        "just after main loads byte",
    ),
    "a byte that makes the program meet a tick": (
        LATE, "volatile uint32_t ms; volatile char byte;\n" + KEEPS + "void SysTick_Handler(void) { ms++; }\n",
        checked("{changes_of: PA5, to: [[1, 1.9, 2.3]]}", stimuli=BYTE.replace("until_ms: 2", "until_ms: 2.4")),
        "so that SysTick comes just after main loads ms",
    ),
    "a register that two handlers change": (
        TIMERS, TOGGLES, HELD.replace("stimuli: []", "held_us: 510"), "just after TIM3_IRQHandler loads GPIOB",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RACES)
def test_an_interrupt_comes_in_the_worst_of_moments(name: str) -> None:
    main, before, checks, words = RACES[name]
    text = program(main, before)
    seen = run(text.replace("MASK", MASK).replace("OPEN", OPEN), checks)
    assert seen.outcome is Outcome.PASS, seen.text
    seen = run(text.replace("MASK", "").replace("OPEN", ""), checks)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert words in seen.text


RING = (
    '#define wait() __asm volatile("wfe")\n#define send() __asm volatile("sev")\n'
    + "volatile uint32_t head, tail, count; volatile char ring[8];\n"
)
PUTS = TAKES.replace("HANDLED", "ring[head & 7] = (char)c; head++; count++;")
THREE = "[{at_ms: 0.7, uart: USART2, text: ab}, {at_ms: 0.9, until_ms: 1.4, uart: USART2, text: x}, " + (
    "{at_ms: 2, uart: USART2, text: z}]"
)
SENT = checked(
    "{uart: USART2, equals: aabbxx, window_ms: [0, 1.9]}", "{uart: USART2, equals: aabbxxzz}", stimuli=THREE, duration=3
)
"""Nothing is left over for the byte that comes last, and nothing is sent twice."""
READS = LISTEN + (
    "for (;;) { WAIT say(ring[tail & 7]); say(ring[tail & 7]); tail++; while (!(USART2->SR & USART_SR_TC)) { } TAKEN }"
)
EMPTY = "head == tail"
SLEEP = f"while ({EMPTY}) {{ MASK if ({EMPTY}) {{ __WFI(); }} OPEN }}".replace("MASK", MASK).replace("OPEN", OPEN)
RESET = f"if ({EMPTY}) {{ head = 0; tail = 0; }}"
DOWNCOUNT = "MASK count--; OPEN".replace("MASK", MASK).replace("OPEN", OPEN)
COUNTED = READS.replace("WAIT", SLEEP.replace(EMPTY, "!count"))
EXCLUSIVE = (
    'uint32_t k, failed; do { __asm volatile("ldrex %0, [%2]\\n subs %0, #1\\n strex %1, %0, [%2]" '
    ': "=&r"(k), "=&r"(failed) : "r"(&count) : "cc", "memory"); } while (failed);'
)
OTHERS = {
    "a load before the mask": (
        COUNTED.replace("TAKEN", DOWNCOUNT), DOWNCOUNT, f"uint32_t k = count; {MASK} count = k - 1U; {OPEN}",
        "loads count",
    ),
    "a store that may fail": (
        COUNTED.replace("TAKEN", EXCLUSIVE), "while (failed)", "while (0)", "loads count",
    ),
    "a test of two, and a constant": (
        READS.replace("TAKEN", "").replace("WAIT", f"{MASK} {RESET} {OPEN} {SLEEP}"),
        f"{MASK} {RESET} {OPEN}", RESET, "loads head",
    ),
    "an event that is taken away": (
        READS.replace("TAKEN", "").replace("WAIT", f"while ({EMPTY}) {{ wait(); }}"),
        "{ wait(); }", "{ send(); wait(); wait(); }", "loads head",
    ),
    "a mask behind the test": (
        READS.replace("TAKEN", "").replace("WAIT", SLEEP), f"if ({EMPTY}) {{ __WFI(); }}", "__WFI();", "loads head",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_no_window_has_a_form_of_its_own(name: str) -> None:
    main, right, wrong, words = OTHERS[name]
    before = RING + PUTS
    seen = run(program(main, before), SENT)
    assert seen.outcome is Outcome.PASS, seen.text
    assert right in main
    seen = run(program(main.replace(right, wrong), before), SENT)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert f"just after main {words}" in seen.text


REGISTERS = {
    "set and reset beside the whole": ("GPIOB->BSRR = GPIOB->ODR & 1U ? 1U << 16 : 1U;", "GPIOB->ODR ^= 2U;"),
    "bits of their own beside the whole": ("*LED0 ^= 1U;", "GPIOB->ODR ^= 2U;"),
    "a copy of both": ("shadow ^= 1U; GPIOB->ODR = shadow;", "shadow ^= 2U; GPIOB->ODR = shadow;"),
}
ALIAS = "#define LED0 ((volatile uint32_t *)(0x42000000U + 0x20414U * 32U))\nstatic volatile uint32_t shadow;\n"


@pytest.mark.parametrize("name", REGISTERS)
def test_a_register_has_more_than_one_name(name: str) -> None:
    urgent, slow = REGISTERS[name]
    for masked in (True, False):
        both = TOGGLES.replace("GPIOB->ODR ^= 1U;", urgent).replace("GPIOB->ODR ^= 2U;", slow)
        before = ALIAS + (both.replace("MASK", MASK).replace("OPEN", OPEN) if masked else
                          both.replace("MASK", "").replace("OPEN", ""))  # fmt: skip
        seen = run(program(TIMERS, before), HELD.replace("stimuli: []", "held_us: 510"))
        assert seen.outcome is (Outcome.PASS if masked else Outcome.FUNCTIONAL_MISMATCH), seen.text


TICKS = (
    LISTEN
    + "NVIC_SetPriority(SysTick_IRQn, 1); "
    + TICK
    + "for (;;) { MASK char c = byte; byte = 0; OPEN if (c) { say(c); } __WFI(); }"
)
RUNS_OUT = """volatile uint32_t left = 9; volatile char byte;
void SysTick_Handler(void) { MASK if (left) { left--; if (!left) { byte = '!'; } } OPEN }
"""


def test_a_handler_may_be_interrupted_too() -> None:
    stimuli = "[{at_ms: 1.4, until_ms: 2.4, uart: USART2, text: x}]"
    checks = checked('{uart: USART2, equals: "!", window_ms: [2.9, 5]}', stimuli=stimuli, duration=12)
    before = RUNS_OUT + TAKES.replace("HANDLED", "(void)c; left = 2;")
    main = TICKS.replace("MASK", MASK).replace("OPEN", OPEN)
    seen = run(program(main, before.replace("MASK", MASK).replace("OPEN", OPEN)), checks)
    assert seen.outcome is Outcome.PASS, seen.text
    seen = run(program(main, before.replace("MASK", "").replace("OPEN", "")), checks)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text
    assert "just after SysTick_Handler loads left" in seen.text


WIDE = LISTEN + PIN + "for (;;) { MASK uint32_t l = low, h = high; OPEN if (h != (l == 0)) { GPIOA->ODR |= 1U << 5; } }"


def test_halves_of_a_value_belong_together() -> None:
    checks = checked("{changes_of: PA5, to: []}", stimuli=BYTE)
    before = "volatile uint32_t high, low = 0xFFFFFFFFU;\n" + TAKES.replace(
        "HANDLED", "(void)c; if (!++low) { high++; }"
    )
    seen = run(program(WIDE.replace("MASK", MASK).replace("OPEN", OPEN), before), checks)
    assert seen.outcome is Outcome.PASS, seen.text
    seen = run(program(WIDE.replace("MASK", "").replace("OPEN", ""), before), checks)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


def test_an_edge_may_wait_for_a_pin_to_rise() -> None:
    """A press is forgotten as the pin rises, but none that comes later."""
    press = "[{at_ms: 0, pin: PC13, level: 1}, {at_ms: 1, until_ms: 3, after: PA5, lag_us: 10, pin: PC13, level: 0}]"
    before = TAKES.replace("HANDLED", "(void)c;") + (
        "volatile uint32_t ms, asked;\nvoid SysTick_Handler(void) { ms++; }\n"
        "void EXTI15_10_IRQHandler(void) { EXTI->PR = 1U << 13; asked = 1; }\n"
    )
    main = (
        LISTEN + PIN + "RCC->AHB1ENR |= 4U; RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN; SYSCFG->EXTICR[3] = 0x20; "
        "EXTI->FTSR = 1U << 13; EXTI->IMR = 1U << 13; NVIC_EnableIRQ(EXTI15_10_IRQn); "
        + TICK
        + "while (ms < 2) { } EARLY GPIOA->BSRR = 1U << 5; LATE for (;;) { if (asked) { asked = 0; say('!'); } }"
    )
    forget, slowly = "asked = 0;", "for (volatile int i = 0; i < 60; i++) { } asked = 0;"
    checks = checked('{uart: USART2, equals: "!"}', stimuli=press)
    seen = run(program(main.replace("EARLY", forget).replace("LATE", ""), before), checks)
    assert seen.outcome is Outcome.PASS, seen.text
    seen = run(program(main.replace("EARLY", "").replace("LATE", slowly), before), checks)
    assert seen.outcome is Outcome.FUNCTIONAL_MISMATCH, seen.text


@pytest.mark.parametrize(
    "stimuli",
    [
        "[{at_ms: 1, until_ms: 2, uart: USART2, text: xy}]",
        "[{at_ms: 1, until_ms: 2, uart: USART2, text: x}, {at_ms: 3, until_ms: 4, pin: PC13, level: 0}]",
        "[{at_ms: 2, until_ms: 1, uart: USART2, text: x}]",
    ],
)
def test_one_byte_or_edge_of_a_scenario_may_be_open(stimuli: str) -> None:
    with pytest.raises(PermanentEnvironmentFailure, match="until_ms"):
        read_checks(checked("{resets: []}", stimuli=stimuli))
