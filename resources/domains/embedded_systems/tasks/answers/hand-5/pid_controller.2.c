#include "stm32f405.h"

#define SATURATE(x, lo, hi) ({ __typeof__(x) _x = (x); _x < (lo) ? (lo) : _x > (hi) ? (hi) : _x; })

static struct { volatile int32_t setpoint; int32_t i; } ctl = { .setpoint = 2000 };
static volatile uint32_t outbox = UINT32_MAX;

static int32_t sample(void)
{
    ADC1->CR2 |= ADC_CR2_SWSTART;
    do { } while (!(ADC1->SR & ADC_SR_EOC));
    return (int32_t)(ADC1->DR & 0xFFFu);
}

void TIM2_IRQHandler(void)
{
    TIM2->SR = ~(uint32_t)TIM_SR_UIF;
    const int32_t e = ctl.setpoint - sample();
    ctl.i = SATURATE(ctl.i + e, -20000, 20000);
    const int32_t u = (384 * e + 24 * ctl.i) >> 8;
    outbox = (uint32_t)SATURATE(u, 0, 1000);
    TIM3->CCR1 = outbox;
}

void USART2_IRQHandler(void)
{
    static union { uint8_t raw[3]; struct __attribute__((packed)) { uint8_t tag; uint8_t hi, lo; }; } frame;
    static unsigned at;
    frame.raw[at] = (uint8_t)USART2->DR;
    if (at == 0 && frame.tag != 's')
        return;
    if (++at == sizeof frame.raw) {
        ctl.setpoint = (frame.hi << 8) + frame.lo;
        at = 0;
    }
}

static void emit(uint32_t v)
{
    char text[8];
    unsigned n = 0;
    text[n++] = '\n';
    text[n++] = '\r';
    do text[n++] = (char)('0' + v % 10u); while ((v /= 10u) != 0);
    while (n--) {
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = (uint8_t)text[n];
    }
}

static void tim(TIM_TypeDef *t, uint32_t psc, uint32_t arr)
{
    t->PSC = psc - 1;
    t->ARR = arr - 1;
    t->EGR = TIM_EGR_UG;
    t->SR = 0;
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN | RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->AFR[0] |= 7u << 8 | 7u << 12 | 2u << 24;
    GPIOA->MODER |= 3u << 2 | 2u << 4 | 2u << 6 | 2u << 12;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    ADC1->SQR3 = 1;
    ADC1->CR2 = ADC_CR2_ADON;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    tim(TIM3, 16, 1000);
    TIM3->CR1 = TIM_CR1_CEN;
    tim(TIM2, 16, 2000);
    TIM2->DIER = TIM_DIER_UIE;
    TIM2->CR1 = TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        __disable_irq();
        uint32_t v = outbox;
        outbox = UINT32_MAX;
        if (v == UINT32_MAX)
            __WFI(); /* a step in between ends it, masked or not */
        __enable_irq();
        if (v != UINT32_MAX)
            emit(v);
    }
}
