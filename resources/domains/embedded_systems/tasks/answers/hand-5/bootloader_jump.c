#include "stm32f405.h"

uint32_t ram_vectors[98] __attribute__((aligned(512)));
uint32_t application_stack[128] __attribute__((aligned(8)));

typedef void (*entry_t)(void);

static void send(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE))
            ;
        USART2->DR = *s++;
    }
}

static void tick_every(uint32_t ms)
{
    SysTick->LOAD = 16000 * ms - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_ENABLE | SysTick_CTRL_TICKINT | SysTick_CTRL_CLKSOURCE;
}

void SysTick_Handler(void)
{
    GPIOB->ODR ^= 1;
}

static void application_tick(void)
{
    GPIOB->ODR ^= 2;
}

static void application(void)
{
    __asm volatile("cpsie i" : : : "memory");
    send("APP\r\n");
    tick_every(2);
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE))
            ;
        uint8_t c = USART2->DR;
        while (!(USART2->SR & USART_SR_TXE))
            ;
        USART2->DR = c;
    }
}

__attribute__((noinline, noreturn)) static void boot(uint32_t stack, entry_t entry)
{
    __asm volatile("msr msp, %0\n"
                   "isb\n"
                   "bx %1\n"
                   : : "r" (stack), "r" (entry) : "memory");
    __builtin_unreachable();
}

int main(void)
{
    RCC->AHB1ENR |= 3;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER = (GPIOB->MODER & ~0xF) | 5;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    send("BOOT\r\n");
    tick_every(1);

    uint8_t c;
    do {
        while (!(USART2->SR & USART_SR_RXNE))
            ;
        c = USART2->DR;
    } while (c != 'g');

    __asm volatile("cpsid i" ::: "memory");
    SysTick->CTRL = 0;
    SCB->ICSR = 1UL << 25;
    while (!(USART2->SR & USART_SR_TC))
        ;
    const uint32_t *flash = (const uint32_t *)0x08000000;
    for (int i = 0; i < 98; i++)
        ram_vectors[i] = flash[i];
    ram_vectors[15] = (uint32_t)&application_tick;
    SCB->VTOR = (uint32_t)&ram_vectors[0];
    __asm volatile("dsb\nisb");
    boot((uint32_t)&application_stack[128], application);
}
