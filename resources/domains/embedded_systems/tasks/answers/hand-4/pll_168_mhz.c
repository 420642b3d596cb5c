#include "stm32f405.h"

struct pll_config {
    uint8_t m;
    uint16_t n;
    uint8_t p;
    uint8_t q;
};

static const struct pll_config pll = { .m = 8, .n = 336, .p = 2, .q = 7 };

static inline void wait_set(const volatile uint32_t *reg, uint32_t bits)
{
    while ((*reg & bits) != bits) {
    }
}

void SysTick_Handler(void)
{
    GPIOA->ODR ^= 1u << 5;
}

static void clock_init(const struct pll_config *c)
{
    RCC->CR |= RCC_CR_HSEON;
    wait_set(&RCC->CR, RCC_CR_HSERDY);

    RCC->APB1ENR |= RCC_APB1ENR_PWREN;
    PWR->CR |= 1u << 14;

    FLASH->ACR = FLASH_ACR_PRFTEN | FLASH_ACR_ICEN | FLASH_ACR_DCEN | FLASH_ACR_LATENCY_5WS;
    while ((FLASH->ACR & 7u) != 5u) {
    }

    RCC->CFGR |= RCC_CFGR_PPRE1_DIV4 | RCC_CFGR_PPRE2_DIV2;
    RCC->PLLCFGR = (uint32_t)c->m | ((uint32_t)c->n << 6) | (((uint32_t)c->p / 2u - 1u) << 16)
                 | RCC_PLLCFGR_PLLSRC_HSE | ((uint32_t)c->q << 24);
    RCC->CR |= RCC_CR_PLLON;
    wait_set(&RCC->CR, RCC_CR_PLLRDY);

    RCC->CFGR = (RCC->CFGR & ~3u) | RCC_CFGR_SW_PLL;
    while ((RCC->CFGR & RCC_CFGR_SWS) != RCC_CFGR_SWS_PLL) {
    }
}

static void put(const char *s)
{
    for (; *s; s++) {
        while (!(USART2->SR & USART_SR_TXE)) {
        }
        USART2->DR = (uint32_t)(unsigned char)*s;
    }
}

int main(void)
{
    clock_init(&pll);

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700u;
    GPIOA->MODER = (GPIOA->MODER & ~0xCF0u) | 0x4A0u;

    SysTick->LOAD = 168000000u / 4000u - 1u;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    USART2->BRR = 0x16D; /* 42 MHz / 115200 = 364.58 */
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    put("168\r\n");

    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            char echo[2] = { (char)USART2->DR, 0 };
            while (!(USART2->SR & USART_SR_TXE)) {
            }
            USART2->DR = (uint8_t)echo[0];
        }
    }
}
