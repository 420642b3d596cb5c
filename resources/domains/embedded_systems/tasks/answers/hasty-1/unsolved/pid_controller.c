#include "stm32f405.h"
#include <stdio.h>
#include <string.h>

static volatile int setpoint = 2000;
static volatile int I = 0;
static volatile int u_out;
static volatile int ready;

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : (v > hi ? hi : v);
}

void TIM2_IRQHandler(void)
{
    TIM2->SR &= ~TIM_SR_UIF;
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC));
    int y = ADC1->DR;
    int e = setpoint - y;
    I = clamp(I + e, -20000, 20000);
    float u = (384.0f * e + 24.0f * I) / 256.0f;
    u_out = clamp((int)u, 0, 1000);
    TIM3->CCR1 = u_out;
    ready = 1;
}

int main(void)
{
    char buf[16];
    int state = 0, high = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN | RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= (3 << 2) | (2 << 4) | (2 << 6) | (2 << 12);
    GPIOA->AFR[0] |= (7 << 8) | (7 << 12) | (2 << 24);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    ADC1->SQR3 = 1;
    ADC1->CR2 = ADC_CR2_ADON;
    TIM3->PSC = 15;
    TIM3->ARR = 999;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->CR1 = TIM_CR1_CEN;
    TIM2->PSC = 15;
    TIM2->ARR = 1999;
    TIM2->DIER = TIM_DIER_UIE;
    TIM2->CR1 = TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);

    while (1) {
        if (USART2->SR & USART_SR_RXNE) {
            uint8_t c = USART2->DR;
            if (state == 0 && c == 's') state = 1;
            else if (state == 1) { high = c; state = 2; }
            else if (state == 2) { setpoint = high * 256 + c; state = 0; }
        }
        if (ready) {
            ready = 0;
            sprintf(buf, "%d\r\n", u_out);
            for (size_t i = 0; i < strlen(buf); i++) {
                while (!(USART2->SR & USART_SR_TXE));
                USART2->DR = buf[i];
            }
        }
    }
}
