#include "stm32f405.h"
#include <stdarg.h>

/* A very small printf: %u, %X (two digits), %b (eight digits), %c and %s. */

static void putch(char c)
{
    while ((USART2->SR & USART_SR_TXE) == 0) { }
    USART2->DR = (uint8_t)c;
}

static void put_unsigned(unsigned v)
{
    if (v >= 10u)
        put_unsigned(v / 10u);
    putch((char)('0' + v % 10u));
}

static void print(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    for (; *fmt != '\0'; ++fmt) {
        if (*fmt != '%') {
            putch(*fmt);
            continue;
        }
        switch (*++fmt) {
        case 'u':
            put_unsigned(va_arg(ap, unsigned));
            break;
        case 'X': {
            unsigned v = va_arg(ap, unsigned);
            putch("0123456789ABCDEF"[(v >> 4) & 15u]);
            putch("0123456789ABCDEF"[v & 15u]);
            break;
        }
        case 'b': {
            unsigned v = va_arg(ap, unsigned);
            for (int bit = 7; bit >= 0; --bit)
                putch((v >> bit) & 1u ? '1' : '0');
            break;
        }
        case 's': {
            const char *s = va_arg(ap, const char *);
            while (*s)
                putch(*s++);
            break;
        }
        default:
            putch(*fmt);
            break;
        }
    }
    va_end(ap);
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & 0xFFFF00FFu) | 0x00007700u;
    GPIOA->MODER = (GPIOA->MODER & 0xFFFFFF0Fu) | 0x000000A0u;
    USART2->BRR = (16000000u + 115200u / 2u) / 115200u;
    USART2->CR1 = USART_CR1_TE | USART_CR1_RE;
    USART2->CR1 |= USART_CR1_UE;

    print("%s\r\n", "ready");
    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            const unsigned b = USART2->DR & 0xFFu;
            print("%u 0x%X %b\r\n", b, b, b);
        }
    }
}
