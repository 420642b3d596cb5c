#include "stm32f405.h"

static volatile uint8_t timers[8];
static volatile uint8_t cmd;

void SysTick_Handler(void)
{
    for (int i = 0; i <= 8; i++) {
        if (timers[i]) {
            timers[i]--;
            if (!timers[i]) {
                while (!(USART2->SR & USART_SR_TXE));
                USART2->DR = 'A' + i;
            }
        }
    }
}

void USART2_IRQHandler(void)
{
    uint8_t c = USART2->DR;
    if (cmd >= 'a' && cmd <= 'h') {
        timers[cmd - 'a'] = c;
        cmd = 0;
    } else {
        cmd = c;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;
    while (1)
        __WFI();
}
