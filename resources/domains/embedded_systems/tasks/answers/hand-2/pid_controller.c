#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define KP 384
#define KI 24
#define I_MAX 20000
#define U_MAX 1000
#define QN 64U

void TIM2_IRQHandler(void);
void USART2_IRQHandler(void);
int main(void);

static volatile int32_t setpoint = 2000;
static int32_t integral;
static volatile uint16_t q[QN];
static volatile uint32_t qh, qt;

static inline int32_t clamp(int32_t v, int32_t lo, int32_t hi) { return v < lo ? lo : v > hi ? hi : v; }

void TIM2_IRQHandler(void) {
    if (!(TIM2->SR & TIM_SR_UIF)) return;
    TIM2->SR = ~TIM_SR_UIF;
    ADC1->CR2 |= ADC_CR2_SWSTART;
    while (!(ADC1->SR & ADC_SR_EOC)) {
    }
    int32_t e = setpoint - (int32_t)(ADC1->DR & 0xFFFU);
    integral = clamp(integral + e, -I_MAX, I_MAX);
    int32_t u = clamp((KP * e + KI * integral) >> 8, 0, U_MAX);
    TIM3->CCR1 = (uint32_t)u;
    uint32_t h = qh;
    if (h - qt < QN) {
        q[h % QN] = (uint16_t)u;
        qh = h + 1U;
    }
}

void USART2_IRQHandler(void) {
    static enum { IDLE, HIGH, LOW } st;
    static uint8_t hi;
    if (!(USART2->SR & (USART_SR_RXNE | USART_SR_ORE))) return;
    uint8_t c = (uint8_t)USART2->DR;
    switch (st) {
    case IDLE:
        if (c == 's') st = HIGH;
        break;
    case HIGH:
        hi = c;
        st = LOW;
        break;
    default:
        setpoint = (int32_t)(((uint32_t)hi << 8) | c);
        st = IDLE;
        break;
    }
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void print(uint32_t v) {
    char b[10];
    uint32_t n = 0;
    do {
        b[n++] = (char)('0' + v % 10U);
        v /= 10U;
    } while (v);
    while (n) put(b[--n]);
    put('\r');
    put('\n');
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN | RCC_APB1ENR_TIM3EN | RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_ADC1EN;
    MODE(GPIOA, 1U, 3U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    ALT(GPIOA, 6U, 2U);

    FLD(ADC1->SMPR2, 3U, 3U, 1U);
    FLD(ADC1->SQR1, 20U, 4U, 0U);
    FLD(ADC1->SQR3, 0U, 5U, 1U);
    ADC1->CR2 |= ADC_CR2_ADON;

    TIM3->PSC = 16U - 1U;
    TIM3->ARR = 1000U - 1U;
    TIM3->CCR1 = 0;
    FLD(TIM3->CCMR1, 0U, 8U, TIM_CCMR1_OC1M_PWM1 | TIM_CCMR1_OC1PE);
    TIM3->CCER |= TIM_CCER_CC1E;
    TIM3->EGR = TIM_EGR_UG;
    TIM3->SR = 0;
    TIM3->CR1 |= TIM_CR1_ARPE | TIM_CR1_CEN;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;

    NVIC_SetPriority(TIM2_IRQn, 1);
    NVIC_SetPriority(USART2_IRQn, 2);
    NVIC_EnableIRQ(USART2_IRQn);

    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 2000U - 1U;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->DIER |= TIM_DIER_UIE;
    TIM2->CR1 |= TIM_CR1_CEN;
    NVIC_EnableIRQ(TIM2_IRQn);

    for (;;) {
        __disable_irq();
        if (qh == qt) __WFI();
        __enable_irq();
        while (qh != qt) {
            uint32_t t = qt, u = q[t % QN];
            qt = t + 1U;
            print(u);
        }
    }
}
