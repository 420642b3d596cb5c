#include "stm32f405.h"
#include <stdbool.h>

typedef enum { CAR_GREEN, CAR_YELLOW, ALL_RED_1, WALK, ALL_RED_2, RED_YELLOW, N_STATES } state_t;

#define RED (1u << 0)
#define YEL (1u << 1)
#define GRN (1u << 2)

static const struct {
    uint8_t cars;
    bool walk;
    uint8_t ms;
} table[N_STATES] = {
    [CAR_GREEN]  = { GRN, false, 20 },
    [CAR_YELLOW] = { YEL, false, 5 },
    [ALL_RED_1]  = { RED, false, 3 },
    [WALK]       = { RED, true, 15 },
    [ALL_RED_2]  = { RED, false, 3 },
    [RED_YELLOW] = { RED | YEL, false, 2 },
};

static volatile state_t state = CAR_GREEN;
static volatile bool request;
static volatile uint32_t in_state;

static void enter(state_t next)
{
    state = next;
    in_state = 0;
    GPIOB->BSRR = (uint32_t)table[next].cars | ((uint32_t)(~table[next].cars & 7u) << 16);
    GPIOA->BSRR = table[next].walk ? (1u << 5) : (1u << 21);
    if (next == WALK)
        request = false;
}

void EXTI15_10_IRQHandler(void)
{
    EXTI->PR = 1u << 13;
    request = true;
}

void SysTick_Handler(void)
{
    in_state++;
    if (in_state < table[state].ms)
        return;
    if (state == CAR_GREEN && !request)
        return;
    enter((state_t)((state + 1) % N_STATES));
}

int main(void)
{
    RCC->AHB1ENR |= 7u;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3u << 10)) | (1u << 10);
    GPIOB->MODER = (GPIOB->MODER & ~0x3Fu) | 0x15u;
    enter(CAR_GREEN);

    SYSCFG->EXTICR[3] |= 2u << 4;
    EXTI->FTSR |= 1u << 13;
    EXTI->IMR |= 1u << 13;
    NVIC_EnableIRQ(EXTI15_10_IRQn);

    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    for (;;)
        __WFI();
}
