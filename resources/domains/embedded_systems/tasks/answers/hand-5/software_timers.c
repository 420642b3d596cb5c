#include "stm32f405.h"

/* Deadlines instead of counters: a timer runs out when the tick reaches its deadline. */
enum { COUNT = 8 };
static uint32_t deadline[COUNT];
static uint8_t running;            /* one bit for each timer */
static uint32_t tick;

static volatile uint8_t out[32];
static volatile uint8_t out_w, out_r;

static void say(uint8_t c)
{
    out[out_w & 31] = c;
    out_w++;
    USART2->CR1 |= USART_CR1_TXEIE;
}

void SysTick_Handler(void)
{
    uint8_t due = 0;

    tick++;
    for (unsigned i = 0; i < COUNT; i++)
        if ((running & (1u << i)) && deadline[i] == tick)
            due |= 1u << i;
    running &= (uint8_t)~due;
    for (unsigned i = 0; due; i++, due >>= 1)
        if (due & 1)
            say('A' + i);
}

void USART2_IRQHandler(void)
{
    static int which = -1;
    const uint32_t sr = USART2->SR;

    if (sr & USART_SR_RXNE) {
        const uint8_t c = USART2->DR;
        if (which < 0) {
            which = (c >= 'a' && c <= 'h') ? c - 'a' : -1;
        } else {
            running &= ~(1u << which);
            if (c != 0 && c <= 250) {
                deadline[which] = tick + c;
                running |= 1u << which;
            }
            which = -1;
        }
    }
    if ((USART2->CR1 & USART_CR1_TXEIE) && (sr & USART_SR_TXE)) {
        if (out_r == out_w)
            USART2->CR1 &= ~USART_CR1_TXEIE;
        else
            USART2->DR = out[out_r++ & 31];
    }
}

int main(void)
{
    RCC->AHB1ENR |= 1;
    RCC->APB1ENR |= 1 << 17;
    GPIOA->AFR[0] = 0x7700;
    GPIOA->MODER |= 0xA0;
    USART2->BRR = 139;
    USART2->CR1 = 0x202C;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    for (;;) __asm volatile("wfi");
}
