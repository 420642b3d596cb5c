#include "stm32f405.h"

#define HALF_PERIOD_MS 10U

static volatile uint32_t milliseconds;

void SysTick_Handler(void) {
    milliseconds++;
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);

    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    uint32_t next = HALF_PERIOD_MS;
    for (;;) {
        if (milliseconds >= next) {
            next += HALF_PERIOD_MS;
            GPIOA->ODR ^= 1U << 5;
        }
        __WFI();
    }
}
