"""Right answers in another form than the reference's: edits of it that have once been refused, and pass."""

import pytest

from assets.bundles.build import bundle_from_seed
from resources.domains.embedded_systems.tasks.library import builtin_seeds
from resources.execution.bundle import Candidate
from resources.execution.outcome import Outcome
from tests.tools.embedded_programs import backend

Edits = tuple[tuple[str, str], ...]
SENDS_BY_INTERRUPT: Edits = (
    (
        "void USART2_IRQHandler(void) {\n",
        "static volatile uint8_t out[256];\nstatic volatile uint32_t first, last;\n\nvoid USART2_IRQHandler(void) {\n"
        "    if ((USART2->CR1 & USART_CR1_TXEIE) && (USART2->SR & USART_SR_TXE)) {\n"
        "        if (first == last) {\n            USART2->CR1 &= ~USART_CR1_TXEIE;\n        } else {\n"
        "            USART2->DR = out[first % 256U];\n            first++;\n        }\n    }\n"
        "    if (!(USART2->SR & USART_SR_RXNE)) {\n        return;\n    }\n",
    ),
    (
        "    while (!(USART2->SR & USART_SR_TXE)) {\n    }\n    USART2->DR = (uint8_t)byte;\n",
        "    while (last - first >= 256U) {\n    }\n    out[last % 256U] = (uint8_t)byte;\n    __disable_irq();\n"
        "    last++;\n    USART2->CR1 |= USART_CR1_TXEIE;\n    __enable_irq();\n",
    ),
)
RIGHT: dict[str, tuple[str, Edits]] = {
    "SPI off between transfers": (
        "spi_sensor",
        (
            ("    SPI1->CR1 |= SPI_CR1_SPE;\n}\n", "}\n"),
            (
                "    GPIOA->BSRR = selected ? 1U << 20 : 1U << 4;\n",
                "    GPIOA->BSRR = selected ? 1U << 20 : 1U << 4;\n"
                "    SPI1->CR1 = selected ? SPI1->CR1 | SPI_CR1_SPE : SPI1->CR1 & ~SPI_CR1_SPE;\n",
            ),
        ),
    ),
    "a destination that is filled before the DMA writes it": (
        "dma_memory_copy",
        (
            (
                "    DMA2->S[0].PAR = (uint32_t)source;\n",
                "    for (uint32_t index = 0; index < WORDS; index++) {\n"
                "        destination[index] = 0xFFFFFFFFU;\n    }\n"
                "    DMA2->S[0].PAR = (uint32_t)source;\n",
            ),
        ),
    ),
    "a pause told by a coarse clock": ("modbus_slave", (("ARR = 2000U - 1U;", "ARR = 2400U - 1U;"),)),
    "a shell that sends by interrupt": ("command_shell", SENDS_BY_INTERRUPT),
    "more interrupts than are needed": (
        "dma_uart_report",
        (
            ("DMA_SxCR_MINC | DMA_SxCR_TCIE", "DMA_SxCR_MINC | DMA_SxCR_TCIE | (1U << 3)"),
            ("    DMA1->HIFCR = 0x3DU << 16;\n    sending = 0;\n",
             "    sending = DMA1->HISR & (1U << 21) ? 0U : sending;\n    DMA1->HIFCR = 0x3DU << 16;\n"),
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_answer_passes(name: str) -> None:
    task, edits = RIGHT[name]
    seed = next(seed for seed in builtin_seeds() if seed.seed_id == f"builtin/{task}")
    code = seed.reference
    for old, new in edits:
        assert code.count(old) == 1, old
        code = code.replace(old, new)
    seen = backend().execute(bundle_from_seed(seed), Candidate(code))
    assert seen.outcome is Outcome.PASS, seen.text
