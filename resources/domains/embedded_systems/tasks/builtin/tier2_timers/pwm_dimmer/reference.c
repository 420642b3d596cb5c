#include "stm32f405.h"

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}
static void pwm_init(void) {
    RCC->APB1ENR |= RCC_APB1ENR_TIM3EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~(15U << 24)) | (2U << 24);
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 12)) | (2U << 12);
    TIM3->PSC = 16U - 1U;
    TIM3->ARR = 1000U - 1U;
    TIM3->CCR1 = 0;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->CR1 = TIM_CR1_ARPE | TIM_CR1_CEN;
}

int main(void) {
    uart_init();
    pwm_init();
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        uint8_t byte = (uint8_t)USART2->DR;
        if (byte >= '0' && byte <= '9') {
            TIM3->CCR1 = (uint32_t)(byte - '0') * 100U;
        } else {
            byte = '?';
        }
        while (!(USART2->SR & USART_SR_TXE)) {
        }
        USART2->DR = byte;
    }
}
