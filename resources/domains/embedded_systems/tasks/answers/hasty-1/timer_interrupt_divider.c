#include "stm32f405.h"

volatile uint32_t overflows = 0;
static uint32_t five = 0, seven = 0;

void TIM2_IRQHandler(void)
{
    if (TIM2->SR & TIM_SR_UIF) {
        TIM2->SR &= ~TIM_SR_UIF;
        overflows++;
        if (!(GPIOC->IDR & (1 << 13)))
            return;
        if (++five >= 5) { five = 0; GPIOA->ODR ^= (1 << 5); }
        if (++seven >= 7) { seven = 0; GPIOB->ODR ^= (1 << 0); }
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    GPIOA->MODER |= (1 << 10);
    GPIOB->MODER |= (1 << 0);
    TIM2->PSC = 16 - 1;
    TIM2->ARR = 1000 - 1;
    TIM2->DIER |= TIM_DIER_UIE;
    TIM2->CR1 |= TIM_CR1_CEN;
    while (1)
        __WFI();
}
