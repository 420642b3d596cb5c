#include "stm32f405.h"

#define B(n) (1U << (n))
#define DEPTH 5U
#define FULL (B(DEPTH) - 1U)

volatile uint32_t presses;

void SysTick_Handler(void);
int main(void);

static uint32_t hist, down;

void SysTick_Handler(void) {
    hist = ((hist << 1) | !(GPIOC->IDR & B(13))) & FULL;
    if (!down && hist == FULL) {
        uint32_t lit = GPIOA->ODR & B(5);
        GPIOA->BSRR = lit ? B(21) : B(5);
        down = 1;
        presses++;
    } else if (down && hist == 0) {
        down = 0;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOCEN;
    GPIOC->MODER &= ~(3U << 26);
    GPIOA->BSRR = B(21);
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) __WFI();
}
