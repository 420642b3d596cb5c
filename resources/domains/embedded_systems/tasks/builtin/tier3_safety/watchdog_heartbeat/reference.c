#include "stm32f405.h"

#define KEY_START 0xCCCCU
#define KEY_FEED 0xAAAAU
#define KEY_UNLOCK 0x5555U

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
static void watchdog_init(void) {
    IWDG->KR = KEY_UNLOCK;
    IWDG->PR = 0;
    IWDG->RLR = 159U;
    IWDG->KR = KEY_START;
}

int main(void) {
    uart_init();
    if (RCC->CSR & RCC_CSR_IWDGRSTF) {
        uart_text("WDG\r\n");
    } else {
        uart_text("PWR\r\n");
    }
    RCC->CSR |= RCC_CSR_RMVF;
    watchdog_init();
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        if ((uint8_t)USART2->DR == 'h') {
            IWDG->KR = KEY_FEED;
            uart_send('h');
        }
    }
}
