#include "stm32f405.h"

#define BIT(n) (1UL << (n))
#define MODIFY(reg, mask, value) do { (reg) = ((reg) & ~(mask)) | (value); } while (0)

#define PWM_TOP 1000u

static void set_duty(unsigned tenths) { TIM3->CCR1 = tenths * (PWM_TOP / 10u); }

static uint8_t getch(void)
{
    while (!(USART2->SR & USART_SR_RXNE));
    return USART2->DR;
}

static void putch(uint8_t c)
{
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = c;
}

static void pins(void)
{
    RCC->AHB1ENR |= BIT(0);
    MODIFY(GPIOA->AFR[0], 0x0F00FF00UL, 0x02007700UL);
    MODIFY(GPIOA->MODER, BIT(13) | BIT(12) | 0xF0UL, BIT(13) | 0xA0UL);
}

static void timer(void)
{
    RCC->APB1ENR |= RCC_APB1ENR_TIM3EN;
    TIM3->PSC = 15;
    TIM3->ARR = PWM_TOP - 1u;
    set_duty(0);
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->CR1 = TIM_CR1_ARPE | TIM_CR1_CEN;
}

static void uart(void)
{
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    USART2->BRR = 0x8B;
    USART2->CR1 = USART_CR1_UE | USART_CR1_RE | USART_CR1_TE;
}

int main(void)
{
    timer();
    pins();
    uart();
    for (;;) {
        const uint8_t c = getch();
        switch (c) {
        case '0' ... '9':
            set_duty(c - '0');
            putch(c);
            break;
        default:
            putch('?');
        }
    }
}
