#include "stm32f405.h"

#define TASKS 3U

typedef struct {
    uint32_t period;
    uint32_t next;
    uint32_t enabled;
} task;

static volatile uint32_t milliseconds;
static volatile uint32_t command;
static task tasks[TASKS] = {{3, 3, 1}, {7, 7, 1}, {20, 20, 1}};

void SysTick_Handler(void) {
    milliseconds++;
}

void USART2_IRQHandler(void) {
    command = USART2->DR;
}

static void init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->MODER = (GPIOB->MODER & ~0x3FU) | 0x15U;
    GPIOA->AFR[0] |= 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    SysTick->LOAD = 16000U - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

int main(void) {
    init();
    for (;;) {
        __disable_irq();
        uint32_t now = milliseconds;
        uint32_t letter = command;
        if (letter >= 'a' && letter < 'a' + TASKS) {
            tasks[letter - 'a'].enabled ^= 1U;
            command = 0;
        }
        for (uint32_t index = 0; index < TASKS; index++) {
            if (now >= tasks[index].next) {
                tasks[index].next += tasks[index].period;
                if (tasks[index].enabled) {
                    GPIOB->ODR ^= 1U << index;
                }
            }
        }
        __WFI();
        __enable_irq();
    }
}
