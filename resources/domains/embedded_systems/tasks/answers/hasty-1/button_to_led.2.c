#include "stm32f405.h"

#define GREEN_ON()  (GPIOA->BSRR = 1u << 5)
#define GREEN_OFF() (GPIOA->BSRR = 1u << 21)
#define RED_ON()    (GPIOB->BSRR = 1u << 0)
#define RED_OFF()   (GPIOB->BSRR = 1u << 16)

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER |= 1u << 10;
    GPIOB->MODER |= 1u << 0;

    while (1) {
        if ((GPIOC->IDR & (1u << 13)) == 0) {
            GREEN_ON();
            RED_OFF();
        } else {
            GREEN_OFF();
            RED_ON();
        }
    }
}
