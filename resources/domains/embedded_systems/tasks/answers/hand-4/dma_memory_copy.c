#include "stm32f405.h"

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

uint32_t source[64];
uint32_t destination[64];
volatile uint32_t transfers;

static DMA_Stream_TypeDef *const stream = &DMA2->S[0];

void DMA2_Stream0_IRQHandler(void)
{
    if (DMA2->LISR & (1u << 5)) {
        DMA2->LIFCR = 1u << 5;
        transfers = transfers + 1u;
    }
}

static void start_copy(void)
{
    while (stream->CR & DMA_SxCR_EN) {
    }
    DMA2->LIFCR = 0x3Du;
    stream->PAR = (uint32_t)source;
    stream->M0AR = (uint32_t)&destination[0];
    stream->NDTR = COUNT(source);
    stream->FCR = (1u << 2) | 3u; /* no direct mode from memory to memory */
    stream->CR = DMA_SxCR_DIR_M2M | DMA_SxCR_PINC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_32 | DMA_SxCR_MSIZE_32 | DMA_SxCR_TCIE;
    stream->CR |= DMA_SxCR_EN;
}

static void fill(uint32_t v)
{
    uint32_t *p = source;
    *p++ = v;
    while (p != source + COUNT(source)) {
        *p = p[-1] * 1664525u + 1013904223u;
        ++p;
    }
}

static void put(uint8_t c)
{
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = c;
}

static void put_hex(uint32_t v)
{
    for (int shift = 28; shift >= 0; shift -= 4) {
        uint8_t d = (v >> shift) & 0xFu;
        put((uint8_t)(d < 10u ? d + '0' : d - 10u + 'A'));
    }
    put('\r');
    put('\n');
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA2EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0u;
    GPIOA->AFR[0] |= 0x7700u;
    USART2->BRR = 139u;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    NVIC_EnableIRQ(DMA2_Stream0_IRQn);

    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        fill(USART2->DR & 0xFFu);
        const uint32_t before = transfers;
        start_copy();
        while (transfers == before) {
        }
        uint32_t sum = 0;
        for (unsigned i = 0; i < COUNT(destination); i++)
            sum += ((volatile uint32_t *)destination)[i];
        put_hex(sum);
    }
}
