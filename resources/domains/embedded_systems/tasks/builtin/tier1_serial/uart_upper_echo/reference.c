#include "stm32f405.h"

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void uart_send(uint8_t byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = byte;
}

int main(void) {
    uart_init();
    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            uint8_t byte = (uint8_t)USART2->DR;
            if (byte >= 'a' && byte <= 'z') {
                byte = (uint8_t)(byte - 'a' + 'A');
            }
            uart_send(byte);
            if (byte == '\r') {
                uart_send('\n');
            }
        }
    }
}
