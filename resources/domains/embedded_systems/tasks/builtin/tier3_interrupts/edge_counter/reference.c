#include "stm32f405.h"

volatile uint32_t edges;

void EXTI0_IRQHandler(void) {
    EXTI->PR = 1U << 0;
    edges++;
    if (edges % 4U == 0U) {
        GPIOB->ODR ^= 1U << 0;
    }
}

void EXTI15_10_IRQHandler(void) {
    EXTI->PR = 1U << 13;
    GPIOA->ODR ^= 1U << 5;
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    GPIOB->MODER = (GPIOB->MODER & ~3U) | 1U;

    SYSCFG->EXTICR[0] &= ~15U;
    SYSCFG->EXTICR[3] = (SYSCFG->EXTICR[3] & ~(15U << 4)) | (2U << 4);
    EXTI->FTSR = (1U << 13) | (1U << 0);
    EXTI->RTSR = 1U << 0;
    EXTI->IMR = (1U << 13) | (1U << 0);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    for (;;) {
        __WFI();
    }
}
