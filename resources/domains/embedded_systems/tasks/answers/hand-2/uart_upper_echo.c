#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define N 256U

static struct {
    uint8_t d[N];
    uint32_t h, t;
} q;

static inline void push(uint32_t c) {
    if (q.h - q.t < N) q.d[q.h++ % N] = (uint8_t)c;
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    for (;;) {
        uint32_t sr = USART2->SR;
        if (sr & USART_SR_RXNE) {
            uint32_t c = USART2->DR & 0xFFU;
            push(c - 'a' < 26U ? c - 32U : c);
            if (c == '\r') push('\n');
        }
        if ((sr & USART_SR_TXE) && q.h != q.t) USART2->DR = q.d[q.t++ % N];
    }
}
