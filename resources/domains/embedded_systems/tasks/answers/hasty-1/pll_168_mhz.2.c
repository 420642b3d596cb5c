#include "stm32f405.h"

static volatile uint32_t ticks;

void SysTick_Handler(void)
{
    ticks++;
    GPIOA->ODR ^= (1 << 5);
}

static void SystemClock_Config(void)
{
    RCC->CR |= RCC_CR_HSEON;
    while (!(RCC->CR & RCC_CR_HSERDY));

    FLASH->ACR |= FLASH_ACR_LATENCY_5WS;

    RCC->PLLCFGR = 8 | (336 << 6) | (0 << 16) | RCC_PLLCFGR_PLLSRC_HSE | (7 << 24);
    RCC->CFGR |= RCC_CFGR_PPRE1_DIV4 | RCC_CFGR_PPRE2_DIV2;
    RCC->CR |= RCC_CR_PLLON;
    while (!(RCC->CR & RCC_CR_PLLRDY));

    RCC->CFGR |= RCC_CFGR_SW_PLL;
    while ((RCC->CFGR & RCC_CFGR_SWS) != RCC_CFGR_SWS_PLL);
}

int main(void)
{
    SystemClock_Config();
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= (1 << 10) | (2 << 4) | (2 << 6);
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 42000000 / 115200;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    SysTick->LOAD = 42000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    const char *msg = "168\r\n";
    while (*msg) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *msg++;
    }
    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        char c = USART2->DR;
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = c;
    }
}
