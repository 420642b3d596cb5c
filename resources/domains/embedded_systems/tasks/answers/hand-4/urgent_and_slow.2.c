#include "stm32f405.h"

volatile uint32_t checksum = 1;

static void toggle(uint32_t pin) { GPIOB->ODR ^= 1u << pin; }

void TIM2_IRQHandler(void)
{
    TIM2->SR &= ~TIM_SR_UIF;
    toggle(0);
}

void TIM3_IRQHandler(void)
{
    TIM3->SR &= ~TIM_SR_UIF;
    for (int i = 0; i < 6000; i++)
        checksum = checksum * 1103515245u + 12345u;
    __disable_irq(); /* TIM2 changes the same register */
    toggle(1);
    __enable_irq();
}

static void timer_start(TIM_TypeDef *tim, uint16_t prescaler, uint16_t period)
{
    tim->PSC = prescaler - 1;
    tim->ARR = period - 1;
    tim->EGR = TIM_EGR_UG;
    tim->SR = 0;
    tim->DIER |= TIM_DIER_UIE;
    tim->CR1 |= TIM_CR1_CEN;
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN;
    GPIOB->MODER &= ~((3u << 0) | (3u << 2));
    GPIOB->MODER |= (1u << 0) | (1u << 2);

    NVIC_SetPriority(TIM2_IRQn, 0);
    NVIC_SetPriority(TIM3_IRQn, 8);
    NVIC_EnableIRQ(TIM2_IRQn);
    NVIC_EnableIRQ(TIM3_IRQn);
    timer_start(TIM2, 16, 500);
    timer_start(TIM3, 16, 10000);
    while (1) __WFI();
}
