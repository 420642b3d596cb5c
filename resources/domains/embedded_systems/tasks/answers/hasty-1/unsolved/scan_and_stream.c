#include "stm32f405.h"

volatile uint16_t samples[2];
volatile uint32_t alarms;

int main(void)
{
    init_gpio();
    init_adc();
    init_uart();

    int above = 0;
    while (1) {
        if (!above && samples[0] > 3000) {
            above = 1;
            alarms++;
            GPIOB->BSRR = 1;
        }
        if (above && samples[0] <= 2500) {
            above = 0;
            GPIOB->BSRR = 1 << 16;
        }
        if (USART2->SR & USART_SR_RXNE) {
            if (USART2->DR == '?') {
                print_hex(samples[0]);
                print_char(',');
                print_hex(samples[1]);
                print_char('\r');
                print_char('\n');
            }
        }
    }
}

void init_gpio(void)
{
    RCC->AHB1ENR |= 7 | RCC_AHB1ENR_DMA2EN;
    GPIOA->MODER |= (3 << 2) | (2 << 4) | (2 << 6);
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER |= 1;
    GPIOC->MODER |= 3;
}

void init_adc(void)
{
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    DMA2->S[0].PAR = (uint32_t)&ADC1->DR;
    DMA2->S[0].M0AR = (uint32_t)samples;
    DMA2->S[0].NDTR = 2;
    DMA2->S[0].CR = DMA_SxCR_CIRC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_16 | DMA_SxCR_MSIZE_16 | DMA_SxCR_EN;
    ADC1->CR1 = 1 << 8;
    ADC1->SMPR1 = 7;
    ADC1->SMPR2 = 7 << 3;
    ADC1->SQR1 = 1 << 20;
    ADC1->SQR3 = 1 | (10 << 5);
    ADC1->CR2 = ADC_CR2_CONT | ADC_CR2_DMA | (1 << 9) | ADC_CR2_ADON;
    ADC1->CR2 |= ADC_CR2_SWSTART;
}

void init_uart(void)
{
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

void print_char(char c)
{
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = c;
}

void print_hex(uint16_t v)
{
    for (int i = 3; i >= 0; i--)
        print_char("0123456789ABCDEF"[(v >> (4 * i)) & 15]);
}
