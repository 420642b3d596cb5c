#include "stm32f405.h"

volatile uint32_t received;

#define SIZE 64u
#define MASK (SIZE - 1u)
_Static_assert((SIZE & MASK) == 0, "a power of two");

static struct {
    volatile uint8_t data[SIZE];
    volatile uint8_t in, out;
} ring;

void USART2_IRQHandler(void)
{
    const uint32_t sr = USART2->SR;

    if (sr & (USART_SR_RXNE | USART_SR_ORE)) {
        const uint8_t c = (uint8_t)USART2->DR;
        if (sr & USART_SR_RXNE) {
            ring.data[ring.in & MASK] = c;
            ring.in++;
            received++;
        }
    }
}

static int take(void)
{
    if (ring.in == ring.out)
        return -1;
    int c = ring.data[ring.out & MASK];
    ring.out++;
    return c;
}

static void put(char c)
{
    while (!(USART2->SR & USART_SR_TXE)) { }
    USART2->DR = (uint8_t)c;
}

int main(void)
{
    char line[32];
    unsigned length = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700u;
    GPIOA->MODER |= 0xA0u;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        int c;

        __disable_irq();
        if (ring.in == ring.out)
            __WFI();
        __enable_irq();
        while ((c = take()) >= 0) {
            if (c == '\n') {
                while (length > 0)
                    put(line[--length]);
                put('\n');
            } else if (length < sizeof line) {
                line[length++] = (char)c;
            }
        }
    }
}
