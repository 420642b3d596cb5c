#include "stm32f405.h"
#include <stdbool.h>

#define SCL (1u << 6)
#define SDA (1u << 7)

#define HIGH(line) (GPIOB->BSRR = (line))
#define LOW(line)  (GPIOB->BSRR = (line) << 16)

static void half(void)
{
    /* 16 MHz: 80 turns of at least one cycle each are 5 us. */
    for (volatile int i = 0; i < 20; i++) { }
}

static void i2c_start(void)
{
    HIGH(SDA);
    half();
    HIGH(SCL);
    half();
    LOW(SDA);
    half();
    LOW(SCL);
    half();
}

static void i2c_stop(void)
{
    LOW(SDA);
    half();
    HIGH(SCL);
    half();
    HIGH(SDA);
    half();
}

static bool i2c_send(uint8_t byte)
{
    for (uint8_t mask = 0x80; mask; mask >>= 1) {
        if (byte & mask)
            HIGH(SDA);
        else
            LOW(SDA);
        half();
        HIGH(SCL);
        half();
        LOW(SCL);
    }
    HIGH(SDA);
    half();
    HIGH(SCL);
    half();
    bool ack = !(GPIOB->IDR & SDA);
    LOW(SCL);
    half();
    return ack;
}

static uint8_t i2c_receive(void)
{
    uint8_t byte = 0;

    HIGH(SDA);
    for (int i = 0; i < 8; i++) {
        half();
        HIGH(SCL);
        half();
        byte = (uint8_t)(byte << 1 | ((GPIOB->IDR & SDA) != 0));
        LOW(SCL);
    }
    half();
    HIGH(SCL); /* SDA stays high: not acknowledged */
    half();
    LOW(SCL);
    half();
    return byte;
}

static bool read_register(uint8_t device, uint8_t reg, uint8_t *value)
{
    bool ok = false;

    i2c_start();
    if (!i2c_send((uint8_t)(device << 1)))
        goto out;
    if (!i2c_send(reg))
        goto out;
    i2c_start();
    if (!i2c_send((uint8_t)(device << 1 | 1)))
        goto out;
    *value = i2c_receive();
    ok = true;
out:
    i2c_stop();
    return ok;
}

static bool write_register(uint8_t device, uint8_t reg, uint8_t value)
{
    i2c_start();
    bool ok = i2c_send((uint8_t)(device << 1)) && i2c_send(reg) && i2c_send(value);
    i2c_stop();
    return ok;
}

static uint8_t get(void)
{
    while (!(USART2->SR & USART_SR_RXNE)) { }
    return (uint8_t)USART2->DR;
}

static void put(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE)) { }
        USART2->DR = (uint8_t)*s++;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    HIGH(SCL | SDA);
    GPIOB->OTYPER |= SCL | SDA;
    GPIOB->MODER = (GPIOB->MODER & ~0xF000u) | 0x5000u;
    GPIOA->AFR[0] |= 0x7700u;
    GPIOA->MODER |= 0xA0u;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    for (;;) {
        const uint8_t command = get();
        if (command == 'r') {
            uint8_t device = get(), reg = get(), value = 0;
            if (read_register(device, reg, &value)) {
                const char *hex = "0123456789ABCDEF";
                char out[] = { hex[value >> 4], hex[value & 15], '\r', '\n', '\0' };
                put(out);
            } else {
                put("nak\r\n");
            }
        } else if (command == 'w') {
            uint8_t device = get(), reg = get(), value = get();
            put(write_register(device, reg, value) ? "ok\r\n" : "nak\r\n");
        }
    }
}
