#include "stm32f405.h"
#include <stdbool.h>
#include <string.h>

#define LINES 3

typedef struct {
    char text[24];
    uint8_t length;
} line_t;

static line_t lines[LINES];
static volatile uint8_t produced, consumed;
static volatile bool sending;
static volatile uint32_t count;
static volatile uint16_t sum;

#define STREAM (DMA1->S[6])
#define FLAGS6 (0x3Du << 16)

static unsigned append_number(char *to, uint32_t value)
{
    char reversed[10];
    unsigned n = 0, i;

    do {
        reversed[n++] = (char)('0' + value % 10);
    } while (value /= 10);
    for (i = 0; i < n; i++)
        to[i] = reversed[n - 1 - i];
    return n;
}

static void start_next(void)
{
    if (sending || produced == consumed)
        return;
    line_t *line = &lines[consumed % LINES];
    sending = true;
    STREAM.CR = 0;
    DMA1->HIFCR = FLAGS6;
    STREAM.PAR = (uint32_t)&USART2->DR;
    STREAM.M0AR = (uint32_t)line->text;
    STREAM.NDTR = line->length;
    STREAM.CR = DMA_SxCR_CHSEL_4 | DMA_SxCR_MINC | DMA_SxCR_DIR_M2P | DMA_SxCR_TCIE | DMA_SxCR_EN;
}

static void finish(void)
{
    line_t *line = &lines[produced % LINES];
    char *p = line->text;

    memcpy(p, "n=", 2);
    p += 2;
    p += append_number(p, count);
    memcpy(p, " s=", 3);
    p += 3;
    p += append_number(p, sum);
    *p++ = '\r';
    *p++ = '\n';
    line->length = (uint8_t)(p - line->text);
    count = 0;
    sum = 0;
    produced++;
    start_next();
}

void USART2_IRQHandler(void)
{
    if (USART2->SR & USART_SR_RXNE) {
        const uint8_t c = (uint8_t)USART2->DR;
        if (c == '.') {
            finish();
        } else {
            count++;
            sum += c;
        }
    }
}

void DMA1_Stream6_IRQHandler(void)
{
    if (DMA1->HISR & (1u << 21)) {
        DMA1->HIFCR = FLAGS6;
        consumed++;
        sending = false;
        start_next();
    }
}

int main(void)
{
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA1EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] |= 0x7700;
    GPIOA->MODER |= 0xA0;
    USART2->BRR = 139;
    USART2->CR3 = USART_CR3_DMAT;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    NVIC_EnableIRQ(DMA1_Stream6_IRQn);
    for (;;)
        __WFI();
}
