#include "stm32f405.h"

volatile uint32_t edges;

static inline void toggle(GPIO_TypeDef *port, unsigned pin)
{
    const uint32_t mask = 1u << pin;
    port->BSRR = (port->ODR & mask) ? mask << 16 : mask;
}

void EXTI0_IRQHandler(void)
{
    EXTI->PR = 1u << 0;
    edges++;
    if ((edges & 3u) == 0)
        toggle(GPIOB, 0);
}

void EXTI15_10_IRQHandler(void)
{
    if (EXTI->PR & (1u << 13)) {
        EXTI->PR = 1u << 13;
        toggle(GPIOA, 5);
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    __DSB();

    GPIOA->MODER = (GPIOA->MODER & ~((3u << 10) | 3u)) | (1u << 10);
    GPIOB->MODER = (GPIOB->MODER & ~3u) | 1u;
    GPIOC->MODER &= ~(3u << 26);

    SYSCFG->EXTICR[0] = (SYSCFG->EXTICR[0] & ~0x000Fu) | 0x0000u;
    SYSCFG->EXTICR[3] = (SYSCFG->EXTICR[3] & ~0x00F0u) | 0x0020u;

    EXTI->RTSR |= 1u << 0;
    EXTI->FTSR |= (1u << 0) | (1u << 13);
    EXTI->IMR |= (1u << 0) | (1u << 13);

    NVIC_SetPriority(EXTI0_IRQn, 1);
    NVIC_SetPriority(EXTI15_10_IRQn, 2);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(EXTI15_10_IRQn);

    while (1) {
        __DSB();
        __WFI();
    }
}
