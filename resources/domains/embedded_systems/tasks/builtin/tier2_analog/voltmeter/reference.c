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
static void adc_init(void) {
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= 3U << 2;
    ADC1->SMPR2 = 4U << 3;
    ADC1->SQR3 = 1U;
    ADC1->CR2 = ADC_CR2_ADON;
}

static uint32_t adc_measure(void) {
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    return ADC1->DR;
}

int main(void) {
    uart_init();
    adc_init();
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        if ((uint8_t)USART2->DR != 'm') {
            continue;
        }
        uint32_t millivolts = adc_measure() * 3300U / 4095U;
        for (uint32_t weight = 1000U; weight > 0U; weight /= 10U) {
            uart_send((char)('0' + millivolts / weight % 10U));
        }
        for (const char *unit = " mV\r\n"; *unit; unit++) {
            uart_send(*unit);
        }
    }
}
