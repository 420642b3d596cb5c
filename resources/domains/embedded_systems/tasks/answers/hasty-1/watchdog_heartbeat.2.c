#include "stm32f405.h"

static void print(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    if (RCC->CSR & RCC_CSR_IWDGRSTF)
        print("WDG\r\n");
    else
        print("PWR\r\n");
    RCC->CSR |= RCC_CSR_RMVF;

    IWDG->KR = 0x5555;
    IWDG->PR = 0;
    IWDG->RLR = 159;
    IWDG->KR = 0xCCCC;

    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        char c = USART2->DR;
        if (c == 'h') {
            IWDG->KR = 0xAAAA;
            while (!(USART2->SR & USART_SR_TXE));
            USART2->DR = c;
        }
    }
}
