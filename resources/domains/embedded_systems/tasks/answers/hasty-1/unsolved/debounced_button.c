#include "stm32f405.h"

uint32_t presses;

void SysTick_Handler(void)
{
    static uint32_t count = 0;
    static uint32_t last = 1;
    static uint32_t state = 1;
    uint32_t level = (GPIOC->IDR >> 13) & 1;

    if (level == last) {
        if (count < 5)
            count++;
    } else {
        count = 0;
        last = level;
    }
    if (count == 5 && state != level) {
        state = level;
        if (state == 0) {
            presses++;
            GPIOA->ODR ^= 1 << 5;
        }
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER |= 1 << 10;
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    while (1)
        __WFI();
}
