#include "stm32f405.h"

static volatile uint32_t captured;
static volatile uint32_t captures;

void TIM2_IRQHandler(void) {
    captured = TIM2->CCR1;
    captures++;
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

static void uart_number(uint32_t value) {
    char digits[10];
    uint32_t count = 0;
    do {
        digits[count] = (char)('0' + value % 10U);
        value /= 10U;
        count++;
    } while (value != 0U);
    while (count > 0U) {
        count--;
        uart_send(digits[count]);
    }
}
static void capture_init(void) {
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~15U) | 1U;
    GPIOA->MODER = (GPIOA->MODER & ~3U) | 2U;
    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 0xFFFFFFFFU;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->CCMR1 = 1U;
    TIM2->CCER = TIM_CCER_CC1E;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_CC1IE;
    NVIC_EnableIRQ(TIM2_IRQn);
    TIM2->CR1 = TIM_CR1_CEN;
}

int main(void) {
    uint32_t seen = 0;
    uint32_t previous = 0;
    uart_init();
    capture_init();
    for (;;) {
        __disable_irq();
        if (captures == seen) {
            __WFI();
            __enable_irq();
            continue;
        }
        uint32_t now = captured;
        seen++;
        __enable_irq();
        if (seen > 1U) {
            uart_number(now - previous);
            uart_send('\r');
            uart_send('\n');
        }
        previous = now;
    }
}
