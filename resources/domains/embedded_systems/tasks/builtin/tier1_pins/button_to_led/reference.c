#include "stm32f405.h"

#define GREEN (1U << 5)
#define RED (1U << 0)

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    GPIOB->MODER = (GPIOB->MODER & ~(3U << 0)) | (1U << 0);
    GPIOC->MODER &= ~(3U << 26);

    for (;;) {
        if (GPIOC->IDR & (1U << 13)) {
            GPIOA->BSRR = GREEN << 16;
            GPIOB->BSRR = RED;
        } else {
            GPIOB->BSRR = RED << 16;
            GPIOA->BSRR = GREEN;
        }
    }
}
