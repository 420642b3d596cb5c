#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)

#define ROUNDS 6000U

volatile uint32_t checksum = 1;

void TIM2_IRQHandler(void);
void TIM3_IRQHandler(void);
int main(void);

static inline void flip(uint32_t m) { GPIOB->BSRR = (GPIOB->ODR & m) ? m << 16 : m; }

void TIM2_IRQHandler(void) {
    TIM2->SR = ~TIM_SR_UIF;
    flip(B(0));
}

void TIM3_IRQHandler(void) {
    TIM3->SR = ~TIM_SR_UIF;
    for (uint32_t i = 0; i < ROUNDS; i++) checksum = checksum * 1103515245U + 12345U;
    flip(B(1));
}

static void timer(TIM_TypeDef *t, uint32_t us) {
    t->PSC = 16U - 1U;
    t->ARR = us - 1U;
    t->EGR = TIM_EGR_UG;
    t->SR = 0;
    t->DIER |= TIM_DIER_UIE;
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN;
    GPIOB->BSRR = B(16) | B(17);
    MODE(GPIOB, 0U, 1U);
    MODE(GPIOB, 1U, 1U);
    timer(TIM2, 500);
    timer(TIM3, 10000);
    NVIC_SetPriority(TIM2_IRQn, 1);
    NVIC_SetPriority(TIM3_IRQn, 8);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    TIM2->CR1 |= TIM_CR1_CEN;
    TIM3->CR1 |= TIM_CR1_CEN;
    for (;;) __WFI();
}
