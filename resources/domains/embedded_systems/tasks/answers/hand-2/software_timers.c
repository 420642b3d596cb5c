#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define TIMERS 8U
#define N_MAX 250U
#define TXN 256U

void SysTick_Handler(void);
void USART2_IRQHandler(void);
int main(void);

/* both handlers have the same priority: neither interrupts the other */
static uint8_t left[TIMERS];
static uint8_t txd[TXN];
static uint32_t txh, txt;

void SysTick_Handler(void) {
    for (uint32_t i = 0; i < TIMERS; i++) {
        if (left[i] && --left[i] == 0 && txh - txt < TXN) txd[txh++ % TXN] = (uint8_t)('A' + i);
    }
    if (txh != txt) USART2->CR1 |= USART_CR1_TXEIE;
}

static void command(uint8_t c) {
    static uint32_t sel = TIMERS;
    if (sel == TIMERS) {
        if (c >= 'a' && c < 'a' + TIMERS) sel = c - (uint32_t)'a';
    } else {
        if (c <= N_MAX) left[sel] = c;
        sel = TIMERS;
    }
}

void USART2_IRQHandler(void) {
    uint32_t sr = USART2->SR;
    if (sr & (USART_SR_RXNE | USART_SR_ORE)) command((uint8_t)USART2->DR);
    if ((USART2->CR1 & USART_CR1_TXEIE) && (sr & USART_SR_TXE)) {
        if (txh != txt) USART2->DR = txd[txt++ % TXN];
        if (txh == txt) USART2->CR1 &= ~USART_CR1_TXEIE;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) __WFI();
}
