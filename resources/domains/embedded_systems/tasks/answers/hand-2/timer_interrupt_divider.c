#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)

volatile uint32_t overflows;

void TIM2_IRQHandler(void);
int main(void);

static struct {
    GPIO_TypeDef *port;
    uint32_t pin, ratio, n;
} div_[] = {{GPIOA, 5, 5, 0}, {GPIOB, 0, 7, 0}};

#define DIVS (sizeof div_ / sizeof div_[0])

void TIM2_IRQHandler(void) {
    if (!(TIM2->SR & TIM_SR_UIF)) return;
    TIM2->SR = ~TIM_SR_UIF;
    overflows++;
    if (!(GPIOC->IDR & B(13))) return;
    for (uint32_t i = 0; i < DIVS; i++) {
        if (++div_[i].n < div_[i].ratio) continue;
        div_[i].n = 0;
        uint32_t m = B(div_[i].pin);
        div_[i].port->BSRR = (div_[i].port->ODR & m) ? m << 16 : m;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    MODE(GPIOC, 13U, 0U);
    GPIOA->BSRR = B(21);
    GPIOB->BSRR = B(16);
    MODE(GPIOA, 5U, 1U);
    MODE(GPIOB, 0U, 1U);
    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 1000U - 1U;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER |= TIM_DIER_UIE;
    TIM2->CR1 |= TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);
    for (;;) __WFI();
}
