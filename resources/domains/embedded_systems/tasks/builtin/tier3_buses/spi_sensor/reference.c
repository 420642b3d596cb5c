#include "stm32f405.h"

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
static void spi_init(void) {
    RCC->APB2ENR |= RCC_APB2ENR_SPI1EN;
    GPIOA->BSRR = 1U << 4;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFFF00000U) | 0x55500000U;
    GPIOA->MODER = (GPIOA->MODER & ~0xFF00U) | 0xA900U;
    SPI1->CR1 = SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SSI | (3U << 3);
    SPI1->CR1 |= SPI_CR1_SPE;
}

static uint8_t spi_exchange(uint8_t byte) {
    while (!(SPI1->SR & SPI_SR_TXE)) {
    }
    SPI1->DR = byte;
    while (!(SPI1->SR & SPI_SR_RXNE)) {
    }
    return (uint8_t)SPI1->DR;
}

static void sensor_select(uint32_t selected) {
    while (SPI1->SR & SPI_SR_BSY) {
    }
    GPIOA->BSRR = selected ? 1U << 20 : 1U << 4;
}

static void sensor_read(uint8_t address, uint8_t *data, uint32_t count) {
    sensor_select(1);
    spi_exchange(address | 0x80U);
    for (uint32_t index = 0; index < count; index++) {
        data[index] = spi_exchange(0);
    }
    sensor_select(0);
}

static void sensor_write(uint8_t address, uint8_t value) {
    sensor_select(1);
    spi_exchange(address);
    spi_exchange(value);
    sensor_select(0);
}

static void print_signed(int32_t value) {
    char digits[8];
    uint32_t count = 0;
    if (value < 0) {
        uart_send('-');
        value = -value;
    }
    do {
        digits[count] = (char)('0' + value % 10);
        value /= 10;
        count++;
    } while (value != 0);
    while (count > 0U) {
        count--;
        uart_send(digits[count]);
    }
}

int main(void) {
    uint8_t data[6];
    uart_init();
    spi_init();
    sensor_read(0x0F, data, 1);
    uart_send("0123456789ABCDEF"[data[0] >> 4]);
    uart_send("0123456789ABCDEF"[data[0] & 15U]);
    if (data[0] == 0x3CU) {
        sensor_write(0x20, 0x57);
        uart_text(" ok\r\n");
    } else {
        uart_text(" bad\r\n");
    }
    for (;;) {
        while (!(USART2->SR & USART_SR_RXNE)) {
        }
        if ((uint8_t)USART2->DR != 'r') {
            continue;
        }
        sensor_read(0x28, data, sizeof data);
        for (uint32_t axis = 0; axis < 3U; axis++) {
            print_signed((int16_t)(data[2U * axis] | (data[2U * axis + 1U] << 8)));
            uart_text(axis < 2U ? " " : "\r\n");
        }
    }
}
