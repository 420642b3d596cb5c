#include "stm32f405.h"
#include <stdlib.h>

static volatile uint32_t captured;
static volatile int fresh;

void TIM2_IRQHandler(void)
{
    if (TIM2->SR & TIM_SR_CC1IF) {
        captured = TIM2->CCR1;
        fresh = 1;
    }
}

static void print_uint(uint32_t n)
{
    char digits[12];
    int i = 0;
    do {
        digits[i++] = '0' + n % 10;
        n /= 10;
    } while (n);
    while (i--) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = digits[i];
    }
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\r';
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\n';
}

int main(void)
{
    uint32_t previous = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 2 | (2 << 4) | (2 << 6);
    GPIOA->AFR[0] |= 1 | (7 << 8) | (7 << 12);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;

    TIM2->PSC = 16;
    TIM2->CCMR1 = 1;
    TIM2->CCER = TIM_CCER_CC1E;
    TIM2->DIER = TIM_DIER_CC1IE;
    TIM2->CR1 = TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);

    while (1) {
        __WFI();
        if (fresh) {
            fresh = 0;
            if (previous)
                print_uint(captured - previous);
            previous = captured;
        }
    }
}
