#include "stm32f405.h"
#include <string.h>

enum { ADDRESS = 17, REGISTERS = 8, LONGEST = 32 };

static uint16_t holding[REGISTERS];
static uint16_t crc_table[256];

static struct {
    uint8_t bytes[LONGEST];
    volatile uint8_t length;
    volatile uint8_t overflow;
    volatile uint8_t complete;
} rx;

static void crc_init(void)
{
    for (unsigned i = 0; i < 256; i++) {
        uint16_t crc = (uint16_t)i;
        for (unsigned bit = 0; bit < 8; bit++)
            crc = crc & 1 ? (crc >> 1) ^ 0xA001 : crc >> 1;
        crc_table[i] = crc;
    }
}

static uint16_t crc16(const uint8_t *data, unsigned n)
{
    uint16_t crc = 0xFFFF;
    while (n--)
        crc = (crc >> 8) ^ crc_table[(crc ^ *data++) & 0xFF];
    return crc;
}

/* TIM6 runs for 2 ms after the last byte, in one-pulse mode. */
void USART1_IRQHandler(void)
{
    if (USART1->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t byte = (uint8_t)USART1->DR;
        if (rx.length < LONGEST)
            rx.bytes[rx.length++] = byte;
        else
            rx.overflow = 1;
        TIM6->CNT = 0;
        TIM6->CR1 |= TIM_CR1_CEN;
    }
}

void TIM6_DAC_IRQHandler(void)
{
    TIM6->SR = 0;
    rx.complete = 1;
}

static void send(uint8_t *frame, unsigned n)
{
    const uint16_t crc = crc16(frame, n);
    frame[n++] = (uint8_t)crc;
    frame[n++] = (uint8_t)(crc >> 8);
    for (unsigned i = 0; i < n; i++) {
        while (!(USART1->SR & USART_SR_TXE)) { }
        USART1->DR = frame[i];
    }
}

static inline uint16_t be16(const uint8_t *p) { return (uint16_t)(p[0] << 8 | p[1]); }

static void handle(const uint8_t *in, unsigned n)
{
    uint8_t out[LONGEST + 2] = { ADDRESS };

    if (n < 4 || in[0] != ADDRESS)
        return;
    if (crc16(in, n - 2) != (uint16_t)(in[n - 2] | in[n - 1] << 8))
        return;

    const uint8_t function = in[1];
    out[1] = function;
    if (function == 3 && n == 8) {
        const unsigned first = be16(in + 2), count = be16(in + 4);
        if (count >= 1 && count <= REGISTERS && first + count <= REGISTERS) {
            out[2] = (uint8_t)(2 * count);
            for (unsigned i = 0; i < count; i++) {
                out[3 + 2 * i] = (uint8_t)(holding[first + i] >> 8);
                out[4 + 2 * i] = (uint8_t)holding[first + i];
            }
            send(out, 3 + 2 * count);
            return;
        }
        out[1] |= 0x80;
        out[2] = 2;
        send(out, 3);
    } else if (function == 6 && n == 8) {
        const unsigned reg = be16(in + 2);
        if (reg < REGISTERS) {
            holding[reg] = be16(in + 4);
            memcpy(out, in, 6);
            send(out, 6);
            return;
        }
        out[1] |= 0x80;
        out[2] = 2;
        send(out, 3);
    } else {
        out[1] |= 0x80;
        out[2] = 1;
        send(out, 3);
    }
}

int main(void)
{
    for (int i = 0; i < REGISTERS; i++)
        holding[i] = (uint16_t)(100 * i);
    crc_init();

    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM6EN;
    RCC->APB2ENR |= RCC_APB2ENR_USART1EN;
    GPIOA->AFR[1] |= 0x770u;
    GPIOA->MODER |= (2u << 18) | (2u << 20);
    USART1->BRR = 833;
    USART1->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;

    TIM6->PSC = 15;
    TIM6->ARR = 2000 - 1;
    TIM6->CR1 = TIM_CR1_OPM | TIM_CR1_URS;
    TIM6->EGR = 1;
    TIM6->SR = 0;
    TIM6->DIER = 1;
    NVIC_EnableIRQ(USART1_IRQn);
    NVIC_EnableIRQ(TIM6_DAC_IRQn);

    for (;;) {
        uint8_t frame[LONGEST];
        unsigned n = 0;

        __disable_irq();
        if (rx.complete) {
            if (!rx.overflow) {
                n = rx.length;
                memcpy(frame, rx.bytes, n);
            }
            memset(&rx, 0, sizeof rx);
        }
        __enable_irq();
        if (n)
            handle(frame, n);
    }
}
