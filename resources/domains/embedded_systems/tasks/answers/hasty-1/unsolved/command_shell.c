#include "stm32f405.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static volatile char rx[128];
static volatile uint8_t rx_in, rx_out;
static uint32_t count;

void USART2_IRQHandler(void)
{
    if (USART2->SR & USART_SR_RXNE) {
        rx[rx_in] = USART2->DR;
        rx_in = (rx_in + 1) % 128;
    }
}

static void print(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\r';
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\n';
}

static void run(char *line)
{
    char out[32];
    if (!strcmp(line, "led on")) {
        GPIOA->BSRR = 1 << 5;
        print("ok");
    } else if (!strcmp(line, "led off")) {
        GPIOA->BSRR = 1 << 21;
        print("ok");
    } else if (!strncmp(line, "add ", 4)) {
        char *b = strchr(line + 4, ' ');
        if (!b) { print("error"); return; }
        sprintf(out, "%d", atoi(line + 4) + atoi(b + 1));
        print(out);
    } else if (!strncmp(line, "mul ", 4)) {
        char *b = strchr(line + 4, ' ');
        if (!b) { print("error"); return; }
        sprintf(out, "%d", atoi(line + 4) * atoi(b + 1));
        print(out);
    } else if (!strncmp(line, "peek ", 5)) {
        uint32_t address = strtoul(line + 5, NULL, 16);
        if (address % 4 || !((address >= 0x08000000 && address <= 0x08007FFC) ||
                             (address >= 0x20000000 && address <= 0x20001FFC))) {
            print("bad address");
            return;
        }
        sprintf(out, "%08lX", *(uint32_t *)address);
        print(out);
    } else if (!strcmp(line, "count")) {
        sprintf(out, "%lu", count);
        print(out);
    } else {
        print("error");
    }
}

int main(void)
{
    char line[41];
    int n = 0, too_long = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0 | (1 << 10);
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        while (rx_in == rx_out);
        char c = rx[rx_out];
        rx_out = (rx_out + 1) % 128;
        if (c == '\n') continue;
        if (c == '\r') {
            line[n] = 0;
            if (too_long) print("too long");
            else if (n) run(line);
            if (n) count++;
            n = too_long = 0;
        } else if (n < 40) {
            line[n++] = c;
        } else {
            too_long = 1;
        }
    }
}
