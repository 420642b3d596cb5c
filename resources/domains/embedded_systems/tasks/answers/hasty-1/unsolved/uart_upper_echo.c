#include "stm32f405.h"

void uart_send(char c)
{
    USART2->DR = c;
    while (!(USART2->SR & USART_SR_TC));
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 0x8B;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    while (1) {
        while (!(USART2->SR & USART_SR_RXNE));
        char c = USART2->DR;
        if (c >= 'a' && c <= 'z')
            c -= 32;
        uart_send(c);
        if (c == '\r')
            uart_send('\n');
    }
}
