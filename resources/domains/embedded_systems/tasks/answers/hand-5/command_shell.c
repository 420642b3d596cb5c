#include "stm32f405.h"
#include <string.h>
#include <stdlib.h>
#include <stdio.h>
#include <stdbool.h>
#include <ctype.h>

#define ARRAY_SIZE(x) (sizeof(x) / sizeof((x)[0]))

static volatile struct {
    uint16_t head, tail;
    uint8_t data[512];
} in;

void USART2_IRQHandler(void)
{
    uint8_t c = USART2->DR;
    in.data[in.head % ARRAY_SIZE(in.data)] = c;
    in.head++;
}

static void reply(const char *s)
{
    do {
        while (!(USART2->SR & USART_SR_TXE)) {}
        USART2->DR = (uint8_t)(*s ? *s : '\r');
    } while (*s++);
    while (!(USART2->SR & USART_SR_TXE)) {}
    USART2->DR = '\n';
}

static bool parse_number(const char **p, long *out)
{
    const char *digits = *p + (**p == '-');
    size_t n = strspn(digits, "0123456789");
    if (n < 1 || n > 6)
        return false;
    *out = strtol(*p, NULL, 10);
    *p = digits + n;
    return true;
}

static bool parse_pair(const char *p, long *a, long *b)
{
    return parse_number(&p, a) && *p++ == ' ' && parse_number(&p, b) && *p == '\0';
}

static void print64(long long v)
{
    char text[24], *p = text + sizeof(text) - 1;
    unsigned long long u = v < 0 ? -(unsigned long long)v : (unsigned long long)v;
    *p = 0;
    do *--p = "0123456789"[u % 10]; while (u /= 10);
    if (v < 0) *--p = '-';
    reply(p);
}

static void cmd_led(const char *arg)
{
    if (!strcmp(arg, "on")) GPIOA->BSRR = 1u << 5;
    else if (!strcmp(arg, "off")) GPIOA->BSRR = 1u << 21;
    else { reply("error"); return; }
    reply("ok");
}

static void cmd_add(const char *arg)
{
    long a, b;
    if (parse_pair(arg, &a, &b)) print64((long long)a + b);
    else reply("error");
}

static void cmd_mul(const char *arg)
{
    long a, b;
    if (parse_pair(arg, &a, &b)) print64((long long)a * b);
    else reply("error");
}

static void cmd_peek(const char *arg)
{
    char text[9];
    for (int i = 0; i < 8; i++)
        if (!isxdigit((unsigned char)arg[i])) { reply("error"); return; }
    if (arg[8]) { reply("error"); return; }
    uint32_t address = strtoul(arg, NULL, 16);
    if ((address & 3) || !((address >= 0x08000000 && address <= 0x08007FFC)
                           || (address >= 0x20000000 && address <= 0x20001FFC))) {
        reply("bad address");
        return;
    }
    sprintf(text, "%08lX", (unsigned long)*(volatile uint32_t *)address);
    reply(text);
}

static const struct {
    const char *name;
    void (*run)(const char *arg);
} commands[] = {
    { "led ", cmd_led }, { "add ", cmd_add }, { "mul ", cmd_mul }, { "peek ", cmd_peek },
};

static void execute(const char *line, unsigned earlier)
{
    if (!strcmp(line, "count")) {
        print64(earlier);
        return;
    }
    for (size_t i = 0; i < ARRAY_SIZE(commands); i++) {
        size_t n = strlen(commands[i].name);
        if (!strncmp(line, commands[i].name, n)) {
            commands[i].run(line + n);
            return;
        }
    }
    reply("error");
}

int main(void)
{
    static char line[42];
    size_t n = 0;
    unsigned count = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700;
    GPIOA->MODER |= 0x4A0;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        __disable_irq();
        if (in.head == in.tail) __WFI();
        __enable_irq();
        while (in.head != in.tail) {
            char c = (char)in.data[in.tail++ % ARRAY_SIZE(in.data)];
            if (c == '\n') continue;
            if (c != '\r') {
                if (n <= 40) line[n++] = c;
                continue;
            }
            if (n == 0) continue;
            if (n > 40) {
                reply("too long");
            } else {
                line[n] = 0;
                execute(line, count);
            }
            count++;
            n = 0;
        }
    }
}
