#include "stm32f405.h"
#include <string.h>

uint32_t ram_vectors[98] __attribute__((aligned(512)));
uint32_t application_stack[128] __attribute__((aligned(8)));

#define VECTOR_SYSTICK 15

static void put(const char *s)
{
    for (; *s; ++s) {
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = (uint8_t)*s;
    }
}

static uint8_t get(void)
{
    while (!(USART2->SR & USART_SR_RXNE)) { }
    return (uint8_t)USART2->DR;
}

void SysTick_Handler(void) { GPIOB->ODR ^= 1u << 0; }

static void app_tick(void) { GPIOB->ODR ^= 1u << 1; }

static void systick(uint32_t cycles)
{
    SysTick->LOAD = cycles - 1u;
    SysTick->VAL = 0u;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

__attribute__((noreturn, noinline, used)) static void application(void)
{
    __enable_irq();
    put("APP\r\n");
    systick(32000u);
    for (;;) {
        char echo[2] = { (char)get(), '\0' };
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = (uint8_t)echo[0];
    }
}

__attribute__((naked, noreturn)) static void jump(uint32_t sp __attribute__((unused)), void (*entry)(void) __attribute__((unused)))
{
    __asm volatile(
        "msr msp, r0\n"
        "dsb\n"
        "isb\n"
        "bx r1\n");
}

static void __attribute__((noreturn)) start_application(void)
{
    __disable_irq();
    SysTick->CTRL = 0u;
    SCB->ICSR = 1u << 25;
    while (!(USART2->SR & USART_SR_TC)) { }

    memcpy(ram_vectors, (const void *)0x08000000u, sizeof ram_vectors);
    ram_vectors[VECTOR_SYSTICK] = (uint32_t)app_tick;
    SCB->VTOR = (uint32_t)ram_vectors;
    __DSB();
    __ISB();
    jump((uint32_t)(application_stack + 128), application);
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700u;
    GPIOA->MODER |= 0xA0u;
    GPIOB->MODER = (GPIOB->MODER & ~0xFu) | 0x5u;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    put("BOOT\r\n");
    systick(16000u);
    while (get() != 'g') { }
    start_application();
}
