#include "stm32f405.h"

volatile uint32_t edges;

#define BB(addr, bit) (*(volatile uint32_t *)(0x42000000u + ((uint32_t)(addr) - 0x40000000u) * 32u + (bit) * 4u))
#define LED_A5 BB(&GPIOA->ODR, 5)
#define LED_B0 BB(&GPIOB->ODR, 0)

void EXTI0_IRQHandler(void)
{
    EXTI->PR = 1;
    if (!(++edges % 4))
        LED_B0 ^= 1;
}

void EXTI15_10_IRQHandler(void)
{
    EXTI->PR = 1 << 13;
    LED_A5 ^= 1;
}

int main(void)
{
    BB(&RCC->AHB1ENR, 0) = 1;
    BB(&RCC->AHB1ENR, 1) = 1;
    BB(&RCC->AHB1ENR, 2) = 1;
    BB(&RCC->APB2ENR, 14) = 1;
    GPIOA->MODER |= 1 << 10;
    GPIOB->MODER |= 1;
    SYSCFG->EXTICR[3] |= 2 << 4;
    EXTI->RTSR = 1;
    EXTI->FTSR = 1 | 1 << 13;
    EXTI->IMR = 1 | 1 << 13;
    NVIC->ISER[EXTI0_IRQn / 32] = 1u << EXTI0_IRQn % 32;
    NVIC->ISER[EXTI15_10_IRQn / 32] = 1u << EXTI15_10_IRQn % 32;
    for (;;)
        __asm volatile("wfe");
}
