#include "stm32f405.h"

volatile uint16_t samples[2];
volatile uint32_t alarms;

static void put(uint8_t c)
{
    while (!(USART2->SR & USART_SR_TXE)) { }
    USART2->DR = c;
}

static void watch(void);

static void put_hex(uint16_t v)
{
    for (int i = 12; i >= 0; i -= 4) {
        put((uint8_t)"0123456789ABCDEF"[(v >> i) & 0xF]);
        watch();
    }
}

static void watch(void)
{
    static int raised = 0;
    const uint16_t level = samples[0];

    if (!raised && level > 3000) {
        raised = 1;
        alarms++;
        GPIOB->BSRR = 1;
    } else if (raised && level <= 2500) {
        raised = 0;
        GPIOB->BSRR = 1 << 16;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN | RCC_AHB1ENR_DMA2EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;

    GPIOA->MODER |= (3u << 2) | (2u << 4) | (2u << 6);
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER = (GPIOB->MODER & ~3u) | 1u;
    GPIOC->MODER |= 3u;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    DMA2->S[0].PAR = (uint32_t)&ADC1->DR;
    DMA2->S[0].M0AR = (uint32_t)samples;
    DMA2->S[0].NDTR = 2;
    DMA2->S[0].CR = DMA_SxCR_CIRC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_16 | DMA_SxCR_MSIZE_16;
    DMA2->S[0].CR |= DMA_SxCR_EN;

    ADC1->CR1 = 1u << 8;             /* SCAN */
    ADC1->SMPR2 = 7u << 3;           /* channel 1 */
    ADC1->SMPR1 = 7u << 0;           /* channel 10 */
    ADC1->SQR1 = 1u << 20;           /* two conversions */
    ADC1->SQR3 = 1u | (10u << 5);
    ADC1->CR2 = ADC_CR2_ADON | ADC_CR2_CONT | ADC_CR2_DMA | (1u << 9);
    ADC1->CR2 |= ADC_CR2_SWSTART;

    for (;;) {
        watch();
        if ((USART2->SR & USART_SR_RXNE) && USART2->DR == '?') {
            const uint16_t a = samples[0], b = samples[1];
            put_hex(a);
            put(',');
            put_hex(b);
            put('\r');
            put('\n');
        }
    }
}
