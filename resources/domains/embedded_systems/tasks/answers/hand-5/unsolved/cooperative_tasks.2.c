#include "stm32f405.h"
#include <stdbool.h>

volatile uint32_t dropped;

/* Protothread-like tasks: each remembers where it was in a switch. */
#define TASK_BEGIN(state) switch (state) { case 0:
#define TASK_WAIT(state, condition) do { (state) = __LINE__; case __LINE__: if (!(condition)) return false; } while (0)
#define TASK_END(state) } (state) = 0; return true

static volatile uint32_t ticks;
static uint16_t mail[4];
static uint32_t mail_in, mail_out;
static uint32_t mean;
static bool mean_ready;

void SysTick_Handler(void) { ticks++; }

static bool sampler(void)
{
    static int state;
    static uint32_t due = 2;
    TASK_BEGIN(state);
    TASK_WAIT(state, (int32_t)(ticks - due) >= 0);
    due += 2;
    ADC1->CR2 |= ADC_CR2_SWSTART;
    TASK_WAIT(state, ADC1->SR & ADC_SR_EOC);
    if (mail_in - mail_out < 4)
        mail[mail_in++ & 3] = (uint16_t)ADC1->DR;
    else {
        (void)ADC1->DR;
        dropped++;
    }
    TASK_END(state);
}

static bool averager(void)
{
    static uint32_t sum, n;
    if (mail_in == mail_out || !(GPIOC->IDR & 1u << 13) || mean_ready)
        return false;
    sum += mail[mail_out++ & 3];
    if (++n == 4) {
        mean = sum >> 2;
        mean_ready = true;
        sum = n = 0;
    }
    return true;
}

static bool reporter(void)
{
    static char text[8];
    static unsigned left;
    if (left == 0) {
        if (!mean_ready)
            return false;
        mean_ready = false;
        text[left++] = '\n';
        text[left++] = '\r';
        do {
            text[left++] = (char)('0' + mean % 10);
            mean /= 10;
        } while (mean);
    }
    if (USART2->SR & USART_SR_TXE)
        USART2->DR = (uint8_t)text[--left];
    return true;
}

static bool blinker(void)
{
    static uint32_t due = 5;
    if ((int32_t)(ticks - due) < 0)
        return false;
    due += 5;
    GPIOB->BSRR = (GPIOB->ODR & 1) ? 1u << 16 : 1u;
    return true;
}

int main(void)
{
    RCC->AHB1ENR |= 7;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= 0xAC;
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER = (GPIOB->MODER & ~3u) | 1;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;
    ADC1->SQR3 = 1;
    ADC1->CR2 = ADC_CR2_ADON;
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    for (;;) {
        bool busy = blinker();
        busy |= sampler();
        busy |= averager();
        busy |= reporter();
        if (!busy)
            __WFI();
    }
}
