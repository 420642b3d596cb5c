#include "stm32f405.h"

/* Everything through inline register accessors. */
#define FIELD(reg, msb, lsb, val) \
    ((reg) = ((reg) & ~(((2UL << ((msb) - (lsb))) - 1) << (lsb))) | ((uint32_t)(val) << (lsb)))

static void out(char c)
{
    for (;;) {
        if (USART2->SR & USART_SR_TXE)
            break;
    }
    USART2->DR = c;
}

static int in(void) { return (USART2->SR & USART_SR_RXNE) ? (int)USART2->DR : -1; }

int main(void)
{
    FIELD(RCC->AHB1ENR, 0, 0, 1);
    FIELD(RCC->APB1ENR, 17, 17, 1);
    FIELD(RCC->APB2ENR, 8, 8, 1);
    FIELD(GPIOA->MODER, 3, 2, 3);
    FIELD(GPIOA->MODER, 5, 4, 2);
    FIELD(GPIOA->MODER, 7, 6, 2);
    FIELD(GPIOA->AFR[0], 11, 8, 7);
    FIELD(GPIOA->AFR[0], 15, 12, 7);
    USART2->BRR = 139;
    USART2->CR1 = 1 << 13 | 1 << 3 | 1 << 2;
    FIELD(ADC1->SMPR2, 5, 3, 4);
    FIELD(ADC1->SQR1, 23, 20, 0);
    FIELD(ADC1->SQR3, 4, 0, 1);
    FIELD(ADC1->CR2, 0, 0, 1);

    for (int c;;) {
        if ((c = in()) != 'm')
            continue;
        FIELD(ADC1->CR2, 30, 30, 1);
        while (!(ADC1->SR & ADC_SR_EOC))
            ;
        const unsigned mv = ADC1->DR * 3300u / 4095u;
        const unsigned digits[] = { mv / 1000, mv / 100 % 10, mv / 10 % 10, mv % 10 };
        for (const unsigned *d = digits; d < digits + 4; d++)
            out('0' + *d);
        out(' '), out('m'), out('V'), out('\r'), out('\n');
    }
}
