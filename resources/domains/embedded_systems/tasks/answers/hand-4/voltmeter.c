#include "stm32f405.h"

/* Register images as unions, so that fields have names. */
typedef union {
    uint32_t word;
    struct {
        uint32_t smp0 : 3, smp1 : 3, smp2 : 3, smp3 : 3, smp4 : 3;
        uint32_t smp5 : 3, smp6 : 3, smp7 : 3, smp8 : 3, smp9 : 3;
        uint32_t : 2;
    } bits;
} smpr2_t;

enum sampling { CYCLES_3, CYCLES_15, CYCLES_28, CYCLES_56, CYCLES_84, CYCLES_112, CYCLES_144, CYCLES_480 };

static void send(uint8_t byte)
{
    while (!(USART2->SR & USART_SR_TXE))
        continue;
    USART2->DR = byte;
}

static void send_text(const char *text)
{
    while (*text != 0)
        send((uint8_t)*text++);
}

static uint16_t convert(void)
{
    ADC1->SR = 0;
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC))
        continue;
    return (uint16_t)ADC1->DR;
}

static void adc_init(void)
{
    smpr2_t smpr2 = { .word = 0 };

    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= 3u << 2;
    smpr2.bits.smp1 = CYCLES_84;
    ADC1->SMPR2 = smpr2.word;
    ADC1->SQR1 = 0;
    ADC1->SQR3 = 1;
    ADC1->CR2 = ADC_CR2_ADON;
}

static void uart_init(void)
{
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= (7u << 8) | (7u << 12);
    GPIOA->MODER |= (2u << 4) | (2u << 6);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    uart_init();
    adc_init();
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE))
            continue;
        if ((char)USART2->DR == 'm') {
            uint32_t mv = convert() * 3300u / 4095u;
            char out[] = "0000 mV\r\n";
            for (int i = 3; i >= 0; i--) {
                out[i] = (char)('0' + mv % 10u);
                mv /= 10u;
            }
            send_text(out);
        }
    }
}
