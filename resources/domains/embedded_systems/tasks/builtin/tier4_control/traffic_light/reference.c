#include "stm32f405.h"

#define RED (1U << 0)
#define YELLOW (1U << 1)
#define GREEN (1U << 2)
#define WALK (1U << 5)

typedef enum { CAR_GREEN, CAR_YELLOW, ALL_RED, WALKING, ALL_RED_AGAIN, RED_YELLOW } state;

static volatile uint32_t milliseconds;
static volatile uint32_t requested;

void SysTick_Handler(void) {
    milliseconds++;
}

void EXTI15_10_IRQHandler(void) {
    EXTI->PR = 1U << 13;
    requested = 1;
}

static void show(state now) {
    uint32_t cars;
    switch (now) {
    case CAR_GREEN:
        cars = GREEN;
        break;
    case CAR_YELLOW:
        cars = YELLOW;
        break;
    case RED_YELLOW:
        cars = RED | YELLOW;
        break;
    default:
        cars = RED;
        break;
    }
    GPIOB->BSRR = ((~cars & 7U) << 16) | cars;
    GPIOA->BSRR = now == WALKING ? WALK : WALK << 16;
}

static void init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN | RCC_AHB1ENR_GPIOCEN;
    RCC->APB2ENR |= RCC_APB2ENR_SYSCFGEN;
    show(CAR_GREEN);
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 10)) | (1U << 10);
    GPIOB->MODER = (GPIOB->MODER & ~0x3FU) | 0x15U;
    SYSCFG->EXTICR[3] = (SYSCFG->EXTICR[3] & ~(15U << 4)) | (2U << 4);
    EXTI->FTSR |= 1U << 13;
    EXTI->IMR |= 1U << 13;
    NVIC_EnableIRQ(EXTI15_10_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

int main(void) {
    static const uint32_t duration[6] = {20, 5, 3, 15, 3, 2};
    state now = CAR_GREEN;
    uint32_t since = 0;
    init();
    for (;;) {
        __disable_irq();
        uint32_t passed = milliseconds - since;
        if (passed >= duration[now] && (now != CAR_GREEN || requested)) {
            now = now == RED_YELLOW ? CAR_GREEN : (state)(now + 1);
            if (now == WALKING) {
                requested = 0;
            }
            since = milliseconds;
            show(now);
        } else {
            __WFI();
        }
        __enable_irq();
    }
}
