#include "stm32f405.h"

volatile uint32_t overflows;
static uint32_t fives, sevens;

void TIM2_IRQHandler(void) {
    TIM2->SR = ~TIM_SR_UIF;
    overflows++;
    if (!(GPIOC->IDR & (1U << 13))) {
        return;
    }
    if (++fives == 5U) {
        fives = 0;
        GPIOA->ODR ^= 1U << 5;
    }
    if (++sevens == 7U) {
        sevens = 0;
        GPIOB->ODR ^= 1U << 0;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    GPIOB->MODER = (GPIOB->MODER & ~3U) | 1U;

    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 1000U - 1U;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_UIE;
    NVIC_EnableIRQ(TIM2_IRQn);
    TIM2->CR1 = TIM_CR1_CEN;

    for (;;) {
        __WFI();
    }
}
