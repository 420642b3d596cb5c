#include "stm32f405.h"

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM3EN | RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= (2 << 12) | (2 << 4) | (2 << 6);
    GPIOA->AFR[0] |= (2 << 24) | (7 << 8) | (7 << 12);

    TIM3->PSC = 15;
    TIM3->ARR = 999;
    TIM3->CCR1 = 0;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->CR1 = TIM_CR1_CEN;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            uint8_t c = USART2->DR;
            if (c >= '0' && c <= '9')
                TIM3->CCR1 = (c - '0') * 100;
            else
                c = '?';
            while (!(USART2->SR & USART_SR_TXE));
            USART2->DR = c;
        }
    }
}
