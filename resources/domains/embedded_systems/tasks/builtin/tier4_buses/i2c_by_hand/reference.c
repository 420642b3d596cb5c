#include "stm32f405.h"

#define SCL (1U << 6)
#define SDA (1U << 7)

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

static char uart_receive(void) {
    while (!(USART2->SR & USART_SR_RXNE)) {
    }
    return (char)USART2->DR;
}
static void half_period(void) {
    SysTick->LOAD = 72U;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_ENABLE;
    while (!(SysTick->CTRL & SysTick_CTRL_COUNTFLAG)) {
    }
    SysTick->CTRL = 0;
}

static void line(uint32_t pin, uint32_t level) {
    GPIOB->BSRR = level ? pin : pin << 16;
}

static void i2c_start(void) {
    line(SDA, 1);
    half_period();
    line(SCL, 1);
    half_period();
    line(SDA, 0);
    half_period();
    line(SCL, 0);
}

static void i2c_stop(void) {
    line(SDA, 0);
    half_period();
    line(SCL, 1);
    half_period();
    line(SDA, 1);
    half_period();
}

static uint32_t i2c_bit(uint32_t level) {
    line(SDA, level);
    half_period();
    line(SCL, 1);
    half_period();
    uint32_t seen = (GPIOB->IDR & SDA) ? 1U : 0U;
    line(SCL, 0);
    return seen;
}

static uint32_t i2c_write(uint32_t byte) {
    for (uint32_t mask = 0x80U; mask > 0U; mask >>= 1) {
        i2c_bit(byte & mask);
    }
    return i2c_bit(1) == 0U;
}

static uint32_t i2c_read(void) {
    uint32_t byte = 0;
    for (uint32_t count = 0; count < 8U; count++) {
        byte = (byte << 1) | i2c_bit(1);
    }
    i2c_bit(1);
    return byte;
}

static uint32_t address_register(uint32_t device, uint32_t number) {
    i2c_start();
    return i2c_write(device << 1) && i2c_write(number);
}

int main(void) {
    uart_init();
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOBEN;
    GPIOB->BSRR = SCL | SDA;
    GPIOB->OTYPER |= SCL | SDA;
    GPIOB->MODER = (GPIOB->MODER & ~(15U << 12)) | (5U << 12);
    for (;;) {
        char command = uart_receive();
        if (command != 'r' && command != 'w') {
            continue;
        }
        uint32_t device = (uint8_t)uart_receive();
        uint32_t number = (uint8_t)uart_receive();
        uint32_t value = 0;
        uint32_t done;
        if (command == 'w') {
            value = (uint8_t)uart_receive();
            done = address_register(device, number) && i2c_write(value);
        } else {
            done = address_register(device, number);
            if (done) {
                i2c_start();
                done = i2c_write((device << 1) | 1U);
            }
            if (done) {
                value = i2c_read();
            }
        }
        i2c_stop();
        if (!done) {
            uart_text("nak\r\n");
        } else if (command == 'w') {
            uart_text("ok\r\n");
        } else {
            uart_send("0123456789ABCDEF"[value >> 4]);
            uart_send("0123456789ABCDEF"[value & 15U]);
            uart_text("\r\n");
        }
    }
}
