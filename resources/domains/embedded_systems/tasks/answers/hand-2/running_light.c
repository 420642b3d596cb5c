#include "stm32f405.h"

#define B(n) (1U << (n))
#define ALL 7U
#define LIT(n) (B(n) | ((ALL & ~B(n)) << 16))

void SysTick_Handler(void);
int main(void);

static const uint32_t seq[] = {LIT(0), LIT(1), LIT(2), LIT(1)};
static uint32_t at;

void SysTick_Handler(void) {
    if (GPIOA->IDR & B(0)) return;
    at = (at + 1U) & 3U;
    GPIOB->BSRR = seq[at];
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    GPIOA->MODER &= ~3U;
    GPIOB->BSRR = seq[0];
    GPIOB->MODER = (GPIOB->MODER & ~0x3FU) | 0x15U;
    SysTick->LOAD = 80000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) __WFI();
}
