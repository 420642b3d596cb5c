#include "stm32f405.h"
#include <string.h>
#include <stdbool.h>
#include <ctype.h>

#define LINE_MAX 40

/* A ring for received bytes; the main loop builds lines. */
static volatile char rx[256];
static volatile uint8_t rx_head, rx_tail;

void USART2_IRQHandler(void)
{
    if (USART2->SR & USART_SR_RXNE)
        rx[rx_head++] = (char)USART2->DR;
}

static void putc_(char c)
{
    while (!(USART2->SR & USART_SR_TXE)) { }
    USART2->DR = (uint8_t)c;
}

static void answer(const char *s)
{
    while (*s)
        putc_(*s++);
    putc_('\r');
    putc_('\n');
}

static void answer_number(int64_t v)
{
    char buf[24];
    int i = sizeof buf - 1;
    const bool negative = v < 0;
    uint64_t u = negative ? (uint64_t)-v : (uint64_t)v;

    buf[i] = '\0';
    do {
        buf[--i] = (char)('0' + (int)(u % 10));
        u /= 10;
    } while (u);
    if (negative)
        buf[--i] = '-';
    answer(&buf[i]);
}

/* A signed decimal number of up to six digits; returns the place behind it, or NULL. */
static const char *number(const char *s, int32_t *value)
{
    bool negative = *s == '-';
    int32_t v = 0;
    int digits = 0;

    if (negative)
        s++;
    for (; isdigit((unsigned char)*s); s++) {
        v = v * 10 + (*s - '0');
        if (++digits > 6)
            return NULL;
    }
    if (digits == 0)
        return NULL;
    *value = negative ? -v : v;
    return s;
}

static bool two_numbers(const char *s, int32_t *a, int32_t *b)
{
    s = number(s, a);
    if (s == NULL || *s++ != ' ')
        return false;
    s = number(s, b);
    return s != NULL && *s == '\0';
}

static void peek(const char *s)
{
    uint32_t address = 0;
    int n;

    for (n = 0; isxdigit((unsigned char)s[n]); n++) {
        char c = (char)toupper((unsigned char)s[n]);
        address = address << 4 | (uint32_t)(isdigit((unsigned char)c) ? c - '0' : c - 'A' + 10);
    }
    if (n != 8 || s[n] != '\0') {
        answer("error");
        return;
    }
    const bool flash = address >= 0x08000000u && address <= 0x08007FFCu;
    const bool ram = address >= 0x20000000u && address <= 0x20001FFCu;
    if ((address & 3u) != 0 || !(flash || ram)) {
        answer("bad address");
        return;
    }
    uint32_t word = *(const volatile uint32_t *)address;
    char out[9];
    for (n = 7; n >= 0; n--, word >>= 4)
        out[n] = "0123456789ABCDEF"[word & 15u];
    out[8] = '\0';
    answer(out);
}

static void execute(const char *line, uint32_t before)
{
    int32_t a, b;

    if (strcmp(line, "led on") == 0) {
        GPIOA->BSRR = 1u << 5;
        answer("ok");
    } else if (strcmp(line, "led off") == 0) {
        GPIOA->BSRR = 1u << 21;
        answer("ok");
    } else if (strcmp(line, "count") == 0) {
        answer_number(before);
    } else if (strncmp(line, "add ", 4) == 0 && two_numbers(line + 4, &a, &b)) {
        answer_number((int64_t)a + b);
    } else if (strncmp(line, "mul ", 4) == 0 && two_numbers(line + 4, &a, &b)) {
        answer_number((int64_t)a * b);
    } else if (strncmp(line, "peek ", 5) == 0) {
        peek(line + 5);
    } else {
        answer("error");
    }
}

int main(void)
{
    char line[LINE_MAX + 1];
    unsigned length = 0;
    bool too_long = false;
    uint32_t lines = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700u;
    GPIOA->MODER |= 0xA0u | (1u << 10);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        if (rx_head == rx_tail)
            continue;
        const char c = rx[rx_tail++];
        if (c == '\n')
            continue;
        if (c != '\r') {
            if (length < LINE_MAX)
                line[length++] = c;
            else
                too_long = true;
            continue;
        }
        line[length] = '\0';
        if (too_long)
            answer("too long");
        else if (length)
            execute(line, lines);
        if (length)
            lines++;
        length = 0;
        too_long = false;
    }
}
