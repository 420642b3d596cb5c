#include "stm32f405.h"

#define APB1_HZ 42000000U

void SysTick_Handler(void) {
    GPIOA->ODR ^= 1U << 5;
}

static void clock_init(void) {
    RCC->CR |= RCC_CR_HSEON;
    while (!(RCC->CR & RCC_CR_HSERDY)) {
    }
    RCC->PLLCFGR = 8U | (336U << 6) | (0U << 16) | RCC_PLLCFGR_PLLSRC_HSE | (7U << 24);
    RCC->CR |= RCC_CR_PLLON;
    while (!(RCC->CR & RCC_CR_PLLRDY)) {
    }
    FLASH->ACR = FLASH_ACR_LATENCY_5WS | FLASH_ACR_PRFTEN | FLASH_ACR_ICEN | FLASH_ACR_DCEN;
    RCC->CFGR = RCC_CFGR_PPRE1_DIV4 | RCC_CFGR_PPRE2_DIV2;
    RCC->CFGR |= RCC_CFGR_SW_PLL;
    while ((RCC->CFGR & RCC_CFGR_SWS) != RCC_CFGR_SWS_PLL) {
    }
}

int main(void) {
    clock_init();
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xCF0U) | 0x4A0U;
    USART2->BRR = (APB1_HZ + 57600U) / 115200U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    SysTick->LOAD = 42000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    for (const char *text = "168\r\n"; *text; text++) {
        while (!(USART2->SR & USART_SR_TXE)) {
        }
        USART2->DR = (uint8_t)*text;
    }
    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            USART2->DR = USART2->DR;
        }
    }
}
