#include "stm32f405.h"

enum state { CAR_GREEN, CAR_YELLOW, RED1, WALK, RED2, RED_YELLOW };

volatile enum state state = CAR_GREEN;
volatile uint32_t timer = 0;
volatile uint8_t request = 0;

void outputs(uint32_t b, uint32_t a)
{
    GPIOB->BSRR = b | ((~b & 7) << 16);
    GPIOA->BSRR = a ? (1 << 5) : (1 << 21);
}

void EXTI15_10_IRQHandler(void)
{
    EXTI->PR = 1 << 13;
    request = 1;
}

void SysTick_Handler(void)
{
    timer++;
    switch (state) {
    case CAR_GREEN:
        if (timer >= 20 && request) { state = CAR_YELLOW; timer = 0; outputs(2, 0); }
        break;
    case CAR_YELLOW:
        if (timer >= 5) { state = RED1; timer = 0; outputs(1, 0); }
        break;
    case RED1:
        if (timer >= 3) { state = WALK; timer = 0; outputs(1, 1); }
        break;
    case WALK:
        if (timer >= 15) { state = RED2; timer = 0; request = 0; outputs(1, 0); }
        break;
    case RED2:
        if (timer >= 3) { state = RED_YELLOW; timer = 0; outputs(3, 0); }
        break;
    case RED_YELLOW:
        if (timer >= 2) { state = CAR_GREEN; timer = 0; outputs(4, 0); }
        break;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    GPIOA->MODER |= 1 << 10;
    GPIOB->MODER = (GPIOB->MODER & ~0x3F) | 0x15;
    outputs(4, 0);
    SYSCFG->EXTICR[3] |= 2 << 4;
    EXTI->IMR |= 1 << 13;
    EXTI->FTSR |= 1 << 13;
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    while (1)
        __WFI();
}
