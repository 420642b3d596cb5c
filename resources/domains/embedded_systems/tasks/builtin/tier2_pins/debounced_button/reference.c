#include "stm32f405.h"

#define SAMPLES 5U

volatile uint32_t presses;

void SysTick_Handler(void) {
    static uint32_t same;
    static uint32_t state = 1U;
    uint32_t level = (GPIOC->IDR >> 13) & 1U;
    if (level == state) {
        same = 0;
        return;
    }
    same++;
    if (same < SAMPLES) {
        return;
    }
    same = 0;
    state = level;
    if (state == 0U) {
        presses++;
        GPIOA->ODR ^= 1U << 5;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) {
        __WFI();
    }
}
