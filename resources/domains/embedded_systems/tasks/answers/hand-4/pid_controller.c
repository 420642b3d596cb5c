#include "stm32f405.h"

typedef struct {
    int32_t kp, ki;
    int32_t integral, limit;
    int32_t out_min, out_max;
} pi_t;

static pi_t pi = { .kp = 384, .ki = 24, .integral = 0, .limit = 20000, .out_min = 0, .out_max = 1000 };
static volatile int32_t setpoint = 2000;
static volatile uint8_t tick;
static volatile int32_t output;

static int32_t limited(int32_t value, int32_t low, int32_t high)
{
    if (value < low)
        return low;
    return value > high ? high : value;
}

static int32_t pi_step(pi_t *self, int32_t error)
{
    self->integral = limited(self->integral + error, -self->limit, self->limit);
    return limited((self->kp * error + self->ki * self->integral) >> 8, self->out_min, self->out_max);
}

static int32_t measure(void)
{
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) { }
    return (int32_t)ADC1->DR;
}

void TIM2_IRQHandler(void)
{
    TIM2->SR = 0;
    output = pi_step(&pi, setpoint - measure());
    TIM3->CCR1 = (uint32_t)output;
    tick = 1;
}

static void command(uint8_t c)
{
    static uint8_t count, high;
    switch (count) {
    case 0: count = (c == 's'); break;
    case 1: high = c; count = 2; break;
    case 2: setpoint = high << 8 | c; count = 0; break;
    }
}

static void poll(void)
{
    if (USART2->SR & USART_SR_RXNE)
        command((uint8_t)USART2->DR);
}

static void put(char c)
{
    while (!(USART2->SR & USART_SR_TXE))
        poll();
    USART2->DR = (uint8_t)c;
}

static void put_number(int32_t n)
{
    if (n >= 10)
        put_number(n / 10);
    put((char)('0' + n % 10));
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN | RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->AFR[0] |= 0x02007700u;
    GPIOA->MODER |= (3u << 2) | (2u << 4) | (2u << 6) | (2u << 12);

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    ADC1->SMPR2 = 0u;
    ADC1->SQR3 = 1u;
    ADC1->CR2 = ADC_CR2_ADON;

    TIM3->PSC = 15;
    TIM3->ARR = 999;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->CR1 = TIM_CR1_CEN;

    TIM2->PSC = 15;
    TIM2->ARR = 1999;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_UIE;
    TIM2->CR1 = TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);

    for (;;) {
        poll();
        if (tick) {
            tick = 0;
            put_number(output);
            put('\r');
            put('\n');
        }
    }
}
