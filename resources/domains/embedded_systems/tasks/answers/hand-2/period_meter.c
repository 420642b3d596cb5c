#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define CAPN 64U

void TIM2_IRQHandler(void);
int main(void);

static volatile uint32_t cap[CAPN], caph, capt;

void TIM2_IRQHandler(void) {
    if (TIM2->SR & TIM_SR_CC1IF) {
        uint32_t h = caph;
        TIM2->SR = ~TIM_SR_CC1IF;
        cap[h % CAPN] = TIM2->CCR1;
        caph = h + 1U;
    }
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void print(uint32_t v) {
    char b[10];
    uint32_t n = 0;
    do {
        b[n++] = (char)('0' + v % 10U);
        v /= 10U;
    } while (v);
    while (n) put(b[--n]);
    put('\r');
    put('\n');
}

int main(void) {
    uint32_t prev = 0, have = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 0U, 1U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE;

    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 0xFFFFFFFFU;
    FLD(TIM2->CCMR1, 0U, 8U, 1U);
    TIM2->EGR = TIM_EGR_UG;
    TIM2->CCER |= TIM_CCER_CC1E;
    TIM2->SR = 0;
    TIM2->DIER |= TIM_DIER_CC1IE;
    TIM2->CR1 |= TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);

    for (;;) {
        __disable_irq();
        if (caph == capt) __WFI();
        __enable_irq();
        while (caph != capt) {
            uint32_t t = capt, now = cap[t % CAPN];
            capt = t + 1U;
            if (have) print(now - prev);
            have = 1;
            prev = now;
        }
    }
}
