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
        DOWN, "volatile uint32_t n;\n" + COUNTS, checked("{memory: n, equals: [1]}", stimuli=BYTE), "main changes n",
    ),
    "a test before WFI": (
        ECHO, "volatile char byte;\n" + KEEPS, checked("{uart: USART2, equals: aaxx}", stimuli=BYTE.replace(
            "[{", "[{at_ms: 0.8, uart: USART2, text: a}, {").replace("at_ms: 1,", "at_ms: 0.9,")), "main sleeps",
    ),
    "a byte that makes the program meet a tick": (
        LATE, "volatile uint32_t ms; volatile char byte;\n" + KEEPS + "void SysTick_Handler(void) { ms++; }\n",
        checked("{changes_of: PA5, to: [[1, 1.9, 2.3]]}", stimuli=BYTE.replace("until_ms: 2", "until_ms: 2.4")),
        "so that SysTick comes just before main sleeps",
    ),
    "a register that two handlers change": (
        TIMERS, TOGGLES, HELD.replace("stimuli: []", "held_us: 510"), "while TIM3_IRQHandler changes GPIOB->ODR",
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
