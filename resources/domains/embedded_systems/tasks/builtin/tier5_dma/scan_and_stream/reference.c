#include "stm32f405.h"

#define HIGH_MARK 3000U
#define LOW_MARK 2500U

volatile uint16_t samples[2];
volatile uint32_t alarms;

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void watch(void) {
    static uint32_t raised;
    uint32_t value = samples[0];
    if (!raised && value > HIGH_MARK) {
        raised = 1;
        alarms++;
        GPIOB->BSRR = 1U << 0;
    } else if (raised && value <= LOW_MARK) {
        raised = 0;
        GPIOB->BSRR = 1U << 16;
    }
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
        watch();
    }
    USART2->DR = (uint8_t)byte;
}
static void print_hexadecimal(uint32_t value) {
    for (uint32_t shift = 16; shift > 0U; shift -= 4U) {
        uart_send("0123456789ABCDEF"[(value >> (shift - 4U)) & 15U]);
    }
}

static void scan_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN | RCC_AHB1ENR_DMA2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= 3U << 2;
    GPIOC->MODER |= 3U << 0;
    GPIOB->MODER = (GPIOB->MODER & ~3U) | 1U;

    DMA2->S[0].PAR = (uint32_t)&ADC1->DR;
    DMA2->S[0].M0AR = (uint32_t)samples;
    DMA2->S[0].NDTR = 2U;
    DMA2->S[0].CR = DMA_SxCR_CIRC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_16 | DMA_SxCR_MSIZE_16;
    DMA2->S[0].CR |= DMA_SxCR_EN;

    ADC1->CR1 = 1U << 8;
    ADC1->SMPR2 = 7U << 3;
    ADC1->SMPR1 = 7U << 0;
    ADC1->SQR1 = 1U << 20;
    ADC1->SQR3 = 1U | (10U << 5);
    ADC1->CR2 = ADC_CR2_ADON | ADC_CR2_CONT | ADC_CR2_DMA | (1U << 9);
    ADC1->CR2 |= ADC_CR2_SWSTART;
}

int main(void) {
    uart_init();
    scan_init();
    for (;;) {
        watch();
        if ((USART2->SR & USART_SR_RXNE) && (uint8_t)USART2->DR == '?') {
            uint32_t first = samples[0];
            uint32_t second = samples[1];
            print_hexadecimal(first);
            uart_send(',');
            print_hexadecimal(second);
            uart_send('\r');
            uart_send('\n');
        }
    }
}
