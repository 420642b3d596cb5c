#include "stm32f405.h"

#define SCL_H() (GPIOB->BSRR = 1 << 6)
#define SCL_L() (GPIOB->BSRR = 1 << 22)
#define SDA_H() (GPIOB->BSRR = 1 << 7)
#define SDA_L() (GPIOB->BSRR = 1 << 23)
#define SDA_IN  ((GPIOB->IDR >> 7) & 1)

static void delay(void)
{
    for (volatile int i = 0; i < 16; i++);
}

static void start(void)
{
    SDA_H(); SCL_H(); delay();
    SDA_L(); delay();
    SCL_L(); delay();
}

static void stop(void)
{
    SDA_L(); delay();
    SCL_H(); delay();
    SDA_H(); delay();
}

static int write_byte(uint8_t b)
{
    for (int i = 0; i < 8; i++) {
        if (b & 0x80) SDA_H(); else SDA_L();
        delay();
        SCL_H(); delay();
        SCL_L(); delay();
        b <<= 1;
    }
    SDA_H(); delay();
    SCL_H(); delay();
    int nack = SDA_IN;
    SCL_L(); delay();
    return nack;
}

static uint8_t read_byte(void)
{
    uint8_t b = 0;
    SDA_H();
    for (int i = 0; i < 8; i++) {
        delay();
        SCL_H(); delay();
        b = (b << 1) | SDA_IN;
        SCL_L();
    }
    delay();
    SCL_H(); delay();
    SCL_L(); delay();
    return b;
}

static uint8_t getch(void)
{
    while (!(USART2->SR & USART_SR_RXNE));
    return USART2->DR;
}

static void print(const char *s)
{
    while (*s) {
        while (!(USART2->SR & USART_SR_TXE));
        USART2->DR = *s++;
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->MODER |= (1 << 12) | (1 << 14);
    GPIOB->OTYPER |= (1 << 6) | (1 << 7);
    GPIOA->MODER |= 0xA0;
    GPIOA->AFR[0] |= 0x7700;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    while (1) {
        uint8_t cmd = getch();
        uint8_t dev = getch();
        uint8_t reg = getch();
        int nack = 0;
        if (cmd == 'r') {
            start();
            nack |= write_byte(dev << 1);
            nack |= write_byte(reg);
            start();
            nack |= write_byte((dev << 1) | 1);
            uint8_t v = read_byte();
            stop();
            if (nack) {
                print("nak\r\n");
            } else {
                const char *h = "0123456789ABCDEF";
                char out[5] = { h[v >> 4], h[v & 15], '\r', '\n', 0 };
                print(out);
            }
        } else if (cmd == 'w') {
            uint8_t val = getch();
            start();
            nack |= write_byte(dev << 1);
            nack |= write_byte(reg);
            nack |= write_byte(val);
            stop();
            print(nack ? "nak\r\n" : "ok\r\n");
        }
    }
}
