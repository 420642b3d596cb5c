#include "stm32f405.h"
#include <stdio.h>

static void uart_puts(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
}

int main(void)
{
    char line[64];

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= (2 << 4) | (2 << 6);
    GPIOA->AFR[0] |= (7 << 8) | (7 << 12);
    USART2->BRR = 16000000 / 115200;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    uart_puts("ready\r\n");
    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        unsigned c = USART2->DR & 0xFF;
        sprintf(line, "%u 0x%02X %08b\r\n", c, c, c);
        uart_puts(line);
    }
}
