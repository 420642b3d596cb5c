#include "stm32f405.h"
#include <string.h>

uint32_t ram_vectors[98] __attribute__((aligned(512)));
uint32_t application_stack[128] __attribute__((aligned(8)));

static void puts_uart(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
}

void SysTick_Handler(void)
{
    GPIOB->ODR ^= 1;
}

static void App_SysTick(void)
{
    GPIOB->ODR ^= 2;
}

static void application(void)
{
    __enable_irq();
    puts_uart("APP\r\n");
    SysTick->LOAD = 32000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        uint8_t c = USART2->DR;
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = c;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    GPIOB->MODER = (GPIOB->MODER & ~0xF) | 5;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    puts_uart("BOOT\r\n");
    SysTick->LOAD = 16000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        if (USART2->DR == 'g')
            break;
    }
    __disable_irq();
    SysTick->CTRL = 0;
    SCB->ICSR = 1 << 25;
    memcpy(ram_vectors, (void *)0x08000000, sizeof(ram_vectors));
    ram_vectors[15] = (uint32_t)App_SysTick;
    SCB->VTOR = (uint32_t)ram_vectors;
    __set_MSP((uint32_t)&application_stack[128]);
    application();
}
