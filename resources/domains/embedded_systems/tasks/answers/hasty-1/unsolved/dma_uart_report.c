#include "stm32f405.h"
#include <stdio.h>
#include <string.h>

static volatile uint32_t count, sum;
static volatile uint8_t busy;
static char tx[32];

void USART2_IRQHandler(void)
{
    uint8_t c = USART2->DR;
    if (c != '.') {
        count++;
        sum = (sum + c) & 0xFFFF;
        return;
    }
    while (busy);
    sprintf(tx, "n=%lu s=%lu\r\n", count, sum);
    count = sum = 0;
    busy = 1;
    DMA1->HIFCR = 0x3F << 16;
    DMA1->S[6].NDTR = strlen(tx);
    DMA1->S[6].CR |= DMA_SxCR_EN;
}

void DMA1_Stream6_IRQHandler(void)
{
    DMA1->HIFCR = 1 << 21;
    busy = 0;
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA1EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR3 |= USART_CR3_DMAT;
    DMA1->S[6].PAR = (uint32_t)&USART2->DR;
    DMA1->S[6].M0AR = (uint32_t)tx;
    DMA1->S[6].CR = DMA_SxCR_CHSEL_4 | DMA_SxCR_MINC | DMA_SxCR_DIR_M2P | DMA_SxCR_TCIE;
    NVIC_EnableIRQ(USART2_IRQn);
    NVIC_EnableIRQ(DMA1_Stream6_IRQn);
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    while (1)
        __WFI();
}
