#include "stm32f405.h"

static volatile uint8_t left[8];
static volatile uint8_t txbuf[64];
static volatile uint32_t tx_in, tx_out;

static void queue(uint8_t c)
{
    txbuf[tx_in & 63] = c;
    tx_in++;
    USART2->CR1 |= USART_CR1_TXEIE;
}

void SysTick_Handler(void)
{
    for (int i = 0; i < 8; ++i) {
        if (left[i] == 0)
            continue;
        if (--left[i] == 0)
            queue((uint8_t)('A' + i));
    }
}

void USART2_IRQHandler(void)
{
    static uint8_t letter;
    uint32_t sr = USART2->SR;

    if (sr & USART_SR_RXNE) {
        uint8_t c = (uint8_t)USART2->DR;
        if (letter) {
            left[letter - 'a'] = c;
            letter = 0;
        } else if (c >= 'a' && c <= 'h') {
            letter = c;
        }
    }
    if ((sr & USART_SR_TXE) && (USART2->CR1 & USART_CR1_TXEIE)) {
        if (tx_out != tx_in)
            USART2->DR = txbuf[tx_out++ & 63];
        else
            USART2->CR1 &= ~USART_CR1_TXEIE;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= (7u << (4 * 2)) | (7u << (4 * 3));
    GPIOA->MODER |= (2u << (2 * 2)) | (2u << (2 * 3));
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_RE | USART_CR1_TE | USART_CR1_RXNEIE | USART_CR1_UE;

    /* equal priorities: the two handlers never interrupt each other */
    NVIC_SetPriority(USART2_IRQn, 4);
    NVIC_SetPriority(SysTick_IRQn, 4);
    NVIC_EnableIRQ(USART2_IRQn);

    SysTick->LOAD = 16000u - 1u;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;

    for (;;)
        __WFI();
}
