"""What the device forbids is said where it happens, and exceptions that are held back escalate."""

import pytest

from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import CLOCKED, OK, TO_168, checked, program, run

FORBIDDEN = {
    "TXE is 0": "boot(); USART2->DR = 1; USART2->DR = 2; USART2->DR = 3;",
    "no TX pin is routed": "boot(); GPIOA->MODER &= ~0xF0U; USART2->DR = 1;",
    "BRR still 0": "boot(); USART2->CR1 = 0; USART2->BRR = 0; USART2->CR1 = 0x2008; USART2->DR = 1;",
    "before it is configured": "boot(); USART2->BRR = 16;",
    "before PLLRDY": TO_168 + "FLASH->ACR = 5; RCC->CFGR = 0x9402;",
    "flash wait states at 168 MHz": TO_168 + "while (!(RCC->CR & RCC_CR_PLLRDY)) { } RCC->CFGR = 0x9402;",
    "APB1 runs at 168 MHz": TO_168 + "while (!(RCC->CR & RCC_CR_PLLRDY)) { } FLASH->ACR = 5; RCC->CFGR = 2;",
    "VCO would run": "RCC->PLLCFGR = 16U | (50U << 6); RCC->CR |= RCC_CR_PLLON; while (!(RCC->CR & RCC_CR_PLLRDY)) { } "
    "RCC->CFGR = 2;",
    "PLLON is set": TO_168 + "RCC->PLLCFGR = 8U | (300U << 6);",
    "written while SPE is off": "SPI1->DR = 1;",
    "is a mode fault": "SPI1->CR1 = SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SPE;",
    "SCK and MOSI are not both routed": "SPI1->CR1 = 0x354; SPI1->DR = 1;",
    "frame format is changed": "SPI1->CR1 = 0x354; SPI1->CR1 |= SPI_CR1_DFF;",
    "NDTR = 0": "DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 1;",
    "circular mode is not possible": "RCC->AHB1ENR |= 1 << 22; DMA2->S[0].NDTR = 1; "
    "DMA2->S[0].CR = DMA_SxCR_DIR_M2M | DMA_SxCR_CIRC | 1;",
    "only DMA2 can move": "DMA1->S[0].NDTR = 1; DMA1->S[0].CR = DMA_SxCR_DIR_M2M | 1;",
    "before its flags are cleared": "DMA2->S[0].PAR = 0x08000000U; DMA2->S[0].M0AR = 0x20000400U; "
    "for (int i = 0; i < 2; i++) { DMA2->S[0].NDTR = 1; DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 1; "
    "while (DMA2->S[0].CR & 1) { } }",
    "transfer error": "DMA2->S[0].PAR = 0x60000000U; DMA2->S[0].M0AR = 0x20000400U; DMA2->S[0].NDTR = 1; "
    "DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 1;",
    "nothing answers ADC1's request": "GPIOA->MODER |= 3U; ADC1->SQR3 = 0; DMA2->S[0].PAR = 0x20000400U; "
    "DMA2->S[0].M0AR = 0x20000410U; DMA2->S[0].NDTR = 2; DMA2->S[0].CR = DMA_SxCR_CIRC | 1; "
    "ADC1->CR2 = ADC_CR2_DMA | ADC_CR2_ADON; ADC1->CR2 |= ADC_CR2_SWSTART; for (;;) { }",
    "PSIZE or MSIZE is 3": "DMA2->S[0].NDTR = 1; DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 0x1800 | 1;",
    "bursts of 64 bytes to memory": "DMA2->S[0].NDTR = 64; DMA2->S[0].FCR = 4; "
    "DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 0x5600 | (3U << 23) | 1;",
    "bursts of 16 bytes do not fit its threshold of 12": "DMA2->S[0].NDTR = 64; DMA2->S[0].FCR = 6; "
    "DMA2->S[0].CR = DMA_SxCR_DIR_M2M | 0x5600 | (1U << 21) | 1;",
    "write while GPIOA is held in reset": "RCC->AHB1RSTR = 1; GPIOA->ODR = 1;",
    "SW = 3": "RCC->CFGR = 3;",
    "above 144 MHz": "RCC->APB1ENR |= 1U << 28; PWR->CR = 0; "
    + TO_168
    + "while (!(RCC->CR & RCC_CR_PLLRDY)) { } FLASH->ACR = 5; RCC->CFGR = 0x9402;",
    "no peripheral is connected": "DMA1->S[6].NDTR = 1; DMA1->S[6].CR = DMA_SxCR_DIR_M2P | 1;",
    "ADON is off": "ADC1->CR2 = ADC_CR2_SWSTART;",
    "nothing is converted": "ADC1->CR2 = ADC_CR2_ADON | ADC_CR2_SWSTART;",
    "not in analog mode": "ADC1->SQR3 = 1; ADC1->CR2 = 1; ADC1->CR2 |= ADC_CR2_SWSTART;",
    "without the key 0x5555": "IWDG->RLR = 5;",
    "none of the keys": "IWDG->KR = 5;",
    "LOAD = 0": "SysTick->CTRL = 5;",
    "key 0x05FA": "SCB->AIRCR = 4;",
    "ARR = 0": "TIM6->ARR = 0; TIM6->CR1 = 1;",
    "read-only": "GPIOA->IDR = 1;",
    "GPIOA->MODER: PA13 and PA14": "GPIOA->MODER = 1U << 10;",
    "GPIOA->PUPDR: PA13 and PA14": "GPIOA->PUPDR = 1U << 10;",
    "GPIOA->AFR[1]: PA13 and PA14": "GPIOA->AFR[1] |= 7U << 20;",
    "clock of SYSCFG is off": "RCC->APB2ENR &= ~RCC_APB2ENR_SYSCFGEN; SYSCFG->EXTICR[0] = 2;",
}


@pytest.mark.parametrize("text", FORBIDDEN)
def test_what_the_device_forbids_is_said(text: str) -> None:
    seen = run(program(f"{CLOCKED}{FORBIDDEN[text]} for (;;) {{ }}"))
    assert seen.outcome is Outcome.PROTOCOL_VIOLATION, seen.text
    assert text in seen.text
    assert "main.c:" in seen.text


def test_the_debuggers_third_pin_may_be_taken() -> None:
    assert (
        run(program(f"{CLOCKED}GPIOA->MODER = (GPIOA->MODER & ~(3U << 30)) | 1U << 30; {OK}")).outcome is Outcome.PASS
    )


@pytest.mark.parametrize("wait", ["", "while (SPI1->SR & SPI_SR_BSY) { }"], ids=["at once", "when BSY has fallen"])
@pytest.mark.parametrize("device", ["", ", busy_us: 9"], ids=["usual", "late"])
def test_a_device_is_not_deselected_while_its_bus_is_busy(wait: str, device: str) -> None:
    prescaler = 0x37C if not device else 0x344
    code = program(
        f"{CLOCKED}GPIOA->BSRR = 16; GPIOA->AFR[0] |= 0x55500000U; GPIOA->MODER |= 0xA900U; SPI1->CR1 = {prescaler}; "
        f"GPIOA->BSRR = 1U << 20; SPI1->DR = 0x8F; while (!(SPI1->SR & SPI_SR_RXNE)) {{ }} (void)SPI1->DR; {wait} "
        "GPIOA->BSRR = 16; for (;;) { }"
    )
    seen = run(
        code,
        checked(
            "{device: 0, cut: [0, 0]}",
            devices=f"[{{kind: spi_registers, spi: SPI1, select: PA4, registers: {{15: 60}}{device}}}]",
        ),
    )
    assert seen.outcome is (Outcome.PASS if wait else Outcome.PROTOCOL_VIOLATION), seen.text
    assert wait or "SPI1->SR: PA4 deselects the device while BSY is set" in seen.text


CALLS = 'boot(); __asm volatile("svc 1"); for (;;) { }'
ESCALATED = {
    "by itself": (CALLS, 'void SVC_Handler(void) { __asm volatile("svc 2"); }'),
    "by PRIMASK": ("__disable_irq(); " + CALLS, "void SVC_Handler(void) { }"),
    "by BASEPRI": (
        'NVIC_SetPriority(SVCall_IRQn, 8); __asm volatile("msr basepri, %0" :: "r"(0x80)); ' + CALLS,
        "void SVC_Handler(void) { }",
    ),
    "by a handler as urgent": (
        "SCB->ICSR = SCB_ICSR_PENDSVSET; for (;;) { }",
        'void SVC_Handler(void) { } void PendSV_Handler(void) { __asm volatile("svc 3"); }',
    ),
}


@pytest.mark.parametrize("name", ESCALATED)
def test_a_call_that_is_held_back_is_a_hard_fault(name: str) -> None:
    seen = run(program(*ESCALATED[name]))
    assert seen.outcome is Outcome.HARDWARE_FAULT, seen.text
    assert "HardFault FORCED: SVC where its exception is held back" in seen.text
    assert "qemu agrees: HardFault FORCED" in seen.text


def test_a_call_out_of_a_less_urgent_handler_is_taken() -> None:
    handlers = 'void PendSV_Handler(void) { __asm volatile("svc 3"); } void SVC_Handler(void) { boot(); }'
    main = (
        "NVIC_SetPriority(PendSV_IRQn, 15); SCB->ICSR = SCB_ICSR_PENDSVSET; __ISB(); say('o'); say('k'); for (;;) { }"
    )
    seen = run(program(main, handlers))
    assert seen.outcome is Outcome.PASS, seen.text
