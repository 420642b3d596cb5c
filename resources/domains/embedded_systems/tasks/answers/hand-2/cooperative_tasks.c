#include "stm32f405.h"
#include <stddef.h>

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define SLOTS 4U
#define TXN 64U

volatile uint32_t dropped;

void SysTick_Handler(void);
void USART2_IRQHandler(void);
int main(void);

static volatile uint32_t ms;
static struct {
    uint16_t v[SLOTS];
    uint32_t h, t;
} box;
static struct {
    uint32_t sum, n;
} avg;
static volatile uint8_t txd[TXN];
static volatile uint32_t txh, txt;

void SysTick_Handler(void) { ms++; }

void USART2_IRQHandler(void) {
    if ((USART2->CR1 & USART_CR1_TXEIE) && (USART2->SR & USART_SR_TXE)) {
        uint32_t t = txt;
        if (t != txh) {
            USART2->DR = txd[t % TXN];
            txt = ++t;
        }
        if (t == txh) USART2->CR1 &= ~USART_CR1_TXEIE;
    }
}

static void put(char c) {
    uint32_t h = txh;
    if (h - txt < TXN) {
        txd[h % TXN] = (uint8_t)c;
        txh = h + 1U;
    }
}

static void report(uint32_t v) {
    char b[5];
    uint32_t n = 0;
    do {
        b[n++] = (char)('0' + v % 10U);
        v /= 10U;
    } while (v);
    while (n) put(b[--n]);
    put('\r');
    put('\n');
    __disable_irq();
    USART2->CR1 |= USART_CR1_TXEIE;
    __enable_irq();
}

static void blink(void) {
    uint32_t o = GPIOB->ODR & B(0);
    GPIOB->BSRR = o ? B(16) : B(0);
}

static void average(void) {
    while (box.h != box.t && (GPIOC->IDR & B(13))) {
        avg.sum += box.v[box.t++ % SLOTS];
        if (++avg.n == 4U) {
            report(avg.sum / 4U);
            avg.sum = avg.n = 0;
        }
    }
}

static void sample(void) {
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    uint16_t v = (uint16_t)ADC1->DR;
    if (box.h - box.t < SLOTS) box.v[box.h++ % SLOTS] = v;
    else dropped++;
}

static struct {
    void (*fn)(void);
    uint32_t period, due;
} job[] = {{blink, 5, 5}, {average, 1, 1}, {sample, 2, 2}, {average, 1, 1}};

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOB->BSRR = B(16);
    MODE(GPIOB, 0U, 1U);
    MODE(GPIOA, 1U, 3U);
    MODE(GPIOC, 13U, 0U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    FLD(ADC1->SMPR2, 3U, 3U, 1U);
    FLD(ADC1->SQR1, 20U, 4U, 0U);
    FLD(ADC1->SQR3, 0U, 5U, 1U);
    ADC1->CR2 |= ADC_CR2_ADON;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    uint32_t seen = 0;
    for (;;) {
        __disable_irq();
        if (ms == seen) __WFI();
        __enable_irq();
        while (seen != ms) {
            seen++;
            for (size_t i = 0; i < sizeof job / sizeof job[0]; i++) {
                if (job[i].due == seen) {
                    job[i].due += job[i].period;
                    job[i].fn();
                }
            }
        }
    }
}
