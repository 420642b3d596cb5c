#include "stm32f405.h"
#include <stdio.h>

static void send_string(const char *str)
{
    while (*str) {
        while (!(USART2->SR & USART_SR_TXE)) {}
        USART2->DR = (uint8_t)(*str++);
    }
}

static uint16_t adc_read(void)
{
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {}
    return ADC1->DR;
}

int main(void)
{
    char buffer[20];

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;

    GPIOA->MODER |= (3U << 2) | (2U << 4) | (2U << 6);
    GPIOA->AFR[0] |= (7U << 8) | (7U << 12);

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_TE | USART_CR1_RE | USART_CR1_UE;

    ADC1->SMPR2 |= (4U << 3);
    ADC1->SQR3 = 1;
    ADC1->CR2 |= ADC_CR2_ADON;

    while (1) {
        while (!(USART2->SR & USART_SR_RXNE)) {}
        if (USART2->DR == 'm') {
            uint32_t mv = (uint32_t)adc_read() * 3300 / 4095;
            snprintf(buffer, sizeof(buffer), "%04lu mV\r\n", mv);
            send_string(buffer);
        }
    }
}
