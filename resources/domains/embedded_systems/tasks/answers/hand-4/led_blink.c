#include "stm32f405.h"

#define CORE_HZ      16000000u
#define TICK_HZ      1000u
#define BLINK_TICKS  10u

#define LED_PORT     GPIOA
#define LED_PIN      5u
#define LED_TOGGLE() (LED_PORT->BSRR = (LED_PORT->ODR & (1u << LED_PIN)) ? (1u << (LED_PIN + 16u)) : (1u << LED_PIN))

static volatile uint32_t g_ticks;

static inline uint32_t millis(void) { return g_ticks; }

void SysTick_Handler(void)
{
    ++g_ticks;
}

static uint32_t SysTick_Config(uint32_t ticks)
{
    if ((ticks - 1u) > 0xFFFFFFu)
        return 1u;
    SysTick->LOAD = ticks - 1u;
    NVIC_SetPriority(SysTick_IRQn, 15u);
    SysTick->VAL = 0u;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    return 0u;
}

int main(void)
{
    uint32_t next = BLINK_TICKS;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    LED_PORT->MODER &= ~(0x3u << (LED_PIN * 2u));
    LED_PORT->MODER |= 0x1u << (LED_PIN * 2u);

    if (SysTick_Config(CORE_HZ / TICK_HZ) != 0u)
        for (;;)
            ;

    for (;;) {
        if ((int32_t)(millis() - next) >= 0) {
            LED_TOGGLE();
            next += BLINK_TICKS;
        }
        __WFI();
    }
}
