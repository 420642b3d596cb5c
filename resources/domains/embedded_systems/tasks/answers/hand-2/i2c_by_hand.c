#include "stm32f405.h"
#include <stdbool.h>

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define SCL 6U
#define SDA 7U
#define HALF 80U
#define RXN 256U

void USART2_IRQHandler(void);
int main(void);

static volatile uint8_t rxd[RXN];
static volatile uint32_t rxh, rxt;

void USART2_IRQHandler(void) {
    if (USART2->SR & (USART_SR_RXNE | USART_SR_ORE)) {
        uint8_t c = (uint8_t)USART2->DR;
        uint32_t h = rxh;
        if (h - rxt < RXN) {
            rxd[h % RXN] = c;
            rxh = h + 1U;
        }
    }
}

static uint8_t get(void) {
    while (rxh == rxt) {
        __disable_irq();
        if (rxh == rxt) __WFI();
        __enable_irq();
    }
    uint32_t t = rxt;
    uint8_t c = rxd[t % RXN];
    rxt = t + 1U;
    return c;
}

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void say(const char *s) {
    while (*s) put(*s++);
}

static void wait(void) {
    uint32_t t0 = SysTick->VAL;
    while (((t0 - SysTick->VAL) & 0xFFFFFFU) < HALF) {
    }
}

static inline void scl(uint32_t v) { GPIOB->BSRR = v ? B(SCL) : B(SCL + 16U); }
static inline void sda(uint32_t v) { GPIOB->BSRR = v ? B(SDA) : B(SDA + 16U); }
static inline uint32_t sense(void) { return (GPIOB->IDR >> SDA) & 1U; }

/* SCL is low before and after; gives the level seen while it was high */
static uint32_t clock_bit(uint32_t v) {
    sda(v);
    wait();
    scl(1);
    wait();
    v = sense();
    scl(0);
    return v;
}

static void bus_start(void) {
    sda(1);
    wait();
    scl(1);
    wait();
    sda(0);
    wait();
    scl(0);
}

static void bus_stop(void) {
    sda(0);
    wait();
    scl(1);
    wait();
    sda(1);
    wait();
}

static bool send(uint8_t b) {
    for (int i = 7; i >= 0; i--) clock_bit((b >> i) & 1U);
    return !clock_bit(1);
}

static uint8_t receive_last(void) {
    uint8_t b = 0;
    for (int i = 0; i < 8; i++) b = (uint8_t)((b << 1) | clock_bit(1));
    clock_bit(1);
    return b;
}

static bool reg_read(uint8_t dev, uint8_t reg, uint8_t *v) {
    bool ok;
    bus_start();
    ok = send((uint8_t)(dev << 1)) && send(reg);
    if (ok) {
        bus_start();
        ok = send((uint8_t)((dev << 1) | 1U));
    }
    if (ok) *v = receive_last();
    bus_stop();
    return ok;
}

static bool reg_write(uint8_t dev, uint8_t reg, uint8_t v) {
    bus_start();
    bool ok = send((uint8_t)(dev << 1)) && send(reg) && send(v);
    bus_stop();
    return ok;
}

static char nib(uint32_t v) { return "0123456789ABCDEF"[v & 15U]; }

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->BSRR = B(SCL) | B(SDA);
    GPIOB->OTYPER |= B(SCL) | B(SDA);
    MODE(GPIOB, SCL, 1U);
    MODE(GPIOB, SDA, 1U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    SysTick->LOAD = 0xFFFFFFU;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_ENABLE;
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        uint8_t cmd = get(), v = 0;
        if (cmd == 'r') {
            uint8_t dev = get(), reg = get();
            if (reg_read(dev, reg, &v)) {
                put(nib(v >> 4));
                put(nib(v));
            } else {
                say("nak");
            }
        } else if (cmd == 'w') {
            uint8_t dev = get(), reg = get();
            v = get();
            say(reg_write(dev, reg, v) ? "ok" : "nak");
        } else {
            continue;
        }
        say("\r\n");
    }
}
