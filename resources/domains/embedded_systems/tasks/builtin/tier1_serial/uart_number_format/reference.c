#include "stm32f405.h"

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)byte;
}

static void uart_text(const char *text) {
    while (*text) {
        uart_send(*text);
        text++;
    }
}

static char uart_receive(void) {
    while (!(USART2->SR & USART_SR_RXNE)) {
    }
    return (char)USART2->DR;
}
static void print_decimal(uint32_t value) {
    if (value >= 10U) {
        print_decimal(value / 10U);
    }
    uart_send((char)('0' + value % 10U));
}

static void print_hexadecimal(uint32_t value) {
    static const char digits[] = "0123456789ABCDEF";
    uart_text("0x");
    uart_send(digits[value >> 4]);
    uart_send(digits[value & 15U]);
}

int main(void) {
    uart_init();
    uart_text("ready\r\n");
    for (;;) {
        uint32_t value = (uint8_t)uart_receive();
        print_decimal(value);
        uart_send(' ');
        print_hexadecimal(value);
        uart_send(' ');
        for (uint32_t bit = 0; bit < 8U; bit++) {
            uart_send((value & (0x80U >> bit)) ? '1' : '0');
        }
        uart_text("\r\n");
    }
}
