#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define CS 4U
#define RD 0x80U
#define WHO 0x0FU
#define CTRL 0x20U
#define DATA 0x28U
#define BR_DIV16 (3U << 3)

void USART2_IRQHandler(void);
int main(void);

static volatile uint32_t asked;

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        if ((USART2->DR & 0xFFU) == 'r') asked++;
    }
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void say(const char *s) {
    while (*s) put(*s++);
}

static void sdec(int32_t v) {
    char b[10];
    uint32_t n = 0, m = v < 0 ? (uint32_t)-v : (uint32_t)v;
    if (v < 0) put('-');
    do {
        b[n++] = (char)('0' + m % 10U);
        m /= 10U;
    } while (m);
    while (n) put(b[--n]);
}

static char nib(uint32_t v) { return "0123456789ABCDEF"[v & 15U]; }

static uint8_t swap(uint8_t b) {
    while (!(SPI1->SR & SPI_SR_TXE)) {
    }
    SPI1->DR = b;
    while (!(SPI1->SR & SPI_SR_RXNE)) {
    }
    return (uint8_t)SPI1->DR;
}

static void transfer(uint8_t addr, uint8_t *d, uint32_t n) {
    GPIOA->BSRR = B(CS + 16U);
    swap(addr);
    for (uint32_t i = 0; i < n; i++) {
        uint8_t got = swap((addr & RD) ? 0U : d[i]);
        if (addr & RD) d[i] = got;
    }
    while (SPI1->SR & SPI_SR_BSY) {
    }
    GPIOA->BSRR = B(CS);
}

static void identify(void) {
    uint8_t id = 0, on = 0x57U;
    transfer(WHO | RD, &id, 1);
    put(nib(id >> 4));
    put(nib(id));
    if (id == 0x3CU) {
        transfer(CTRL, &on, 1);
        say(" ok");
    } else {
        say(" bad");
    }
    say("\r\n");
}

static void measure(void) {
    uint8_t d[6];
    transfer(DATA | RD, d, sizeof d);
    for (uint32_t i = 0; i < 3U; i++) {
        if (i) put(' ');
        sdec((int16_t)(uint16_t)(d[2U * i] | ((uint32_t)d[2U * i + 1U] << 8)));
    }
    say("\r\n");
}

int main(void) {
    uint32_t served = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    RCC->APB2ENR |= RCC_APB2ENR_SPI1EN;
    GPIOA->BSRR = B(CS);
    MODE(GPIOA, CS, 1U);
    ALT(GPIOA, 5U, 5U);
    ALT(GPIOA, 6U, 5U);
    ALT(GPIOA, 7U, 5U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    SPI1->CR1 = BR_DIV16 | SPI_CR1_MSTR | SPI_CR1_SSM | SPI_CR1_SSI;
    SPI1->CR1 |= SPI_CR1_SPE;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    identify();
    for (;;) {
        __disable_irq();
        if (asked == served) __WFI();
        __enable_irq();
        while (asked != served) {
            served++;
            measure();
        }
    }
}
