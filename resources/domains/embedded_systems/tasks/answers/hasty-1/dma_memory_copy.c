#include "stm32f405.h"

uint32_t source[64];
uint32_t destination[64];
volatile uint32_t transfers;

void DMA2_Stream0_IRQHandler(void)
{
    DMA2->LIFCR = (1U << 5);
    transfers++;
}

static void uart_putc(char c)
{
    while (!(USART2->SR & USART_SR_TXE)) {}
    USART2->DR = c;
}

static void print_hex(uint32_t v)
{
    for (int i = 7; i >= 0; i--) {
        uint8_t d = (v >> (4 * i)) & 0xF;
        uart_putc(d < 10 ? '0' + d : 'A' + d - 10);
    }
    uart_putc('\r');
    uart_putc('\n');
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA2EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    NVIC_EnableIRQ(DMA2_Stream0_IRQn);

    while (1) {
        while (!(USART2->SR & USART_SR_RXNE)) {}
        source[0] = USART2->DR;
        for (int i = 1; i < 64; i++)
            source[i] = source[i - 1] * 1664525U + 1013904223U;

        DMA2->S[0].PAR = (uint32_t)source;
        DMA2->S[0].M0AR = (uint32_t)destination;
        DMA2->S[0].NDTR = 64;
        DMA2->S[0].CR = DMA_SxCR_DIR_M2M | DMA_SxCR_MINC | DMA_SxCR_PINC | DMA_SxCR_PSIZE_32 | DMA_SxCR_MSIZE_32
                      | DMA_SxCR_TCIE | DMA_SxCR_EN;
        while (!(DMA2->LISR & (1U << 5))) {}

        uint32_t sum = 0;
        for (int i = 0; i < 64; i++)
            sum += destination[i];
        print_hex(sum);
    }
}
