#include "stm32f405.h"

#define SLAVE 0x11

static uint16_t regs[8];
static uint8_t frame[32];
static uint32_t length;
static volatile uint32_t ms;

void SysTick_Handler(void)
{
    ms++;
}

static uint16_t crc16(const uint8_t *p, uint32_t n)
{
    uint16_t crc = 0xFFFF;
    for (uint32_t i = 0; i < n; i++) {
        crc ^= p[i];
        for (int b = 0; b < 8; b++)
            crc = (crc & 1) ? (crc >> 1) ^ 0xA001 : crc >> 1;
    }
    return crc;
}

static void send(uint8_t *p, uint32_t n)
{
    uint16_t crc = crc16(p, n);
    p[n++] = crc & 0xFF;
    p[n++] = crc >> 8;
    for (uint32_t i = 0; i < n; i++) {
        while (!(USART1->SR & USART_SR_TXE));
        USART1->DR = p[i];
    }
}

static void error(uint8_t function, uint8_t code)
{
    uint8_t out[5] = { SLAVE, function | 0x80, code };
    send(out, 3);
}

static void process(void)
{
    uint8_t out[32];
    if (length < 4 || frame[0] != SLAVE)
        return;
    if (crc16(frame, length - 2) != ((frame[length - 1] << 8) | frame[length - 2]))
        return;
    uint16_t a = (frame[2] << 8) | frame[3];
    uint16_t v = (frame[4] << 8) | frame[5];
    if (frame[1] == 3) {
        if (a + v > 8 || v == 0) {
            error(3, 2);
            return;
        }
        out[0] = SLAVE;
        out[1] = 3;
        out[2] = 2 * v;
        for (int i = 0; i < v; i++) {
            out[3 + 2 * i] = regs[a + i] >> 8;
            out[4 + 2 * i] = regs[a + i] & 0xFF;
        }
        send(out, 3 + 2 * v);
    } else if (frame[1] == 6) {
        if (a >= 8) {
            error(6, 2);
            return;
        }
        regs[a] = v;
        send(frame, 6);
    } else {
        error(frame[1], 1);
    }
}

int main(void)
{
    uint32_t last = 0;

    for (int i = 0; i < 8; i++)
        regs[i] = 100 * i;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB2ENR |= RCC_APB2ENR_USART1EN;
    GPIOA->MODER |= (2 << 18) | (2 << 20);
    GPIOA->AFR[1] |= (7 << 4) | (7 << 8);
    USART1->BRR = 16000000 / 19200;
    USART1->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;
    SysTick->LOAD = 15999;
    SysTick->VAL = 0;
    SysTick->CTRL = 7;

    while (1) {
        if (USART1->SR & USART_SR_RXNE) {
            frame[length++] = USART1->DR;
            last = ms;
        }
        if (length && ms - last >= 2) {
            process();
            length = 0;
        }
    }
}
