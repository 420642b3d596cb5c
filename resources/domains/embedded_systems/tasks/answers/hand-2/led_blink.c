#include "stm32f405.h"

#define B(n) (1U << (n))
#define PERIOD_MS 10U

void SysTick_Handler(void);
int main(void);

static volatile uint32_t ms;

void SysTick_Handler(void) {
    uint32_t n = ms + 1U;
    if (n == PERIOD_MS) {
        n = 0;
        GPIOA->BSRR = (GPIOA->ODR & B(5)) ? B(21) : B(5);
    }
    ms = n;
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    GPIOA->BSRR = B(21);
    GPIOA->OTYPER &= ~B(5);
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) __WFI();
}
