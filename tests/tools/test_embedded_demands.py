"""What prompts demand of the means, by the real backend: lazy answers fail; each kind of demand by small programs."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.domain import DOMAIN
from resources.domains.embedded_systems.tasks.lazy_answers import LazyAnswer
from resources.domains.embedded_systems.tasks.library import builtin_seeds, lazy_answers
from resources.domains.seed import TaskSeed
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import CLOCKED, backend, program, run

LAZY = [(seed, answer) for seed in builtin_seeds() for answer in lazy_answers(seed.seed_id)]


@pytest.mark.parametrize(("seed", "answer"), LAZY, ids=lambda item: getattr(item, "seed_id", getattr(item, "name", "")))
def test_lazy_answer_fails(seed: TaskSeed, answer: LazyAnswer) -> None:
    bundle = bundle_from_seed(seed)
    seen = backend().execute(bundle, Candidate(answer.code(seed.reference)))
    caught = (Outcome.FUNCTIONAL_MISMATCH, Outcome.TIMEOUT, Outcome.PROTOCOL_VIOLATION)
    assert seen.outcome in caught, seen.text


def test_lazy_answers_are_among_the_cheats() -> None:
    for seed in builtin_seeds():
        names = {cheat.name for cheat in DOMAIN.cheats(bundle_from_seed(seed))}
        assert {f"lazy_{answer.name}" for answer in lazy_answers(seed.seed_id)} <= names
        assert lazy_answers(seed.seed_id), seed.seed_id


def demanded(*demands: str, duration: float = 5, stimuli: str = "[]") -> str:
    lines = "".join(f"      - {demand}\n" for demand in demands)
    return (
        f"scenarios:\n  - name: one\n    duration_ms: {duration}\n    stimuli: {stimuli}\n"
        f"    checks:\n      - {{resets: []}}\n    demands:\n{lines}"
    )


TICK = "SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; "
PIN = "RCC->AHB1ENR |= 1; GPIOA->MODER = (GPIOA->MODER & ~0xC00U) | 0x400U; "
COPY = (
    "RCC->AHB1ENR |= RCC_AHB1ENR_DMA2EN; DMA2->S[0].PAR = (uint32_t)from; DMA2->S[0].M0AR = (uint32_t)to; "
    "DMA2->S[0].NDTR = 4; DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 0x5600U | DMA_SxCR_EN; while (DMA2->S[0].CR & 1) { } "
)
ARRAYS = "uint32_t from[4] = {1, 2, 3, 4}; uint32_t to[4]; "
ADC = "RCC->AHB1ENR |= 1; RCC->APB2ENR |= 0x100; GPIOA->MODER |= 0xC; ADC1->SQR3 = 1; ADC1->CR2 = 1; "
CONVERT = "ADC1->CR2 |= ADC_CR2_SWSTART; while (!(ADC1->SR & 2)) { } "
PEND_TIM2 = "NVIC_EnableIRQ(TIM2_IRQn); NVIC->ISPR[0] = 1U << 28; "
SOFT_EXTI = "EXTI->IMR = 1; NVIC_EnableIRQ(EXTI0_IRQn); EXTI->SWIER = 1; "
STOP = "for (;;) { }"
BY_DMA = "{stored: to, by: [DMA2 stream 0]}"
REMEMBERS = "{remembers: SysTick, part: [1, 1]}"
TAKEN = "{done: take the value of channel 1, count: [1, 1]}"
OWN_STACK = "{done: frame on own, by: [SysTick], count: [4, 5]}"
STATES = "{states: x, start: 1, factor: 3, term: 2, count: [3, 3]}"
UNDER_A_CONDITION = (
    "uint32_t next = x * 3 + 2; "
    '__asm volatile("cmp %1, %1\\n it eq\\n OPeq %1, [%2]\\n cmp %1, #0\\n b 1f\\n 1: add %0, #1" '
    ': "+r"(n), "+r"(next) : "r"(&x) : "cc", "memory");'
)
"""What comes after the block is not under its condition, which does not hold any more."""
SPI = (
    "RCC->AHB1ENR |= 1; RCC->APB2ENR |= 1U << 12; GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA800U; "
    "SPI1->CR1 = 0x31C; SPI1->CR1 |= SPI_CR1_SPE; "
)
SHIFT = "SPI1->DR = 5; while (!(SPI1->SR & SPI_SR_RXNE) || SPI1->SR & SPI_SR_BSY) { } (void)SPI1->DR; "
SHIFTED = '{always: "shift SPI1 in mode 0, 8 bits, prescaler 16", of: "shift SPI1 *"}'
SAMPLED = '{always: sample channel 1 for 84 cycles, of: "sample channel 1 *"}'
COUNTED = '{always: count SysTick for 16000 cycles, of: "count SysTick *", but: 1}'
TIMED = '{always: count TIM2 for 16000 cycles, of: "count TIM2 *", but: 1}'
TIM2 = "RCC->APB1ENR |= 1; TIM2->PSC = 15; TIM2->ARR = 999; "
ON_OVERFLOW = "TIM2->DIER = 1; NVIC_EnableIRQ(TIM2_IRQn); "
LATER = "for (volatile int i = 0; i < 300; i++) { } "
"""Longer than 1000 cycles: what TIM2 counts before its prescaler is loaded."""
MANY = CLOCKED + (
    "for (uint32_t block = 0x40000000U; block <= 0x40020C00U; block += block == 0x40001400U ? 0x1EC00U : 0x400U) { "
    "for (uint32_t at = 0; at < 0x400U; at += 4) { volatile uint32_t *word = (volatile uint32_t *)(block + at); "
    "(void)*word; if (at >= 0x54U) { *word = 0; } } } "
)
"""Every register of TIM2 to TIM7 and GPIOA to GPIOD, and those that are none as well: more deeds than are kept."""
SLOW_TICK = "SysTick->LOAD = 1999; SysTick->VAL = 0; SysTick->CTRL = 3; "
HANDLER = "void SysTick_Handler(void) { } "
IN_ORDER = '{sequence: ["write RCC->CR", "write RCC->CFGR"]}'
WORDS = "boot(); show(SEEN(*(volatile uint32_t *)0x08000004U)); show(SEEN(*(volatile uint32_t *)0x20001F00U)); "
PRINTS = (
    "static void show(uint32_t word) { for (int i = 28; i >= 0; i -= 4) "
    '{ say("0123456789ABCDEF"[word >> i & 15U]); } say(13); say(10); } '
)
SHOWN = "{shown_on: USART2, words: [0x08000004, 0x20001F00]}"
DEMANDS = {
    "the DMA copies": (COPY, ARRAYS, BY_DMA, ""),
    "the CPU copies": ("for (int i = 0; i < 4; i++) to[i] = from[i]; ", ARRAYS, BY_DMA, "got main"),
    "both copy": ("to[3] = 9; " + COPY, ARRAYS, BY_DMA, "alone got"),
    "a copy before main is called again": (
        "if (again++ == 0) { to[3] = 9; main(); }",
        ARRAYS + "uint32_t again; int main(void); ",
        BY_DMA,
        "got main",
    ),
    "clearing is no copying": ("to[3] = 0; " + COPY, ARRAYS, BY_DMA, ""),
    "a DMA moves it": (
        COPY,
        ARRAYS,
        f"{{done: move RAM to to, by: [DMA2 stream 0], count: [4, 4]}}\n      - {BY_DMA}",
        "",
    ),
    "a handler that counts": (TICK, "uint32_t n; void SysTick_Handler(void) { n++; }", REMEMBERS, ""),
    "an empty handler": (TICK, "void SysTick_Handler(void) { }", REMEMBERS, "got 0 of 4"),
    "a handler that writes what is there": (
        TICK,
        "volatile uint32_t n = 5; void SysTick_Handler(void) { n = 5; }",
        REMEMBERS,
        "got 0 of 4",
    ),
    "a handler with locals only": (
        TICK,
        "void SysTick_Handler(void) { volatile uint32_t n[9]; n[3] = 1; (void)n[3]; }",
        REMEMBERS,
        "got 0 of 4",
    ),
    "an interrupt that is set pending": (
        PEND_TIM2,
        "void TIM2_IRQHandler(void) { }",
        "{interrupt: TIM2, count: [1, 1]}",
        "set pending by software",
    ),
    "an edge that the software made": (
        SOFT_EXTI,
        "void EXTI0_IRQHandler(void) { EXTI->PR = 1; }",
        "{interrupt: EXTI0, count: [1, 1]}",
        "by software",
    ),
    "a pin by its output register": (PIN + "GPIOA->BSRR = 32; ", "", "{driven: PA5, drive: output, by: [main]}", ""),
    "a pin by its pull": (
        "RCC->AHB1ENR |= 1; GPIOA->PUPDR |= 0x400U; ",
        "",
        "{driven: PA5, drive: output}",
        "driven as output got input",
    ),
    "a pin through another register": (
        PIN + "GPIOA->BSRR = 32; GPIOA->ODR = 0; ",
        "",
        '{driven: PA5, drive: output, through: ["GPIOA->BSRR"]}',
        "got GPIOA->ODR",
    ),
    "a pin that keeps no pace": (
        PIN + TICK + "while (SysTick->VAL > 8000) { } GPIOA->BSRR = 32; ",
        "void SysTick_Handler(void) { }",
        "{paced: PA5, interrupt: SysTick, within_us: 50}",
        "within 50 us of SysTick",
    ),
    "a conversion that is taken": (ADC + CONVERT + "v = ADC1->DR;", "volatile uint32_t v;", TAKEN, ""),
    "a conversion that is not": (ADC + CONVERT, "", TAKEN, "got 0"),
    "no conversion": (ADC, "", "{done: start ADC1, count: [1, 1]}", "got 0"),
    "a register that is looked at": (
        "RCC->CFGR = 0; while (RCC->CFGR & 12) { } ",
        "",
        '{seen: "RCC->CFGR", mask: 12, equals: 0}',
        "",
    ),
    "a register that is not": ("RCC->CFGR = 0; ", "", '{seen: "RCC->CFGR", mask: 12, equals: 0}', "got no read"),
    "integers": ("v = v * 3 / 7;", "volatile int v = 4;", "{integers_only: true}", ""),
    "the floating-point unit": ("v = v * 1.5f;", "volatile float v = 4;", "{integers_only: true}", "floating point"),
    "floating point by the library": (
        "v = v * 1.5;",
        "volatile double v = 4;",
        "{integers_only: true}",
        "floating point",
    ),
    "a stack of one's own": (
        "__set_MSP((uint32_t)(own + 64)); " + TICK,
        "uint32_t own[64]; void SysTick_Handler(void) { }",
        OWN_STACK,
        "",
    ),
    "the board's stack": (
        TICK,
        "uint32_t own[64]; void SysTick_Handler(void) { }",
        OWN_STACK,
        "got 0",
    ),
    "each state is stored": (
        "x = 1; for (int i = 0; i < 3; i++) x = x * 3 + 2;",
        "volatile uint32_t x = 1;",
        STATES,
        "",
    ),
    "states are left out": (
        "x = 17; x = 53; x = 161;",
        "volatile uint32_t x = 1;",
        STATES,
        "the state after the one before",
    ),
    "a state is stored in parts": (
        "((volatile uint8_t *)&x)[0] = 5; x = 17; x = 53;",
        "volatile uint32_t x = 1;",
        STATES,
        "the state after the one before",
    ),
    "a state is stored under a condition": (
        "uint32_t n = 0; while (n < 3) { " + UNDER_A_CONDITION.replace("OP", "str") + " }",
        "volatile uint32_t x = 1;",
        STATES,
        "",
    ),
    "a load under a condition": (
        "uint32_t n = 0; while (n < 3) { " + UNDER_A_CONDITION.replace("OP", "ldr") + " }",
        "volatile uint32_t x = 1;",
        "{done: load x, count: [24, 24]}",
        "",
    ),
    "the last state again and again": (
        "x = 53; x = 53; x = 53;",
        "volatile uint32_t x = 1;",
        STATES,
        "expected 3 times got 1",
    ),
    "a stack pointer at the end of a variable": (
        "__set_MSP((uint32_t)(own + 64)); ",
        "uint32_t own[64]; ",
        "{done: set MSP to the end of own, count: [1, 1]}",
        "",
    ),
    "a stack pointer within a variable": (
        "__set_MSP((uint32_t)(own + 62)); ",
        "uint32_t own[64]; ",
        "{done: set MSP to the end of own, count: [1, 1]}",
        "expected 1 times got 0",
    ),
    "words as they are in memory": (WORDS.replace("SEEN", ""), PRINTS, SHOWN, ""),
    "words with their bytes the other way round": (
        WORDS.replace("SEEN", "__builtin_bswap32"),
        PRINTS,
        SHOWN,
        "USART2 text expected",
    ),
    "one sampling time": (ADC + "ADC1->SMPR2 = 4U << 3; " + 2 * CONVERT, "", SAMPLED, ""),
    "another sampling time while it samples": (
        ADC + f"ADC1->SMPR2 = 0; {CONVERT} ADC1->SMPR2 = 4U << 3; ",
        "",
        SAMPLED,
        "expected got sample channel 1 for 3 cycles",
    ),
    "another sampling time once": (
        ADC + f"ADC1->SMPR2 = 4U << 3; {2 * CONVERT} ADC1->SMPR2 = 5U << 3; {CONVERT} ADC1->SMPR2 = 4U << 3; ",
        "",
        SAMPLED,
        "expected each time got sample channel 1 for 112 cycles",
    ),
    "one clock of an SPI": (SPI + 2 * SHIFT, "", SHIFTED, ""),
    "another clock while a frame is sent": (
        SPI + f"{SHIFT} SPI1->CR1 &= ~0x38U; {SHIFT} SPI1->CR1 |= 0x18; ",
        "",
        SHIFTED,
        "expected each time got shift SPI1 in mode 0, 8 bits, prescaler 2",
    ),
    "a tick of the right length": (TICK, HANDLER, COUNTED, ""),
    "a tick from an eighth of the clock": (SLOW_TICK, HANDLER, COUNTED, ""),
    "a tick that is a cycle too long": (
        TICK.replace("15999", "16000"),
        HANDLER,
        COUNTED,
        "expected got count SysTick for 16001 cycles",
    ),
    "a tick that begins anew in its handler": (
        TICK,
        "void SysTick_Handler(void) { SysTick->VAL = 0; }",
        COUNTED,
        "expected each time got count SysTick for 160",
    ),
    "a tick that is set up anew after a delay": (
        "SysTick->LOAD = 4799; SysTick->VAL = 0; SysTick->CTRL = 5; while (!(SysTick->CTRL >> 16 & 1)) { } "
        "SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; ",
        HANDLER,
        COUNTED,
        "",
    ),
    "a tick that is started anew": (TICK.replace("15999", "7999") + "SysTick->CTRL = 0; " + TICK, HANDLER, COUNTED, ""),
    "a timer that begins anew in its handler": (
        TIM2 + ON_OVERFLOW + "TIM2->EGR = 1; TIM2->CR1 = 1; ",
        "void TIM2_IRQHandler(void) { TIM2->SR = 0; TIM2->CNT = 0; }",
        TIMED,
        "expected each time got count TIM2 for 160",
    ),
    "a timer that is updated in its handler": (
        TIM2 + ON_OVERFLOW + "TIM2->CR1 = 4; TIM2->EGR = 1; TIM2->CR1 = 5; ",
        "void TIM2_IRQHandler(void) { TIM2->SR = 0; TIM2->EGR = 1; }",
        TIMED,
        "expected each time got count TIM2 for 160",
    ),
    "a timer that is updated when it runs already": (
        TIM2 + "TIM2->CR1 = 1; " + LATER + "TIM2->EGR = 1; ",
        "",
        TIMED,
        "",
    ),
    "one pulse after the other": (
        TIM2 + ON_OVERFLOW + "TIM2->EGR = 1; TIM2->CR1 = 9; ",
        "void TIM2_IRQHandler(void) { TIM2->SR = 0; TIM2->CR1 = 9; }",
        TIMED,
        "",
    ),
    "a deed after thousands of others": (
        MANY + "SysTick->LOAD = 7999; SysTick->VAL = 0; SysTick->CTRL = 7; ",
        HANDLER,
        COUNTED,
        "expected got count SysTick (others)",
    ),
    "a timer whose prescaler comes with the first overflow": (TIM2 + "TIM2->CR1 = 1; ", "", TIMED, ""),
    "a timer that counts one too many": (
        TIM2.replace("999", "1000") + "TIM2->EGR = 1; TIM2->CR1 = 1; ",
        "",
        TIMED,
        "expected got count TIM2 for 16016 cycles",
    ),
    "the right order": ("RCC->CR |= 1; RCC->CFGR = 0;", "", IN_ORDER, ""),
    "the wrong order": ("RCC->CFGR = 0; RCC->CR |= 1;", "", IN_ORDER, "first"),
}


def test_an_item_that_a_dma_stream_moves_can_arrive_with_other_bits() -> None:
    checks = demanded("{memory: to, equals: [1, 2, 259, 4]}", "{memory: from, equals: [1, 2, 3, 4]}")
    error = "    devices: [{kind: bit_error, stream: DMA2 stream 0, item: 3, flip: 256}]\n"
    seen = run(program(COPY + STOP, ARRAYS), checks.replace("    checks:", error + "    checks:"))
    assert seen.outcome is Outcome.PASS, seen.text


@pytest.mark.parametrize("name", DEMANDS)
def test_demand(name: str) -> None:
    main, before, demand, words = DEMANDS[name]
    seen = run(program(main + STOP, before), demanded(demand))
    assert seen.outcome is (Outcome.FUNCTIONAL_MISMATCH if words else Outcome.PASS), seen.text
    assert words in seen.text
