#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define WORDS 64U
#define RXN 256U
#define S0_FLAGS 0x3DU
#define S0_TC B(5)
#define FCR_DMDIS B(2)
#define FCR_FTH_FULL 3U
#define MOVE (DMA_SxCR_DIR_M2M | DMA_SxCR_PINC | DMA_SxCR_MINC | DMA_SxCR_PSIZE_32 | DMA_SxCR_MSIZE_32 | DMA_SxCR_TCIE)

uint32_t source[WORDS];
uint32_t destination[WORDS];
volatile uint32_t transfers;

void DMA2_Stream0_IRQHandler(void);
void USART2_IRQHandler(void);
int main(void);

static volatile uint8_t rxd[RXN];
static volatile uint32_t rxh, rxt;

void DMA2_Stream0_IRQHandler(void) {
    uint32_t f = DMA2->LISR & S0_FLAGS;
    DMA2->LIFCR = f;
    if (f & S0_TC) transfers++;
}

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t c = (uint8_t)USART2->DR;
        uint32_t h = rxh;
        if (h - rxt < RXN) {
            rxd[h % RXN] = c;
            rxh = h + 1U;
        }
    }
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void copy(void) {
    DMA_Stream_TypeDef *s = &DMA2->S[0];
    uint32_t goal = transfers + 1U;
    while (s->CR & DMA_SxCR_EN) {
    }
    DMA2->LIFCR = S0_FLAGS;
    s->PAR = (uint32_t)source;
    s->M0AR = (uint32_t)destination;
    s->NDTR = WORDS;
    s->FCR = FCR_DMDIS | FCR_FTH_FULL;
    s->CR = MOVE;
    __DSB();
    s->CR = MOVE | DMA_SxCR_EN;
    while (transfers != goal) {
        __disable_irq();
        if (transfers != goal) __WFI();
        __enable_irq();
    }
    __DSB();
}

static void serve(uint32_t v) {
    uint32_t sum = 0;
    for (uint32_t i = 0; i < WORDS; i++) {
        source[i] = v;
        v = v * 1664525U + 1013904223U;
    }
    copy();
    for (uint32_t i = 0; i < WORDS; i++) sum += destination[i];
    for (int s = 28; s >= 0; s -= 4) put("0123456789ABCDEF"[(sum >> s) & 15U]);
    put('\r');
    put('\n');
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA2EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(DMA2_Stream0_IRQn);
    NVIC_EnableIRQ(USART2_IRQn);
    for (;;) {
        __disable_irq();
        if (rxh == rxt) __WFI();
        __enable_irq();
        while (rxh != rxt) {
            uint32_t t = rxt;
            uint32_t v = rxd[t % RXN];
            rxt = t + 1U;
            serve(v);
        }
    }
}
