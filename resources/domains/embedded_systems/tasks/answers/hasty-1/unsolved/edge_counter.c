#include "stm32f405.h"

volatile uint32_t edges = 0;

void EXTI0_IRQHandler(void)
{
    EXTI->PR |= (1 << 0);
    edges++;
    if (edges % 4 == 0)
        GPIOB->ODR ^= (1 << 0);
}

void EXTI15_10_IRQHandler(void)
{
    EXTI->PR |= (1 << 13);
    GPIOA->ODR ^= (1 << 5);
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER |= (1 << 10);
    GPIOB->MODER |= (1 << 0);
    SYSCFG->EXTICR[0] = 0;
    SYSCFG->EXTICR[3] = (2 << 4);
    EXTI->IMR |= (1 << 0) | (1 << 13);
    EXTI->RTSR |= (1 << 0);
    EXTI->FTSR |= (1 << 0) | (1 << 13);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    while (1)
        __WFI();
}
