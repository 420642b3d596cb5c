#include "stm32f405.h"

#define TIMERS 8U

static volatile uint32_t remaining[TIMERS];
static volatile uint32_t expired;

void SysTick_Handler(void) {
    for (uint32_t index = 0; index < TIMERS; index++) {
        if (remaining[index] > 0U) {
            remaining[index]--;
            if (remaining[index] == 0U) {
                expired |= 1U << index;
            }
        }
    }
}

void USART2_IRQHandler(void) {
    static uint32_t letter;
    uint32_t byte = USART2->DR & 0xFFU;
    if (letter == 0U) {
        if (byte >= 'a' && byte < 'a' + TIMERS) {
            letter = byte;
        }
    } else {
        remaining[letter - 'a'] = byte;
        letter = 0;
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
    uart_init();
    USART2->CR1 |= USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) {
        __disable_irq();
        uint32_t due = expired;
        expired = 0;
        if (due == 0U) {
            __WFI();
        }
        __enable_irq();
        for (uint32_t index = 0; index < TIMERS; index++) {
            if (due & (1U << index)) {
                uart_send((char)('A' + index));
            }
        }
    }
}
