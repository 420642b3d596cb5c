#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)

#define BTN 13U
#define SIG 0U

volatile uint32_t edges;

void EXTI0_IRQHandler(void);
void EXTI15_10_IRQHandler(void);
int main(void);

static inline void flip(GPIO_TypeDef *g, uint32_t m) {
    uint32_t o = g->ODR;
    g->BSRR = ((o & m) << 16) | (~o & m);
}

void EXTI0_IRQHandler(void) {
    EXTI->PR = B(SIG);
    uint32_t n = edges + 1U;
    edges = n;
    if (!(n & 3U)) flip(GPIOB, B(0));
}

void EXTI15_10_IRQHandler(void) {
    EXTI->PR = B(BTN);
    flip(GPIOA, B(5));
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    GPIOA->BSRR = B(21);
    GPIOB->BSRR = B(16);
    MODE(GPIOA, 5U, 1U);
    MODE(GPIOB, 0U, 1U);
    MODE(GPIOA, SIG, 0U);
    MODE(GPIOC, BTN, 0U);
    FLD(SYSCFG->EXTICR[SIG >> 2], 4U * (SIG & 3U), 4U, 0U);
    FLD(SYSCFG->EXTICR[BTN >> 2], 4U * (BTN & 3U), 4U, 2U);
    EXTI->RTSR |= B(SIG);
    EXTI->FTSR |= B(SIG) | B(BTN);
    EXTI->PR = B(SIG) | B(BTN);
    EXTI->IMR |= B(SIG) | B(BTN);
    NVIC_EnableIRQ(EXTI0_IRQn);
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    for (;;) __WFI();
}
