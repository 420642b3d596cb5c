"""The MCU model by small programs: its peripherals do what the manual says."""

import pytest

from resources.domains.embedded_systems.execution.checks.scenarios import for_model, read_checks
from resources.domains.embedded_systems.execution.mcu.image import Image
from resources.domains.embedded_systems.execution.mcu.machine import Machine
from resources.domains.embedded_systems.execution.mcu.scenario import read_scenario
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import CLOCKED, OK, TO_168, build, checked, program, run

PIN = "GPIOA->MODER = (GPIOA->MODER & ~0xC00U) | 0x400U; "
BEHAVES = {
    "a byte to an APB register is written to its neighbour, and one to a port or a data register is not": (
        "*(volatile uint8_t *)&TIM3->PSC = 15; *(volatile uint8_t *)&GPIOB->ODR = 5; boot(); "
        "while (!(USART2->SR & USART_SR_TXE)) { } *(volatile uint8_t *)&USART2->DR = 'k'; for (;;) { }",
        "",
        checked(
            "{register: TIM3->PSC, equals: 0x0F0F}", "{register: GPIOB->ODR, equals: 5}", '{uart: USART2, equals: "k"}'
        ),
    ),
    "a half-word to an APB register is written to both halves, where there are two": (
        "*(volatile uint16_t *)&TIM2->ARR = 999; *(volatile uint16_t *)&TIM3->ARR = 999; boot(); USART2->CR1 = 0; "
        "*(volatile uint16_t *)&USART2->BRR = 139; USART2->CR1 = 0x200C; *(volatile uint16_t *)&GPIOB->ODR = 5; "
        "*(volatile uint16_t *)&USART2->DR = 'k'; for (;;) { }",
        "",
        checked(
            "{register: TIM2->ARR, equals: 0x03E703E7}", "{register: TIM3->ARR, equals: 999}",
            "{register: USART2->BRR, equals: 139}", "{register: GPIOB->ODR, equals: 5}", '{uart: USART2, equals: "k"}',
        ),
    ),
    "a reset by the pin is told from one of the supply": (
        "boot(); say(RCC->CSR & RCC_CSR_PORRSTF ? 'P' : 'N'); say(RCC->CSR & RCC_CSR_PINRSTF ? 'p' : 'n'); "
        "RCC->CSR |= RCC_CSR_RMVF; for (;;) { }",
        "",
        checked(
            '{uart: USART2, equals: "PpNp"}', "{resets: [pin]}", stimuli="[{at_ms: 2, reset: pin}]"
        ).replace("devices: []", "resets: 1"),
    ),
    "an input in analog mode reads as 0 and has no edges": (
        "GPIOA->MODER |= 3U; EXTI->RTSR = 1; EXTI->IMR = 1; while (n < 40000) { n++; } read = GPIOA->IDR & 1U; "
        "seen = EXTI->PR; GPIOA->MODER &= ~3U; again = GPIOA->IDR & 1U; for (;;) { }",
        "volatile uint32_t n, read = 7, seen = 7, again = 7;",
        checked(
            "{memory: read, equals: [0]}", "{memory: seen, equals: [0]}", "{memory: again, equals: [1]}", duration=40,
            stimuli="[{at_ms: 1, pin: PA0, level: 1}]",
        ),
    ),
    "the line is idle once after a stream and not within it": (
        "boot(); USART2->CR1 |= 0x30; NVIC_EnableIRQ(USART2_IRQn); for (;;) { }",
        "volatile uint32_t bytes, pauses; void USART2_IRQHandler(void) { uint32_t status = USART2->SR; "
        "if (status & 0x20) { bytes++; (void)USART2->DR; } if (status & 0x10) { pauses++; (void)USART2->DR; } }",
        checked(
            "{memory: bytes, equals: [9]}", "{memory: pauses, equals: [2]}",
            stimuli='[{at_ms: 1, uart: USART2, text: "stream"}, {at_ms: 3, uart: USART2, text: "two"}]',
        ),
    ),
    "a timer at 84 MHz after the switch": (
        TO_168 + "while (!(RCC->CR & RCC_CR_PLLRDY)) { } FLASH->ACR = 5; RCC->CFGR = 0x9400; RCC->CFGR |= 2; " + PIN
        + "TIM2->ARR = 41999; TIM2->CR1 = 1; "
        "for (;;) { while (!(TIM2->SR & 1)) { } TIM2->SR = 0; GPIOA->ODR ^= 0x20; }",
        "",
        checked("{wave_of: PA5, period_ms: [0.999, 1.001]}"),
    ),
    "one pulse mode stops by itself": (
        PIN + "TIM3->PSC = 15; TIM3->ARR = 999; TIM3->EGR = 1; TIM3->SR = 0; TIM3->CR1 = TIM_CR1_OPM | 1; "
        "for (;;) { if (TIM3->SR & 1) { TIM3->SR = 0; GPIOA->ODR ^= 0x20; } }",
        "",
        checked("{changes_of: PA5, to: [[1, 0.99, 1.02]]}", "{register: TIM3->CR1, equals: 8}"),
    ),
    "a toggling compare channel": (
        "GPIOA->AFR[0] |= 0x02000000U; GPIOA->MODER |= 0x2000U; TIM3->PSC = 15; TIM3->ARR = 499; TIM3->CCR1 = 100; "
        "TIM3->CCMR1 = 0x30; TIM3->CCER = 1; TIM3->EGR = 1; TIM3->CR1 = 1; for (;;) { }",
        "",
        checked("{wave_of: PA6, period_ms: [0.999, 1.001], duty: [0.49, 0.51]}"),
    ),
    "TIM1 needs its main output": (
        "GPIOA->AFR[1] |= 1U; GPIOA->MODER |= 0x20000U; TIM1->PSC = 15; TIM1->ARR = 999; TIM1->CCR1 = 250; "
        "TIM1->CCMR1 = 0x60; TIM1->CCER = 1; TIM1->EGR = 1; TIM1->CR1 = 1; "
        "while (TIM1->CNT < 500) { } while (TIM1->CNT > 500) { } TIM1->BDTR = TIM_BDTR_MOE; for (;;) { }",
        "",
        checked(
            "{edges_of: PA8, count: [0, 0], window_ms: [0, 0.99]}",
            "{wave_of: PA8, duty: [0.24, 0.26], window_ms: [1.1, 5]}",
        ),
    ),
    "the cycle counter counts": (
        "CoreDebug->DEMCR |= 1U << 24; DWT->CYCCNT = 0; DWT->CTRL |= 1; uint32_t a = DWT->CYCCNT; "
        "for (uint32_t i = 0; i < 100; i++) { __NOP(); } spent = DWT->CYCCNT - a; for (;;) { }",
        "volatile uint32_t spent;",
        checked("{register: DWT->CTRL, equals: 1}"),
    ),
    "a reload that ends the watchdog's start is no feeding": (
        "IWDG->KR = 0xCCCC; IWDG->KR = 0x5555; IWDG->PR = 0; IWDG->RLR = 159; IWDG->KR = 0xAAAA; for (;;) { }",
        "",
        checked("{resets: [], feeds: [0, 0]}"),
    ),
    "a second reload is one, as is a late one": (
        "IWDG->KR = 0xAAAA; IWDG->KR = 0xCCCC; IWDG->KR = 0xAAAA; IWDG->KR = 0xAAAA; "
        "for (volatile int i = 0; i < 9000; i++) { } IWDG->KR = 0xAAAA; for (;;) { }",
        "",
        checked("{resets: [], feeds: [2, 2]}"),
    ),
    "a line that was high while its interrupt was disabled leaves it pending": (
        "TIM2->ARR = 99; TIM2->DIER = 1; TIM2->CR1 = TIM_CR1_OPM | 1; while (!(TIM2->SR & 1)) { } TIM2->SR = 0; "
        "pended = NVIC->ISPR[0] >> 28; NVIC_EnableIRQ(TIM2_IRQn); __ISB(); NVIC_DisableIRQ(TIM2_IRQn); "
        "TIM2->CR1 |= 1; while (!(TIM2->SR & 1)) { } NVIC->ICPR[0] = 1U << 28; still = NVIC->ISPR[0] >> 28; "
        "TIM2->SR = 0; NVIC->ICPR[0] = 1U << 28; NVIC_EnableIRQ(TIM2_IRQn); for (;;) { }",
        "volatile uint32_t pended, still; void TIM2_IRQHandler(void) { }",
        checked("{interrupt: TIM2, count: [1, 1]}", "{memory: pended, equals: [1]}", "{memory: still, equals: [1]}"),
    ),
    "SVC and PendSV": (
        "__asm volatile(\"svc 1\"); SCB->ICSR = SCB_ICSR_PENDSVSET; __ISB();" + OK.replace("boot();", ""),
        "void SVC_Handler(void) { boot(); } void PendSV_Handler(void) { SysTick->LOAD = 7; }",
        checked(
            "{interrupt: SVC, count: [1, 1]}", "{interrupt: PendSV, count: [1, 1]}", '{uart: USART2, equals: "ok"}'
        ),
    ),
    "floating point registers survive an interrupt": (
        "SysTick->LOAD = 99; SysTick->VAL = 0; SysTick->CTRL = 7; float x = 1.0f; "
        "for (uint32_t i = 0; i < 20000; i++) { x = x * 1.0001f + 0.5f; } SysTick->CTRL = 0; "
        "float y = 1.0f; for (uint32_t i = 0; i < 20000; i++) { y = y * 1.0001f + 0.5f; } same = x == y; for (;;) { }",
        "volatile uint32_t same; volatile float noise; void SysTick_Handler(void) { noise = noise * 3.5f + 1.25f; }",
        checked("{memory: same, equals: [1]}", duration=30),
    ),
    "the process stack is used": (
        "__asm volatile(\"msr psp, %0\\n movs r0, #2\\n msr control, r0\\n isb\" :: \"r\"(other + 64) : \"r0\"); "
        "SysTick->LOAD = 999; SysTick->VAL = 0; SysTick->CTRL = 7; for (;;) { }",
        "uint32_t other[64]; volatile uint32_t ticks; void SysTick_Handler(void) { ticks++; }",
        checked("{interrupt: SysTick, count: [79, 80]}"),
    ),
    "SLEEPONEXIT sleeps": (
        "SCB->SCR = SCB_SCR_SLEEPONEXIT; SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; __WFI(); "
        "for (;;) { }",
        "void SysTick_Handler(void) { __NOP(); }",
        checked("{interrupt: SysTick, count: [4, 5]}", "{idle: [0.99, 1]}"),
    ),
    "a wrong baud rate is read as something else": (
        "boot(); for (;;) { if (USART2->SR & USART_SR_RXNE) { seen = USART2->DR; } }",
        "volatile uint32_t seen;",
        checked("{memory: seen, equals: [85]}", stimuli="[{at_ms: 1, uart: USART2, text: U, baud: 115200}]"),
    ),
    "an open line is not received": (
        "boot(); GPIOA->AFR[0] = 0x0700U; for (;;) { if (USART2->SR & USART_SR_RXNE) { seen++; USART2->DR; } }",
        "volatile uint32_t seen;",
        checked("{memory: seen, equals: [0]}", stimuli="[{at_ms: 1, uart: USART2, text: U}]"),
    ),
    "SPI in a loop": (
        "GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA800U; SPI1->CR1 = 0x354; SPI1->DR = 0x5A; "
        "while (!(SPI1->SR & SPI_SR_RXNE)) { } seen = SPI1->DR; for (;;) { }",
        "volatile uint32_t seen;",
        checked("{memory: seen, equals: [90]}", "{spi: SPI1, sent: [90]}", devices="[{kind: spi_loop, spi: SPI1}]"),
    ),
    "RXNE comes a bit before BSY falls": (
        "GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA800U; SPI1->CR1 = 0x37C; SPI1->DR = 1; "
        "while (!(SPI1->SR & SPI_SR_RXNE)) { } a = SPI1->SR; while (SPI1->SR & SPI_SR_BSY) { } b = SPI1->SR; "
        "for (;;) { }",
        "volatile uint32_t a, b;",
        checked("{memory: a, equals: [131]}", "{memory: b, equals: [3]}"),
    ),
    "a clock of the SPI that is open-drain without a pull-up": (
        "GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA800U; GPIOA->OTYPER = 0x20; SPI1->CR1 = 0x354; "
        "SPI1->DR = 0x5A; while (!(SPI1->SR & SPI_SR_RXNE)) { } a = SPI1->DR; GPIOA->PUPDR |= 0x400; SPI1->DR = 0x5A; "
        "while (!(SPI1->SR & SPI_SR_RXNE)) { } b = SPI1->DR; GPIOA->OTYPER = 0x80; SPI1->DR = 0x5A; "
        "while (!(SPI1->SR & SPI_SR_RXNE)) { } c = SPI1->DR; for (;;) { }",
        "volatile uint32_t a, b, c;",
        checked(
            "{memory: a, equals: [255]}", "{memory: b, equals: [90]}", "{memory: c, equals: [0]}",
            devices="[{kind: spi_loop, spi: SPI1}]",
        ),
    ),
    "a sensor in modes 0 to 3 and with the least bit first": (
        "GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA900U; GPIOA->BSRR = 16; "
        "for (uint32_t mode = 0; mode < 5; mode++) { "
        "SPI1->CR1 = 0x314 | (mode < 4 ? mode : 0x80); SPI1->CR1 |= 0x40; GPIOA->BSRR = 1U << 20; "
        "for (uint32_t i = 0; i < 2; i++) { SPI1->DR = i ? 0 : mode < 4 ? 0x8F : 0xF1; "
        "while (!(SPI1->SR & SPI_SR_RXNE)) { } seen[mode] = SPI1->DR; } while (SPI1->SR & SPI_SR_BSY) { } "
        "GPIOA->BSRR = 1U << 4; SPI1->CR1 &= ~0x40U; } for (;;) { }",
        "volatile uint32_t seen[5];",
        checked(
            "{memory: seen, equals: [60, 0, 0, 60, 60]}",
            devices="[{kind: spi_registers, spi: SPI1, select: PA4, registers: {15: 60}}]",
        ),
    ),
    "a pulse of a reset bit puts registers back": (
        PIN + "GPIOA->ODR = 0x20; TIM2->ARR = 5; RCC->AHB1RSTR = 1; RCC->AHB1RSTR = 0; RCC->APB1RSTR = 1; "
        "RCC->APB1RSTR = 0; a = GPIOA->MODER; b = TIM2->ARR; c = GPIOA->ODR; for (;;) { }",
        "volatile uint32_t a, b, c;",
        checked(
            f"{{memory: a, equals: [{0xA8000000}]}}", f"{{memory: b, equals: [{0xFFFFFFFF}]}}",
            "{memory: c, equals: [0]}", "{edges_of: PA5, count: [2, 2]}",
        ),
    ),
    "every fourth edge is captured": (
        "GPIOA->AFR[0] |= 1U; GPIOA->MODER |= 2U; TIM2->CCMR1 = 1 | (2U << 2); TIM2->CCER = 1; TIM2->CR1 = 1; "
        "for (;;) { if (TIM2->SR & 2) { n++; TIM2->CCR1; } }",
        "volatile uint32_t n;",
        checked("{memory: n, equals: [2]}", stimuli="[{at_ms: 1, pin: PA0, level: 1, changes: 19, every_us: 50}]"),
    ),
    "a crystal is no clock from outside": (
        "RCC->CR |= RCC_CR_HSEON | (1U << 18); for (volatile int i = 0; i < 3000; i++) { } "
        "a = RCC->CR >> 17 & 1; RCC->CR &= ~1U; b = RCC->CR & 3; for (;;) { }",
        "volatile uint32_t a = 5, b;",
        checked("{memory: a, equals: [0]}", "{memory: b, equals: [3]}"),
    ),
    "two stop bits take longer": (
        "boot(); USART2->CR2 = 2U << 12; say('o'); say('k'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "o", window_ms: [0, 0.19]}', '{uart: USART2, equals: "ok"}'),
    ),
    "a byte with the other parity": (
        "boot(); USART2->CR1 |= 1U << 10; for (;;) { if (USART2->SR & 0x20) { seen = seen << 1 | (USART2->SR & 1); "
        "USART2->DR; } }",
        "volatile uint32_t seen = 1;",
        checked("{memory: seen, equals: [5]}", stimuli="[{at_ms: 1, uart: USART2, octets: [65, 67]}]"),
    ),
    "an ADC asks no more after the last item, without DDS": (
        "GPIOA->MODER |= 12U; ADC1->SQR3 = 1; DMA2->S[0].PAR = (uint32_t)&ADC1->DR; DMA2->S[0].M0AR = (uint32_t)to; "
        "DMA2->S[0].NDTR = 2; DMA2->S[0].CR = 0x2D00 | 1; ADC1->CR2 = ADC_CR2_DMA | ADC_CR2_CONT | ADC_CR2_ADON; "
        "ADC1->CR2 |= ADC_CR2_SWSTART; while (!(DMA2->LISR & 0x20)) { } to[0] = to[1] = 9; "
        "for (volatile int i = 0; i < 99; i++) { } once = to[0]; ADC1->CR2 &= ~ADC_CR2_DMA; "
        "ADC1->CR2 |= ADC_CR2_DMA | (1U << 9); for (volatile int i = 0; i < 99; i++) { } for (;;) { }",
        "volatile uint16_t to[2]; volatile uint32_t once;",
        checked(
            "{memory: once, equals: [9]}", "{memory: to, size: 2, equals: [7, 7]}",
            stimuli="[{at_ms: 0, adc: 1, value: 7}]",
        ),
    ),
    "six bits to the left, and a value that is watched": (
        "GPIOA->MODER |= 12U; ADC1->SQR3 = 1; ADC1->CR2 = ADC_CR2_ADON | (1U << 11); ADC1->HTR = 2000; "
        "for (uint32_t i = 0; i < 48; i++) __NOP(); "
        "for (uint32_t i = 0; i < 4; i++) { ADC1->CR1 = i << 24 | 1U << 23; ADC1->CR2 |= ADC_CR2_SWSTART; "
        "while (!(ADC1->SR & 2)) { } watched = watched << 1 | (ADC1->SR & 1); seen[i] = ADC1->DR; ADC1->SR = 0; "
        "ADC1->HTR = 3000; } for (;;) { }",
        "volatile uint32_t seen[4], watched;",
        checked(
            f"{{memory: seen, equals: [{0xABC0}, {0xABC0 & ~0x3F}, {0xAB00}, {0xA8}]}}",
            "{memory: watched, equals: [8]}",
            stimuli=f"[{{at_ms: 0, adc: 1, value: {0xABC}}}]",
        ),
    ),
    "pins wired together": (
        PIN + "GPIOA->ODR = 0x20; while (!(GPIOB->IDR & 8)) { } GPIOA->ODR = 0; while (GPIOB->IDR & 8) { } " + OK,
        "",
        checked('{uart: USART2, equals: "ok"}', devices="[{kind: wire, from: PA5, to: PB3}]"),
    ),
    "WFE sleeps until an interrupt": (
        PIN + "SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; for (;;) { __asm volatile(\"wfe\"); }",
        "volatile uint32_t ticks; void SysTick_Handler(void) { ticks++; }",
        checked("{memory: ticks, equals: [4]}", "{idle: [0.95, 1]}"),
    ),
    "WFE goes on after SEV, and sleeps after that": (
        "__asm volatile(\"sev\\n wfe\"); boot(); say('o'); say('k'); __asm volatile(\"wfe\"); say('x'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "ok"}'),
    ),
    "WFE goes on at an event of a pin": (
        "SYSCFG->EXTICR[0] = 0; EXTI->EMR = 1; EXTI->RTSR = 1; boot(); __asm volatile(\"wfe\"); say('k'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "k", window_ms: [2, 3]}', stimuli="[{at_ms: 2, pin: PA0, level: 1}]"),
    ),
    "WFE with SEVONPEND goes on at what is disabled": (
        "SCB->SCR = 0x10; TIM2->PSC = 15; TIM2->ARR = 999; TIM2->EGR = 1; TIM2->SR = 0; TIM2->DIER = 1; TIM2->CR1 = 1; "
        "boot(); __asm volatile(\"wfe\"); say('k'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "k", window_ms: [1, 2]}'),
    ),
    "hints are no faults": (
        "boot(); __asm volatile(\"yield\\n yield.w\\n nop\\n nop.w\\n sev.w\\n wfe.w\\n dbg #0\\n isb sy\\n dsb ish\\n "
        "dmb osh\\n clrex\"); say('o'); say('k'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "ok"}'),
    ),
    "a bit of the RAM by its alias": (
        "*(volatile uint32_t *)(0x22000000U + ((uint32_t)&word - 0x20000000U) * 32U + 4U * 9U) = 0xFF; "
        "bit = *(volatile uint32_t *)(0x22000000U + ((uint32_t)&word - 0x20000000U) * 32U + 4U * 9U); for (;;) { }",
        "volatile uint32_t word = 5, bit;",
        checked("{memory: word, equals: [517]}", "{memory: bit, equals: [1]}"),
    ),
    "a bit of a register by its alias": (
        PIN + "for (uint32_t i = 0; i < 4; i++) { "
        "*(volatile uint32_t *)(0x42000000U + 0x20014U * 32U + 4U * 5U) = i & 1; } "
        "bit = *(volatile uint32_t *)(0x42000000U + 0x20014U * 32U + 4U * 5U); for (;;) { }",
        "volatile uint32_t bit;",
        checked("{edges_of: PA5, count: [3, 3]}", "{memory: bit, equals: [1]}"),
    ),
    "pending and disabled": (
        "NVIC->ISPR[0] = 1U << 28; a = NVIC->ISPR[0]; b = SCB->ICSR >> 22 & 1; "
        "NVIC->ICPR[0] = 1U << 28; c = NVIC->ISPR[0]; "
        "NVIC->ISPR[0] = 1U << 29; NVIC_EnableIRQ(TIM3_IRQn); for (;;) { }",
        "volatile uint32_t a, b, c, runs; void TIM3_IRQHandler(void) { runs++; }",
        checked(
            "{memory: a, equals: [268435456]}", "{memory: b, equals: [1]}", "{memory: c, equals: [0]}",
            "{memory: runs, equals: [1]}",
        ),
    ),
    "bits that do not exist": (
        "NVIC->IP[28] = 0x5F; SCB->SHP[11] = 0xFF; a = NVIC->IP[28]; b = SCB->SHP[11]; SCB->VTOR = 0x20000801U; "
        "c = SCB->VTOR; SCB->VTOR = 0; d = DMA2->S[3].FCR; DMA2->S[3].FCR = 4; e = DMA2->S[3].FCR; for (;;) { }",
        "volatile uint32_t a, b, c, d, e;",
        checked(
            "{memory: a, equals: [80]}", "{memory: b, equals: [240]}", "{memory: c, equals: [536872960]}",
            "{memory: d, equals: [33]}", "{memory: e, equals: [36]}",
        ),
    ),
    "a software interrupt of EXTI": (
        "EXTI->SWIER = 2; a = EXTI->PR; EXTI->IMR = 1; EXTI->SWIER = 1; b = EXTI->PR << 8 | EXTI->SWIER; "
        "EXTI->SWIER = 1; EXTI->PR = 1; c = EXTI->PR << 8 | EXTI->SWIER; for (;;) { }",
        "volatile uint32_t a, b, c;",
        checked("{memory: a, equals: [0]}", "{memory: b, equals: [259]}", "{memory: c, equals: [2]}"),
    ),
    "a terminal hears its own pins only": (
        "RCC->AHB1ENR |= 8; GPIOD->AFR[0] = 0x07700000U; GPIOD->MODER = 0x2800U; "
        "USART2->BRR = 139; USART2->CR1 = 0x200C; USART2->DR = 'x'; for (;;) { }",
        "",
        checked('{uart: USART2, equals: ""}'),
    ),
    "parity takes the eighth bit": (
        "boot(); USART2->CR1 |= 1U << 10; say('C'); say('A'); for (;;) { }",
        "",
        checked('{uart: USART2, equals: "\\xC3A"}'),
    ),
    "BASEPRI lets a WFI sleep on, PRIMASK does not": (
        "SysTick->LOAD = 15999; SysTick->VAL = 0; SysTick->CTRL = 7; __disable_irq(); __WFI(); boot(); say('k'); "
        'NVIC_SetPriority(SysTick_IRQn, 8); __asm volatile("msr basepri, %0" :: "r"(0x40)); __WFI(); say(120);',
        "void SysTick_Handler(void) { }",
        checked('{uart: USART2, equals: "k", window_ms: [0.9, 2]}', '{uart: USART2, equals: "k"}', "{idle: [0.9, 1]}"),
    ),
    "a software NMI that PRIMASK does not hold back": (
        "__disable_irq(); SCB->ICSR = 1U << 31; __DSB(); a = n; for (;;) { }",
        "volatile uint32_t a, n; void NMI_Handler(void) { n++; }",
        checked("{memory: a, equals: [1]}", "{interrupt: NMI, count: [1, 1]}"),
    ),
    "the CRC unit": (
        "CRC->CR = 1; CRC->DR = 0x12345678U; seen = CRC->DR; for (;;) { }",
        "volatile uint32_t seen;",
        checked(f"{{memory: seen, equals: [{0xDF8A8A2B}]}}"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BEHAVES)
def test_peripherals_do_what_the_manual_says(name: str) -> None:
    main, before, checks = BEHAVES[name]
    seen = run(program(CLOCKED + main, before), checks)
    assert seen.outcome is Outcome.PASS, seen.text


I2C = "{{kind: i2c_registers, clock: PB6, data: PB7, address: 0x48, registers: {{3: 7}}{}}}"


@pytest.mark.parametrize(
    ("option", "refused"), [("", 0), (", takes: 1", 2), (", takes: 2", 1), (", reads: false", 1)]
)  # fmt: skip
def test_an_i2c_device_refuses_what_it_is_told_to(option: str, refused: int) -> None:
    """A write of three bytes, and the address for a read, by the reference's own master."""
    seed = next(seed for seed in builtin_seeds() if seed.seed_id == "builtin/i2c_by_hand")
    scenario = (
        "scenarios:\n- name: one\n  duration_ms: 9\n  checks: [{resets: []}]\n  stimuli:\n"
        "  - {at_ms: 1, uart: USART2, octets: [119, 72, 3, 9]}\n  - {at_ms: 5, uart: USART2, octets: [114, 72, 3]}\n"
        f"  devices: [{I2C.format(option)}]\n"
    )
    machine = Machine(
        Image(build(seed.reference, 8192)), read_scenario(for_model(read_checks(scenario).scenarios[0], 8192))
    )
    machine.run()
    assert machine.devices[0].report()["refused"] == refused
