#include "stm32f405.h"
#include <stdio.h>

#define CS_LOW()  (GPIOA->BSRR = (1U << 20))
#define CS_HIGH() (GPIOA->BSRR = (1U << 4))

static void uart_print(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
}

static void spi_write(uint8_t data)
{
    while (!(SPI1->SR & SPI_SR_TXE));
    SPI1->DR = data;
}

static uint8_t spi_read(void)
{
    spi_write(0x00);
    while (!(SPI1->SR & SPI_SR_RXNE));
    return SPI1->DR;
}

int main(void)
{
    char buf[40];
    uint8_t raw[6];

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_SPI1EN;
    GPIOA->MODER |= (2 << 4) | (2 << 6) | (1 << 8) | (2 << 10) | (2 << 12) | (2 << 14);
    GPIOA->AFR[0] |= (7 << 8) | (7 << 12) | (5 << 20) | (5 << 24) | (5 << 28);
    CS_HIGH();
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    SPI1->CR1 = SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SSI | (3 << 3) | SPI_CR1_SPE;

    CS_LOW();
    spi_write(0x8F);
    uint8_t id = spi_read();
    CS_HIGH();
    sprintf(buf, "%02X", id);
    uart_print(buf);
    if (id == 0x3C) {
        CS_LOW();
        spi_write(0x20);
        spi_write(0x57);
        CS_HIGH();
        uart_print(" ok\r\n");
    } else {
        uart_print(" bad\r\n");
    }
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE));
        if (USART2->DR == 'r') {
            CS_LOW();
            spi_write(0x28 | 0x80);
            for (int i = 0; i < 6; i++)
                raw[i] = spi_read();
            CS_HIGH();
            sprintf(buf, "%d %d %d\r\n", (int16_t)(raw[1] << 8 | raw[0]), (int16_t)(raw[3] << 8 | raw[2]),
                    (int16_t)(raw[5] << 8 | raw[4]));
            uart_print(buf);
        }
    }
}
