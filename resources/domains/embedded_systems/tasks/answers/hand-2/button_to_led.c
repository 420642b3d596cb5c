#include "stm32f405.h"

#define B(n) (1U << (n))
#define OUT(g, n) ((g)->MODER = ((g)->MODER & ~(3U << (2U * (n)))) | (1U << (2U * (n))))
#define BTN 13U
#define GREEN 5U
#define RED 0U

static inline void show(uint32_t pressed) {
    if (pressed) {
        GPIOA->BSRR = B(GREEN);
        GPIOB->BSRR = B(RED + 16U);
    } else {
        GPIOA->BSRR = B(GREEN + 16U);
        GPIOB->BSRR = B(RED);
    }
}

static inline uint32_t pressed(void) { return !(GPIOC->IDR & B(BTN)); }

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    GPIOC->MODER &= ~(3U << (2U * BTN));
    GPIOA->OTYPER &= ~B(GREEN);
    GPIOB->OTYPER &= ~B(RED);
    show(pressed());
    OUT(GPIOA, GREEN);
    OUT(GPIOB, RED);
    for (;;) show(pressed());
}
