#include "stm32f405.h"

volatile uint8_t step = 0;
volatile int8_t dir = 1;

static void show(uint8_t n)
{
    GPIOB->BSRR = (1u << n) | ((7u & ~(1u << n)) << 16);
}

void SysTick_Handler(void)
{
    if (GPIOA->IDR & 1u) return;
    if (step == 2 && dir == 1) {
        dir = -1;
    } else if (step == 0 && dir == -1) {
        dir = 1;
    } else {
        step += dir;
    }
    show(step);
}

int main(void)
{
    RCC->AHB1ENR |= 3u;
    GPIOB->MODER = (GPIOB->MODER & ~0x3Fu) | 0x15u;
    show(0);
    SysTick->LOAD = 80000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    for (;;) __WFI();
}
