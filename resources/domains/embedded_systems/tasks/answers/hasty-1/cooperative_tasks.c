#include "stm32f405.h"

volatile uint32_t dropped;
static volatile uint32_t ms;

static uint16_t box[4];
static int in, out, used;

void SysTick_Handler(void)
{
    ms++;
}

static void print(uint32_t v)
{
    char t[12];
    int i = 0;
    do { t[i++] = '0' + v % 10; v /= 10; } while (v);
    while (i) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = t[--i];
    }
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\r';
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = '\n';
}

int main(void)
{
    uint32_t next_sample = 2, next_blink = 5, sum = 0, n = 0;

    RCC->AHB1ENR |= 7;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= (3 << 2) | 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER |= 1;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;
    ADC1->SQR3 = 1;
    ADC1->CR2 |= ADC_CR2_ADON;
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    while (1) {
        if (ms >= next_sample) {
            next_sample = ms + 2;
            ADC1->CR2 |= ADC_CR2_SWSTART;
            while (!(ADC1->SR & ADC_SR_EOC));
            uint16_t v = ADC1->DR;
            if (used < 4) {
                box[in] = v;
                in = (in + 1) & 3;
                used++;
            } else {
                dropped++;
            }
        }
        if (used > 0 && (GPIOC->IDR & (1 << 13))) {
            sum += box[out];
            out = (out + 1) & 3;
            used--;
            if (++n == 4) {
                print(sum / 4);
                sum = n = 0;
            }
        }
        if (ms >= next_blink) {
            next_blink = ms + 5;
            GPIOB->ODR ^= 1;
        }
        __WFI();
    }
}
