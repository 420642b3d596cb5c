#include "stm32f405.h"

volatile uint32_t checksum = 1;

void TIM2_IRQHandler(void) {
    TIM2->SR = ~TIM_SR_UIF;
    GPIOB->ODR ^= 1U << 0;
}

void TIM3_IRQHandler(void) {
    volatile uint32_t rounds = 0;
    TIM3->SR = ~TIM_SR_UIF;
    for (rounds = 0; rounds < 6000U; rounds++) {
        checksum = checksum * 1103515245U + 12345U;
    }
    __disable_irq();
    GPIOB->ODR ^= 1U << 1;
    __enable_irq();
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN;
    GPIOB->MODER = (GPIOB->MODER & ~15U) | 5U;

    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 500U - 1U;
    TIM3->PSC = 16U - 1U;
    TIM3->ARR = 10000U - 1U;
    TIM2->EGR = TIM_EGR_UG;
    TIM3->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM3->SR = 0;
    TIM2->DIER = TIM_DIER_UIE;
    TIM3->DIER = TIM_DIER_UIE;

    NVIC_SetPriority(TIM2_IRQn, 1);
    NVIC_SetPriority(TIM3_IRQn, 5);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    TIM2->CR1 = TIM_CR1_CEN;
    TIM3->CR1 = TIM_CR1_CEN;
    for (;;) {
        __WFI();
    }
}
