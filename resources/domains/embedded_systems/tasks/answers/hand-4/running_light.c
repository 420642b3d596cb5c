#include "stm32f405.h"

/* One BSRR word per step: set the new pin, clear the other two. */
#define ALL      (7u)
#define STEP(n)  ((1u << (n)) | ((ALL & ~(1u << (n))) << 16))

static const uint32_t pattern[] = { STEP(0), STEP(1), STEP(2), STEP(1) };
enum { STEPS = sizeof pattern / sizeof pattern[0] };

void SysTick_Handler(void)
{
    static uint8_t at = 0;

    if (GPIOA->IDR & 1u)
        return;
    at = (uint8_t)((at + 1u) % STEPS);
    GPIOB->BSRR = pattern[at];
}

static void gpio_init(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    GPIOA->MODER &= ~(3u << 0);
    GPIOB->BSRR = pattern[0];
    for (unsigned pin = 0; pin < 3; pin++) {
        GPIOB->MODER = (GPIOB->MODER & ~(3u << (pin * 2))) | (1u << (pin * 2));
        GPIOB->OTYPER &= ~(1u << pin);
    }
}

int main(void)
{
    gpio_init();
    SysTick->LOAD = 16000000u / 200u - 1u;
    SysTick->VAL = 0;
    SysTick->CTRL = 7u;
    do {
        __WFI();
    } while (1);
}
