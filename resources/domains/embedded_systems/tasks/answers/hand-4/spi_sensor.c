#include "stm32f405.h"
#include <string.h>
#include <stdbool.h>

#define WHO_AM_I 0x0Fu
#define CTRL1    0x20u
#define OUT_X_L  0x28u
#define READ     0x80u

typedef struct __attribute__((packed)) {
    int16_t x, y, z;
} vector_t;

static void uart_putc(char c)
{
    while (!(USART2->SR & USART_SR_TXE)) { }
    USART2->DR = (uint8_t)c;
}

static void uart_puts(const char *s) { while (*s) uart_putc(*s++); }

static void uart_hex8(uint8_t v)
{
    static const char digits[16] = "0123456789ABCDEF";
    uart_putc(digits[v >> 4]);
    uart_putc(digits[v & 0x0F]);
}

static void uart_dec(int32_t v)
{
    char buf[12];
    char *p = buf + sizeof buf;
    uint32_t u = v < 0 ? -(uint32_t)v : (uint32_t)v;

    *--p = '\0';
    do {
        *--p = (char)('0' + u % 10);
        u /= 10;
    } while (u != 0);
    if (v < 0)
        *--p = '-';
    uart_puts(p);
}

static uint8_t spi_xfer(uint8_t out)
{
    while (!(SPI1->SR & SPI_SR_TXE)) { }
    SPI1->DR = out;
    while (!(SPI1->SR & SPI_SR_RXNE)) { }
    return (uint8_t)SPI1->DR;
}

static void select(bool on)
{
    if (on) {
        GPIOA->BSRR = 1u << (4 + 16);
    } else {
        while (SPI1->SR & SPI_SR_BSY) { }
        GPIOA->BSRR = 1u << 4;
    }
}

static void sensor_read(uint8_t reg, void *to, size_t n)
{
    uint8_t buf[8];

    select(true);
    (void)spi_xfer(reg | READ);
    for (size_t i = 0; i < n; i++)
        buf[i] = spi_xfer(0xFF);
    select(false);
    memcpy(to, buf, n);
}

static void sensor_write(uint8_t reg, uint8_t value)
{
    select(true);
    (void)spi_xfer(reg);
    (void)spi_xfer(value);
    select(false);
}

static void board_init(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_SPI1EN;

    GPIOA->BSRR = 1u << 4;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & 0x000F00FFu) | 0x55507700u;
    GPIOA->MODER = (GPIOA->MODER & 0xFFFF000Fu) | 0x0000A9A0u;

    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    SPI1->CR1 = SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SSI | (3u << 3);
    SPI1->CR1 |= SPI_CR1_SPE;
}

int main(void)
{
    uint8_t id;

    board_init();
    sensor_read(WHO_AM_I, &id, 1);
    uart_hex8(id);
    if (id == 0x3C) {
        sensor_write(CTRL1, 0x57);
        uart_puts(" ok");
    } else {
        uart_puts(" bad");
    }
    uart_puts("\r\n");

    for (;;) {
        if ((USART2->SR & USART_SR_RXNE) && (USART2->DR & 0xFF) == 'r') {
            vector_t v;
            sensor_read(OUT_X_L, &v, sizeof v);
            uart_dec(v.x);
            uart_putc(' ');
            uart_dec(v.y);
            uart_putc(' ');
            uart_dec(v.z);
            uart_puts("\r\n");
        }
    }
}
