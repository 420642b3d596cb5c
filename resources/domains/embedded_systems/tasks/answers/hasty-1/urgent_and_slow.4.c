#include "stm32f405.h"

volatile uint32_t checksum = 1;

void TIM2_IRQHandler(void)
{
    TIM2->SR = 0;
    GPIOB->ODR ^= 1;
}

void TIM3_IRQHandler(void)
{
    TIM3->SR = 0;
    for (int i = 0; i < 6000; i++)
        checksum = checksum * 1103515245 + 12345;
    __disable_irq();
    GPIOB->ODR ^= 2;
    __enable_irq();
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN;
    GPIOB->MODER = (GPIOB->MODER & ~0xF) | 0x5;
    NVIC_SetPriority(TIM2_IRQn, 0);
    NVIC_SetPriority(TIM3_IRQn, 1);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    TIM2->PSC = 15;
    TIM2->ARR = 499;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_UIE;
    TIM3->PSC = 15;
    TIM3->ARR = 9999;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->SR = 0;
    TIM3->DIER = TIM_DIER_UIE;
    TIM2->CR1 = TIM_CR1_CEN;
    TIM3->CR1 = TIM_CR1_CEN;
    while (1)
        __WFI();
}
