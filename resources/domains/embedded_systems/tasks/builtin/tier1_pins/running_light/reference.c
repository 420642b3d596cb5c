#include "stm32f405.h"

static const uint8_t sequence[4] = {0, 1, 2, 1};
static volatile uint32_t step;

void SysTick_Handler(void) {
    if (GPIOA->IDR & 1U) {
        return;
    }
    uint32_t old = sequence[step];
    step = (step + 1U) % 4U;
    GPIOB->BSRR = (1U << (old + 16U)) | (1U << sequence[step]);
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    GPIOB->BSRR = 1U << 0;
    GPIOB->MODER = (GPIOB->MODER & ~0x3FU) | 0x15U;

    SysTick->LOAD = 80000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) {
        __WFI();
    }
}
