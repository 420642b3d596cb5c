#include "stm32f405.h"
#include <ctype.h>

typedef struct {
    uint8_t data[32];
    uint8_t head;
    uint8_t tail;
} fifo_t;

static fifo_t tx;

static void push(uint8_t c)
{
    tx.data[tx.head++ % sizeof tx.data] = c;
}

static void init(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER &= ~((3u << 4) | (3u << 6));
    GPIOA->MODER |= (2u << 4) | (2u << 6);
    GPIOA->AFR[0] &= ~((15u << 8) | (15u << 12));
    GPIOA->AFR[0] |= (7u << 8) | (7u << 12);
    USART2->BRR = (8u << 4) | 11u;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

int main(void)
{
    init();
    while (1) {
        uint32_t sr = USART2->SR;
        if (sr & USART_SR_RXNE) {
            uint8_t c = USART2->DR;
            push(c < 128 ? (uint8_t)toupper(c) : c);
            if (c == '\r')
                push('\n');
        }
        if ((sr & USART_SR_TXE) && tx.tail != tx.head)
            USART2->DR = tx.data[tx.tail++ % sizeof tx.data];
    }
}
