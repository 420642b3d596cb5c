#include "stm32f405.h"

#define INTEGRAL_LIMIT 20000
#define OUTPUT_LIMIT 1000
#define GAIN 384
#define INTEGRAL_GAIN 24

static volatile uint32_t due;
static int32_t setpoint = 2000;

void TIM2_IRQHandler(void) {
    TIM2->SR = ~TIM_SR_UIF;
    due = 1;
}

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void receive(void) {
    static uint32_t received;
    static uint32_t bytes;
    if (!(USART2->SR & USART_SR_RXNE)) {
        return;
    }
    uint32_t byte = USART2->DR & 0xFFU;
    if (bytes == 0U) {
        bytes = byte == 's' ? 1U : 0U;
    } else if (bytes == 1U) {
        received = byte;
        bytes = 2;
    } else {
        setpoint = (int32_t)((received << 8) | byte);
        bytes = 0;
    }
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
        receive();
    }
    USART2->DR = (uint8_t)byte;
}

static void uart_number(uint32_t value) {
    char digits[10];
    uint32_t count = 0;
    do {
        digits[count] = (char)('0' + value % 10U);
        value /= 10U;
        count++;
    } while (value != 0U);
    while (count > 0U) {
        count--;
        uart_send(digits[count]);
    }
}
static void adc_init(void) {
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    GPIOA->MODER |= 3U << 2;
    ADC1->SMPR2 = 4U << 3;
    ADC1->SQR3 = 1U;
    ADC1->CR2 = ADC_CR2_ADON;
}

static void pwm_init(void) {
    RCC->APB1ENR |= RCC_APB1ENR_TIM3EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~(15U << 24)) | (2U << 24);
    GPIOA->MODER = (GPIOA->MODER & ~(3U << 12)) | (2U << 12);
    TIM3->PSC = 16U - 1U;
    TIM3->ARR = 1000U - 1U;
    TIM3->CCMR1 = TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE;
    TIM3->CCER = TIM_CCER_CC1E;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->CR1 = TIM_CR1_CEN;
}

static void step_timer_init(void) {
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 2000U - 1U;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER = TIM_DIER_UIE;
    NVIC_EnableIRQ(TIM2_IRQn);
    TIM2->CR1 = TIM_CR1_CEN;
}

static int32_t measure(void) {
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    return (int32_t)ADC1->DR;
}

static int32_t limited(int32_t value, int32_t least, int32_t most) {
    if (value < least) {
        return least;
    }
    return value > most ? most : value;
}

static int32_t control(int32_t error) {
    static int32_t integral;
    integral = limited(integral + error, -INTEGRAL_LIMIT, INTEGRAL_LIMIT);
    return limited((GAIN * error + INTEGRAL_GAIN * integral) >> 8, 0, OUTPUT_LIMIT);
}

int main(void) {
    uart_init();
    adc_init();
    pwm_init();
    step_timer_init();
    for (;;) {
        receive();
        if (due) {
            due = 0;
            int32_t output = control(setpoint - measure());
            TIM3->CCR1 = (uint32_t)output;
            uart_number((uint32_t)output);
            uart_send('\r');
            uart_send('\n');
        }
    }
}
