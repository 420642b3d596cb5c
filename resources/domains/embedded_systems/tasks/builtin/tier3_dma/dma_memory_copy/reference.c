#include "stm32f405.h"

#define WORDS 64U

uint32_t source[WORDS];
uint32_t destination[WORDS];
volatile uint32_t transfers;

void DMA2_Stream0_IRQHandler(void) {
    DMA2->LIFCR = 0x3DU;
    transfers++;
}

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)byte;
}
static void copy(void) {
    uint32_t before = transfers;
    DMA2->LIFCR = 0x3DU;
    DMA2->S[0].PAR = (uint32_t)source;
    DMA2->S[0].M0AR = (uint32_t)destination;
    DMA2->S[0].NDTR = WORDS;
    DMA2->S[0].CR = DMA_SxCR_DIR_M2M | DMA_SxCR_PINC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_32 | DMA_SxCR_MSIZE_32
        | DMA_SxCR_TCIE;
    DMA2->S[0].CR |= DMA_SxCR_EN;
    while (transfers == before) {
    }
}

int main(void) {
    uart_init();
    RCC->AHB1ENR |= RCC_AHB1ENR_DMA2EN;
    NVIC_EnableIRQ(DMA2_Stream0_IRQn);
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        source[0] = (uint8_t)USART2->DR;
        for (uint32_t index = 1; index < WORDS; index++) {
            source[index] = source[index - 1U] * 1664525U + 1013904223U;
        }
        copy();
        uint32_t sum = 0;
        for (uint32_t index = 0; index < WORDS; index++) {
            sum += destination[index];
        }
        for (uint32_t shift = 32; shift > 0U; shift -= 4U) {
            uart_send("0123456789ABCDEF"[(sum >> (shift - 4U)) & 15U]);
        }
        uart_send('\r');
        uart_send('\n');
    }
}
