#include "stm32f405.h"

#define VECTORS 98U
#define STACK_WORDS 128U

uint32_t ram_vectors[VECTORS] __attribute__((aligned(512)));
uint32_t application_stack[STACK_WORDS] __attribute__((aligned(8)));

void SysTick_Handler(void) {
    GPIOB->ODR ^= 1U << 0;
}

static void application_tick(void) {
    GPIOB->ODR ^= 1U << 1;
}

static void uart_init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
}

static void uart_send(char byte) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)byte;
}

static void uart_text(const char *text) {
    while (*text) {
        uart_send(*text);
        text++;
    }
}
static void start_systick(uint32_t milliseconds) {
    SysTick->LOAD = 16000U * milliseconds - 1U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

static void application(void) {
    uart_text("APP\r\n");
    start_systick(2);
    __enable_irq();
    for (;;) {
        if (USART2->SR & USART_SR_RXNE) {
            uart_send((char)USART2->DR);
        }
    }
}

static void jump(void) {
    const uint32_t *flash_vectors = (const uint32_t *)0x08000000U;
    __disable_irq();
    SysTick->CTRL = 0;
    SCB->ICSR = 1U << 25;
    while (!(USART2->SR & USART_SR_TC)) {
    }
    for (uint32_t index = 0; index < VECTORS; index++) {
        ram_vectors[index] = flash_vectors[index];
    }
    ram_vectors[15] = (uint32_t)application_tick;
    SCB->VTOR = (uint32_t)ram_vectors;
    __DSB();
    __set_MSP((uint32_t)&application_stack[STACK_WORDS]);
    __ISB();
    application();
}

int main(void) {
    uart_init();
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    GPIOB->MODER = (GPIOB->MODER & ~15U) | 5U;
    uart_text("BOOT\r\n");
    start_systick(1);
    for (;;) {
        if ((USART2->SR & USART_SR_RXNE) && (uint8_t)USART2->DR == 'g') {
            jump();
        }
    }
}
