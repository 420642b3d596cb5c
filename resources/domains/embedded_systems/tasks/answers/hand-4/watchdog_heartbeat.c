#include "stm32f405.h"

typedef enum { IWDG_RELOAD = 0xAAAA, IWDG_UNLOCK = 0x5555, IWDG_ENABLE = 0xCCCC } iwdg_key;

static inline void key(iwdg_key k) { IWDG->KR = k; }

static void tx(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = *s++;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700;
    GPIOA->MODER |= 0xA0;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    const uint32_t csr = RCC->CSR;
    RCC->CSR |= RCC_CSR_RMVF;
    tx(csr & RCC_CSR_IWDGRSTF ? "WDG\r\n" : "PWR\r\n");

    key(IWDG_ENABLE);
    key(IWDG_UNLOCK);
    IWDG->PR = 0;
    IWDG->RLR = 159;
    while (IWDG->SR != 0) { }
    key(IWDG_RELOAD);

    while (1) {
        if (!(USART2->SR & USART_SR_RXNE))
            continue;
        uint8_t c = USART2->DR;
        if (c != 'h')
            continue;
        key(IWDG_RELOAD);
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = c;
    }
}
