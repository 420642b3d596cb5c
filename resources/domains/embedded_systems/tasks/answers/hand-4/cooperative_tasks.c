#include "stm32f405.h"
#include <stdbool.h>

volatile uint32_t dropped;
static volatile uint32_t ticks;

struct mailbox {
    uint16_t slots[4];
    uint8_t first, used;
};

struct report {
    char text[8];
    uint8_t length, at;
};

static struct mailbox box;
static struct report report;
static uint32_t sum;
static uint8_t taken;

void SysTick_Handler(void) { ticks++; }

static uint16_t adc_sample(void)
{
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) { }
    return (uint16_t)ADC1->DR;
}

static bool sampler(void)
{
    static uint32_t due = 2;
    if (ticks < due)
        return false;
    due += 2;
    uint16_t value = adc_sample();
    if (box.used == 4) {
        dropped++;
    } else {
        box.slots[(box.first + box.used) & 3] = value;
        box.used++;
    }
    return true;
}

static bool blinker(void)
{
    static uint32_t due = 5;
    if (ticks < due)
        return false;
    due += 5;
    GPIOB->ODR ^= 1u;
    return true;
}

static void to_text(uint32_t value)
{
    char digits[5];
    uint8_t n = 0, i = 0;
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (n)
        report.text[i++] = digits[--n];
    report.text[i++] = '\r';
    report.text[i++] = '\n';
    report.length = i;
    report.at = 0;
}

static bool averager(void)
{
    if (!(GPIOC->IDR & (1u << 13)) || !box.used || report.at < report.length)
        return false;
    sum += box.slots[box.first];
    box.first = (box.first + 1) & 3;
    box.used--;
    if (++taken == 4) {
        to_text(sum / 4);
        sum = taken = 0;
    }
    return true;
}

static bool reporter(void)
{
    if (report.at >= report.length)
        return false;
    if (USART2->SR & USART_SR_TXE)
        USART2->DR = (uint8_t)report.text[report.at++];
    return true;
}

int main(void)
{
    bool (*const tasks[])(void) = { blinker, sampler, averager, reporter };

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->AFR[0] |= 0x7700;
    GPIOA->MODER |= (3u << 2) | 0xA0u;
    GPIOB->MODER = (GPIOB->MODER & ~3u) | 1u;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;
    ADC1->SQR3 = 1;
    ADC1->CR2 = ADC_CR2_ADON;

    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    for (;;) {
        bool busy = false;
        for (unsigned i = 0; i < sizeof tasks / sizeof tasks[0]; i++)
            busy |= tasks[i]();
        if (!busy)
            __WFI();
    }
}
