#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define CORE_HZ 168000000U
#define APB1_HZ 42000000U
#define BAUD 115200U
#define RXN 64U

void SysTick_Handler(void);
void USART2_IRQHandler(void);
int main(void);

static volatile uint8_t rxd[RXN];
static volatile uint32_t rxh, rxt;

void SysTick_Handler(void) { GPIOA->BSRR = (GPIOA->ODR & B(5)) ? B(21) : B(5); }

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t c = (uint8_t)USART2->DR;
        uint32_t h = rxh;
        if (h - rxt < RXN) {
            rxd[h % RXN] = c;
            rxh = h + 1U;
        }
    }
}

static void put(uint8_t c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = c;
}

static void clock_up(void) {
    RCC->CR |= RCC_CR_HSEON;
    while (!(RCC->CR & RCC_CR_HSERDY)) {
    }
    uint32_t p = RCC->PLLCFGR;
    p &= ~((0x3FU << 0) | (0x1FFU << 6) | (3U << 16) | RCC_PLLCFGR_PLLSRC_HSE | (15U << 24));
    p |= (8U << 0) | (336U << 6) | (0U << 16) | RCC_PLLCFGR_PLLSRC_HSE | (7U << 24);
    RCC->PLLCFGR = p;
    RCC->CR |= RCC_CR_PLLON;
    while (!(RCC->CR & RCC_CR_PLLRDY)) {
    }
    FLD(FLASH->ACR, 0U, 3U, FLASH_ACR_LATENCY_5WS);
    FLASH->ACR |= FLASH_ACR_PRFTEN | FLASH_ACR_ICEN | FLASH_ACR_DCEN;
    while ((FLASH->ACR & 7U) != FLASH_ACR_LATENCY_5WS) {
    }
    RCC->CFGR = (RCC->CFGR & ~((7U << 10) | (7U << 13) | (15U << 4))) | RCC_CFGR_PPRE1_DIV4 | RCC_CFGR_PPRE2_DIV2;
    RCC->CFGR = (RCC->CFGR & ~3U) | RCC_CFGR_SW_PLL;
    while ((RCC->CFGR & RCC_CFGR_SWS) != RCC_CFGR_SWS_PLL) {
    }
}

int main(void) {
    clock_up();
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->BSRR = B(21);
    MODE(GPIOA, 5U, 1U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    SysTick->LOAD = CORE_HZ / 4000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
    USART2->BRR = (APB1_HZ + BAUD / 2U) / BAUD;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    for (const char *s = "168\r\n"; *s; s++) put((uint8_t)*s);
    for (;;) {
        __disable_irq();
        if (rxh == rxt) __WFI();
        __enable_irq();
        while (rxh != rxt) {
            uint32_t t = rxt;
            uint8_t c = rxd[t % RXN];
            rxt = t + 1U;
            put(c);
        }
    }
}
