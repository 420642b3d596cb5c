#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define TASKS 3U

void SysTick_Handler(void);
void USART2_IRQHandler(void);
int main(void);

static volatile uint32_t ms, off;
static struct {
    uint32_t period, due;
} task[TASKS] = {{3, 3}, {7, 7}, {20, 20}};

void SysTick_Handler(void) { ms++; }

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint32_t k = (USART2->DR & 0xFFU) - 'a';
        if (k < TASKS) off ^= B(k);
    }
}

static void step(uint32_t now) {
    uint32_t m = 0;
    for (uint32_t i = 0; i < TASKS; i++) {
        if (task[i].due == now) {
            task[i].due += task[i].period;
            m |= B(i);
        }
    }
    m &= ~off;
    if (m) {
        uint32_t o = GPIOB->ODR;
        GPIOB->BSRR = ((o & m) << 16) | (~o & m);
    }
}

int main(void) {
    uint32_t now = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->BSRR = 7U << 16;
    FLD(GPIOB->MODER, 0U, 6U, 0x15U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    for (;;) {
        __disable_irq();
        if (ms == now) __WFI();
        __enable_irq();
        while (now != ms) step(++now);
    }
}
