#include "stm32f405.h"
#include <stdbool.h>
#include <stddef.h>

struct state;
typedef const struct state *(*guard_fn)(void);

struct state {
    uint16_t set_b;
    uint16_t set_a;
    uint8_t least_ms;
    bool needs_request;
    bool clears_request;
    const struct state *next;
};

static const struct state car_green, car_yellow, all_red, walk, all_red_again, red_and_yellow;

static const struct state car_green = { .set_b = 1 << 2, .least_ms = 20, .needs_request = true, .next = &car_yellow };
static const struct state car_yellow = { .set_b = 1 << 1, .least_ms = 5, .next = &all_red };
static const struct state all_red = { .set_b = 1 << 0, .least_ms = 3, .next = &walk };
static const struct state walk = { .set_b = 1 << 0, .set_a = 1 << 5, .least_ms = 15, .clears_request = true, .next = &all_red_again };
static const struct state all_red_again = { .set_b = 1 << 0, .least_ms = 3, .next = &red_and_yellow };
static const struct state red_and_yellow = { .set_b = 3 << 0, .least_ms = 2, .next = &car_green };

static const struct state *volatile now = &car_green;
static volatile uint32_t age;
static volatile bool wanted;

static void go(const struct state *s)
{
    now = s;
    age = 0;
    if (s->clears_request)
        wanted = false;
    GPIOB->BSRR = ((uint32_t)(7u & ~s->set_b) << 16) | s->set_b;
    GPIOA->BSRR = s->set_a ? s->set_a : (1u << 5) << 16;
}

void SysTick_Handler(void)
{
    const struct state *s = now;

    age += 1;
    if (age >= s->least_ms && (!s->needs_request || wanted))
        go(s->next);
}

void EXTI15_10_IRQHandler(void)
{
    if (EXTI->PR & (1u << 13)) {
        EXTI->PR = 1u << 13;
        wanted = true;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    go(&car_green);
    GPIOA->MODER = (GPIOA->MODER & ~(3u << 10)) | (1u << 10);
    GPIOB->MODER = (GPIOB->MODER & ~0x3Fu) | 0x15u;
    SYSCFG->EXTICR[3] = (SYSCFG->EXTICR[3] & ~0xF0u) | 0x20u;
    EXTI->FTSR |= 1u << 13;
    EXTI->PR = 1u << 13;
    EXTI->IMR |= 1u << 13;
    NVIC_SetPriority(SysTick_IRQn, 3);
    NVIC_SetPriority(EXTI15_10_IRQn, 3);
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    SysTick->LOAD = 16000u - 1u;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    while (true) {
        __WFI();
    }
}
