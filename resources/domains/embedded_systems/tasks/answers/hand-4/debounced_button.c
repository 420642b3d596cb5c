#include "stm32f405.h"

volatile uint32_t presses;

#define HISTORY_MASK 0x1Fu

/* The last five samples as bits; 1 means pressed. */
static uint8_t history;
static _Bool pressed;

void SysTick_Handler(void)
{
    history = (uint8_t)((history << 1) | !(GPIOC->IDR & (1u << 13))) & HISTORY_MASK;

    if (!pressed && history == HISTORY_MASK) {
        pressed = 1;
        presses++;
        GPIOA->ODR ^= (1u << 5);
    } else if (pressed && history == 0) {
        pressed = 0;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOCEN;
    GPIOA->MODER = (GPIOA->MODER & ~(3u << 10)) | (1u << 10);
    GPIOC->MODER &= ~(3u << 26);

    SysTick->LOAD = 15999u;
    SysTick->VAL = 0u;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    SCB->SCR |= SCB_SCR_SLEEPONEXIT;
    for (;;)
        __asm volatile ("dsb\n\twfi" ::: "memory");
}
