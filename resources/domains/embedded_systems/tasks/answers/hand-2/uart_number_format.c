#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void say(const char *s) {
    while (*s) put(*s++);
}

static void digits(uint32_t v, uint32_t base, uint32_t width) {
    char b[8];
    uint32_t n = 0;
    do {
        b[n++] = "0123456789ABCDEF"[v % base];
        v /= base;
    } while (v || n < width);
    while (n) put(b[--n]);
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    say("ready\r\n");
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        uint32_t v = USART2->DR & 0xFFU;
        digits(v, 10, 1);
        say(" 0x");
        digits(v, 16, 2);
        put(' ');
        digits(v, 2, 8);
        say("\r\n");
    }
}
