#include "stm32f405.h"
#include <stdio.h>
#include <string.h>

static void uart_write(const void *data, size_t n)
{
    const uint8_t *p = data;
    while (n--) {
        while (!(USART2->SR & USART_SR_TXE)) {}
        USART2->DR = *p++;
    }
}

static char *binary(char *to, unsigned value, int bits)
{
    to[bits] = '\0';
    while (bits-- > 0) {
        to[bits] = (char)('0' | (value & 1u));
        value >>= 1;
    }
    return to;
}

int main(void)
{
    char line[40], digits[9];

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= GPIOA->MODER | 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    uart_write("ready\r\n", 7);
    while (1) {
        while (!(USART2->SR & USART_SR_RXNE)) {}
        uint8_t b = (uint8_t)USART2->DR;
        int n = snprintf(line, sizeof line, "%d 0x%02X %s\r\n", b, b, binary(digits, b, 8));
        uart_write(line, (size_t)n);
    }
}
