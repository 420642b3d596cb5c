#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define VREF_MV 3300U
#define FULL 4095U
#define SMP_84 4U

void USART2_IRQHandler(void);
int main(void);

static volatile uint32_t asked;

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        if ((USART2->DR & 0xFFU) == 'm') asked++;
    }
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static uint32_t millivolts(void) {
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    return (ADC1->DR & FULL) * VREF_MV / FULL;
}

int main(void) {
    uint32_t served = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    MODE(GPIOA, 1U, 3U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    FLD(ADC1->SMPR2, 3U, 3U, SMP_84);
    FLD(ADC1->SQR1, 20U, 4U, 0U);
    FLD(ADC1->SQR3, 0U, 5U, 1U);
    ADC1->CR2 |= ADC_CR2_ADON;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    for (;;) {
        __disable_irq();
        if (asked == served) __WFI();
        __enable_irq();
        while (asked != served) {
            uint32_t mv = millivolts();
            served++;
            for (uint32_t d = 1000; d; d /= 10U) put((char)('0' + mv / d % 10U));
            for (const char *s = " mV\r\n"; *s; s++) put(*s);
        }
    }
}
