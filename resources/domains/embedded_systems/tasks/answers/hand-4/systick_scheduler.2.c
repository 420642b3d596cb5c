#include "stm32f405.h"
#include <stdbool.h>

typedef void (*task_fn)(unsigned arg);

typedef struct {
    task_fn run;
    unsigned arg;
    uint32_t period;
    uint32_t due;
    bool on;
} task_t;

static volatile uint32_t now_ms;
static volatile uint8_t inbox;
static volatile bool has_mail;

static void change(unsigned pin) { GPIOB->ODR ^= 1u << pin; }

static task_t tasks[] = {
    { .run = change, .arg = 0, .period = 3,  .due = 3,  .on = true },
    { .run = change, .arg = 1, .period = 7,  .due = 7,  .on = true },
    { .run = change, .arg = 2, .period = 20, .due = 20, .on = true },
};

void SysTick_Handler(void) { now_ms++; }

void USART2_IRQHandler(void)
{
    if (USART2->SR & USART_SR_RXNE) {
        inbox = (uint8_t)USART2->DR;
        has_mail = true;
    }
}

static void read_mail(void)
{
    if (!has_mail)
        return;
    const unsigned which = inbox - 'a';
    has_mail = false;
    if (which < sizeof tasks / sizeof *tasks)
        tasks[which].on = !tasks[which].on;
}

static void dispatch(void)
{
    const uint32_t now = now_ms;
    for (task_t *t = tasks; t < tasks + 3; t++) {
        if (now == t->due) {
            t->due += t->period;
            if (t->on)
                t->run(t->arg);
        }
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->MODER = (GPIOB->MODER & ~0x3Fu) | 0x15u;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00u) | 0x7700u;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0u) | 0xA0u;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    SysTick->LOAD = 16000 - 1;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    for (;;) {
        __disable_irq(); /* a tick after dispatch() ends the WFI, masked or not */
        read_mail();
        dispatch();
        __WFI();
        __enable_irq();
    }
}
