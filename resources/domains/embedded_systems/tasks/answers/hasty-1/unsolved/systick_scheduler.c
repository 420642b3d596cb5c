#include "stm32f405.h"

static volatile uint32_t ms;
static volatile uint8_t on[3] = {1, 1, 1};

void SysTick_Handler(void)
{
    ms++;
    if (ms % 3 == 0 && on[0]) GPIOB->ODR ^= 1;
    if (ms % 7 == 0 && on[1]) GPIOB->ODR ^= 2;
    if (ms % 20 == 0 && on[2]) GPIOB->ODR ^= 4;
}

void USART2_IRQHandler(void)
{
    char c = USART2->DR;
    if (c >= 'a' && c <= 'c')
        on[c - 'a'] ^= 1;
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->MODER = (GPIOB->MODER & ~0x3F) | 0x15;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    while (1)
        __WFI();
}
