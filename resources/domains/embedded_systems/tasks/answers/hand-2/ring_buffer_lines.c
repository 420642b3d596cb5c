#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define RXN 128U
#define LINE 30U

volatile uint32_t received;

void USART2_IRQHandler(void);
int main(void);

static volatile uint8_t rxd[RXN];
static volatile uint32_t rxh, rxt;

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t c = (uint8_t)USART2->DR;
        uint32_t h = rxh;
        received++;
        if (h - rxt < RXN) {
            rxd[h % RXN] = c;
            rxh = h + 1U;
        }
    }
}

static void put(uint8_t c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = c;
}

int main(void) {
    uint8_t line[LINE];
    uint32_t n = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    for (;;) {
        __disable_irq();
        if (rxh == rxt) __WFI();
        __enable_irq();
        while (rxh != rxt) {
            uint32_t t = rxt;
            uint8_t c = rxd[t % RXN];
            rxt = t + 1U;
            if (c != '\n') {
                if (n < LINE) line[n++] = c;
                continue;
            }
            while (n) put(line[--n]);
            put('\n');
        }
    }
}
