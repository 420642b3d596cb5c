#include "stm32f405.h"

volatile uint32_t received = 0;

static char buffer[64];
static uint8_t head = 0;
static uint8_t tail = 0;

void USART2_IRQHandler(void)
{
    if (USART2->SR & USART_SR_RXNE) {
        buffer[head] = USART2->DR;
        head = (head + 1) % 64;
        received++;
    }
}

static void send(char c)
{
    while (!(USART2->SR & USART_SR_TXE));
    USART2->DR = c;
}

int main(void)
{
    char line[31];
    int len = 0;

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    while (1) {
        while (head == tail)
            ;
        char c = buffer[tail];
        tail = (tail + 1) % 64;
        if (c == '\n') {
            for (int i = len - 1; i >= 0; i--)
                send(line[i]);
            send('\n');
            len = 0;
        } else {
            line[len++] = c;
        }
    }
}
