#include "stm32f405.h"

#define QUEUE 8

static volatile uint32_t stamps[QUEUE];
static volatile unsigned head;

void TIM2_IRQHandler(void)
{
    if (TIM2->SR & TIM_SR_CC1IF) {
        stamps[head % QUEUE] = TIM2->CCR1; /* reading clears CC1IF */
        head++;
    }
}

static void write_char(char c)
{
    while (!(USART2->SR & USART_SR_TXE))
        ;
    USART2->DR = (unsigned char)c;
}

static void write_number(uint32_t n)
{
    static const uint32_t powers[] = { 1000000000u, 100000000u, 10000000u, 1000000u, 100000u, 10000u, 1000u, 100u, 10u, 1u };
    int started = 0;

    for (unsigned i = 0; i < 10; i++) {
        char digit = '0';
        while (n >= powers[i]) {
            n -= powers[i];
            digit++;
        }
        if (digit != '0' || started || i == 9) {
            started = 1;
            write_char(digit);
        }
    }
    write_char('\r');
    write_char('\n');
}

int main(void)
{
    unsigned tail = 0;
    uint32_t last = 0;
    int first = 1;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_USART2EN;

    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF0Fu) | 0x7701u;
    GPIOA->MODER = (GPIOA->MODER & ~0xF3u) | 0xA2u;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_TE | USART_CR1_UE;

    TIM2->PSC = 16 - 1;
    TIM2->ARR = 0xFFFFFFFFu;
    TIM2->CCMR1 = 1u;
    TIM2->CCER = TIM_CCER_CC1E;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_CC1IE;
    NVIC_EnableIRQ(TIM2_IRQn);
    TIM2->CR1 |= TIM_CR1_CEN;

    for (;;) {
        while (tail == head)
            __WFI();
        uint32_t now = stamps[tail++ % QUEUE];
        if (!first)
            write_number(now - last);
        first = 0;
        last = now;
    }
}
