#include "stm32f405.h"

#define PLACES 4U
#define MEAN_OF 4U

volatile uint32_t dropped;

static volatile uint32_t milliseconds;
static uint32_t mailbox[PLACES];
static uint32_t waiting;
static char text[16];
static uint32_t text_length;
static uint32_t text_sent;

void SysTick_Handler(void) {
    milliseconds++;
}

static void init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xFCU) | 0xACU;
    GPIOB->MODER = (GPIOB->MODER & ~3U) | 1U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;
    ADC1->SMPR2 = 4U << 3;
    ADC1->SQR3 = 1U;
    ADC1->CR2 = ADC_CR2_ADON;
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

static void sampler(uint32_t now) {
    static uint32_t next = 2;
    if (now < next) {
        return;
    }
    next += 2U;
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    uint32_t value = ADC1->DR;
    if (waiting == PLACES) {
        dropped++;
        return;
    }
    mailbox[waiting] = value;
    waiting++;
}

static void report(uint32_t value) {
    char digits[10];
    uint32_t count = 0;
    do {
        digits[count] = (char)('0' + value % 10U);
        value /= 10U;
        count++;
    } while (value != 0U);
    text_length = 0;
    text_sent = 0;
    while (count > 0U) {
        count--;
        text[text_length] = digits[count];
        text_length++;
    }
    text[text_length] = '\r';
    text[text_length + 1U] = '\n';
    text_length += 2U;
}

static void averager(void) {
    static uint32_t sum;
    static uint32_t taken;
    if (!(GPIOC->IDR & (1U << 13))) {
        return;
    }
    for (uint32_t index = 0; index < waiting; index++) {
        sum += mailbox[index];
        taken++;
        if (taken == MEAN_OF) {
            report(sum / MEAN_OF);
            sum = 0;
            taken = 0;
        }
    }
    waiting = 0;
}

static void reporter(void) {
    while (text_sent < text_length && (USART2->SR & USART_SR_TXE)) {
        USART2->DR = (uint8_t)text[text_sent];
        text_sent++;
    }
}

static void blinker(uint32_t now) {
    static uint32_t next = 5;
    if (now >= next) {
        next += 5U;
        GPIOB->ODR ^= 1U << 0;
    }
}

int main(void) {
    init();
    for (;;) {
        uint32_t now = milliseconds;
        blinker(now);
        sampler(now);
        averager();
        reporter();
        if (now == milliseconds && text_sent == text_length) {
            __WFI();
        }
    }
}
