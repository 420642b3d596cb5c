#include "stm32f405.h"

#define PLACES 64U

volatile uint32_t received;
static volatile uint8_t ring[PLACES];
static volatile uint32_t head;
static volatile uint32_t tail;

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t byte = (uint8_t)USART2->DR;
        ring[head] = byte;
        head = (head + 1U) % PLACES;
        received++;
    }
}

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
int main(void) {
    static char line[32];
    uint32_t length = 0;
    uart_init();
    USART2->CR1 |= USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    for (;;) {
        __disable_irq();
        if (tail == head) {
            __WFI();
            __enable_irq();
            continue;
        }
        __enable_irq();
        char byte = (char)ring[tail];
        tail = (tail + 1U) % PLACES;
        if (byte != '\n') {
            if (length < sizeof line) {
                line[length] = byte;
                length++;
            }
            continue;
        }
        while (length > 0U) {
            length--;
            uart_send(line[length]);
        }
        uart_send('\n');
    }
}
