#include "stm32f405.h"

#define QUEUE 4U

typedef struct {
    uint32_t count;
    uint32_t sum;
} report;

static volatile report queue[QUEUE];
static volatile uint32_t head;
static uint32_t tail;
static volatile uint32_t sending;
static char line[32];

void USART2_IRQHandler(void) {
    static report current;
    uint8_t byte = (uint8_t)USART2->DR;
    if (byte == '.') {
        queue[head].count = current.count;
        queue[head].sum = current.sum;
        head = (head + 1U) % QUEUE;
        current.count = 0;
        current.sum = 0;
    } else {
        current.count++;
        current.sum = (current.sum + byte) & 0xFFFFU;
    }
}

void DMA1_Stream6_IRQHandler(void) {
    DMA1->HIFCR = 0x3DU << 16;
    sending = 0;
}

static uint32_t append_number(uint32_t at, uint32_t value) {
    char digits[10];
    uint32_t count = 0;
    do {
        digits[count] = (char)('0' + value % 10U);
        value /= 10U;
        count++;
    } while (value != 0U);
    while (count > 0U) {
        count--;
        line[at] = digits[count];
        at++;
    }
    return at;
}

static void send_report(uint32_t count, uint32_t sum) {
    uint32_t at = 0;
    line[at++] = 'n';
    line[at++] = '=';
    at = append_number(at, count);
    line[at++] = ' ';
    line[at++] = 's';
    line[at++] = '=';
    at = append_number(at, sum);
    line[at++] = '\r';
    line[at++] = '\n';

    sending = 1;
    DMA1->S[6].PAR = (uint32_t)&USART2->DR;
    DMA1->S[6].M0AR = (uint32_t)line;
    DMA1->S[6].NDTR = at;
    DMA1->S[6].CR = DMA_SxCR_CHSEL_4 | DMA_SxCR_DIR_M2P | DMA_SxCR_MINC | DMA_SxCR_TCIE | DMA_SxCR_EN;
}

static void init(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_DMA1EN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->AFR[0] = (GPIOA->AFR[0] & ~0xFF00U) | 0x7700U;
    GPIOA->MODER = (GPIOA->MODER & ~0xF0U) | 0xA0U;
    USART2->BRR = 139U;
    USART2->CR3 = USART_CR3_DMAT;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);
    NVIC_EnableIRQ(DMA1_Stream6_IRQn);
}

int main(void) {
    init();
    for (;;) {
        __disable_irq();
        if (sending || head == tail) {
            __WFI();
            __enable_irq();
            continue;
        }
        __enable_irq();
        uint32_t count = queue[tail].count;
        uint32_t sum = queue[tail].sum;
        tail = (tail + 1U) % QUEUE;
        send_report(count, sum);
    }
}
