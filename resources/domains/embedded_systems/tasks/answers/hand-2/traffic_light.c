#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)

#define RED B(0)
#define YELLOW B(1)
#define GREEN B(2)
#define CARS (RED | YELLOW | GREEN)
#define BTN 13U
#define ICSR_PENDSTCLR B(25)

void SysTick_Handler(void);
void EXTI15_10_IRQHandler(void);
int main(void);

enum { CAR_GREEN, CAR_YELLOW, RED_1, WALK, RED_2, RED_YELLOW, STATES };

static const struct {
    uint8_t cars, walk, ms;
} plan[STATES] = {
    [CAR_GREEN] = {GREEN, 0, 20},
    [CAR_YELLOW] = {YELLOW, 0, 5},
    [RED_1] = {RED, 0, 3},
    [WALK] = {RED, 1, 15},
    [RED_2] = {RED, 0, 3},
    [RED_YELLOW] = {RED | YELLOW, 0, 2},
};

/* used by the two handlers only, which have the same priority */
static uint32_t state, left, request;

static void enter(uint32_t s) {
    uint32_t on = plan[s].cars;
    state = s;
    left = plan[s].ms;
    if (s == WALK) request = 0;
    GPIOB->BSRR = on | ((CARS & ~on) << 16);
    GPIOA->BSRR = plan[s].walk ? B(5) : B(21);
}

static void advance(void) { enter(state + 1U == STATES ? CAR_GREEN : state + 1U); }

void SysTick_Handler(void) {
    if (left) left--;
    if (!left && (state != CAR_GREEN || request)) advance();
}

void EXTI15_10_IRQHandler(void) {
    EXTI->PR = B(BTN);
    request = 1;
    if (state == CAR_GREEN && !left) {
        /* the wait is over: the milliseconds count from this press */
        advance();
        SysTick->VAL = 0;
        SCB->ICSR = ICSR_PENDSTCLR;
    }
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    MODE(GPIOC, BTN, 0U);
    enter(CAR_GREEN);
    FLD(GPIOB->MODER, 0U, 6U, 0x15U);
    MODE(GPIOA, 5U, 1U);
    FLD(SYSCFG->EXTICR[BTN >> 2], 4U * (BTN & 3U), 4U, 2U);
    EXTI->FTSR |= B(BTN);
    EXTI->PR = B(BTN);
    EXTI->IMR |= B(BTN);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    for (;;) __WFI();
}
