#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define ADDR 17U
#define REGS 8U
#define FRAME 32U
#define GAP_US 2000U
#define TXN 128U

enum { FN_READ = 3, FN_WRITE = 6, EX_FUNCTION = 1, EX_ADDRESS = 2 };

static uint16_t reg[REGS];
static uint8_t rx[FRAME];
static uint32_t rxn, last;
static uint8_t tx[TXN];
static uint32_t txh, txt;
static uint16_t tcrc;

static uint16_t crc_step(uint16_t c, uint8_t b) {
    c ^= b;
    for (int i = 0; i < 8; i++) c = (uint16_t)((c >> 1) ^ ((c & 1U) ? 0xA001U : 0U));
    return c;
}

static void raw(uint8_t b) { tx[txh++ % TXN] = b; }

static void out(uint32_t b) {
    raw((uint8_t)b);
    tcrc = crc_step(tcrc, (uint8_t)b);
}

static void out16(uint32_t v) {
    out(v >> 8);
    out(v & 255U);
}

static void open_reply(uint32_t fn) {
    tcrc = 0xFFFFU;
    out(ADDR);
    out(fn);
}

static void close_reply(void) {
    uint16_t c = tcrc;
    raw((uint8_t)c);
    raw((uint8_t)(c >> 8));
}

static void refuse(uint32_t fn, uint32_t code) {
    open_reply((fn + 128U) & 255U);
    out(code);
    close_reply();
}

static void frame(void) {
    uint16_t c = 0xFFFFU;
    if (rxn < 4U || rxn > FRAME || rx[0] != ADDR) return;
    for (uint32_t i = 0; i < rxn - 2U; i++) c = crc_step(c, rx[i]);
    if (rx[rxn - 2U] != (c & 255U) || rx[rxn - 1U] != (c >> 8)) return;

    uint32_t fn = rx[1];
    if (fn != FN_READ && fn != FN_WRITE) {
        refuse(fn, EX_FUNCTION);
        return;
    }
    if (rxn != 8U) return;
    uint32_t a = ((uint32_t)rx[2] << 8) | rx[3], v = ((uint32_t)rx[4] << 8) | rx[5];
    if (fn == FN_READ) {
        if (v == 0 || v > REGS || a >= REGS || a + v > REGS) {
            refuse(fn, EX_ADDRESS);
            return;
        }
        open_reply(fn);
        out(2U * v);
        for (uint32_t i = 0; i < v; i++) out16(reg[a + i]);
    } else {
        if (a >= REGS) {
            refuse(fn, EX_ADDRESS);
            return;
        }
        reg[a] = (uint16_t)v;
        open_reply(fn);
        out16(a);
        out16(v);
    }
    close_reply();
}

int main(void) {
    for (uint32_t i = 0; i < REGS; i++) reg[i] = (uint16_t)(100U * i);
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_TIM2EN;
    RCC->APB2ENR |= RCC_APB2ENR_USART1EN;
    ALT(GPIOA, 9U, 7U);
    ALT(GPIOA, 10U, 7U);
    TIM2->PSC = 16U - 1U;
    TIM2->ARR = 0xFFFFFFFFU;
    TIM2->EGR = TIM_EGR_UG;
    TIM2->SR = 0;
    TIM2->CR1 |= TIM_CR1_CEN;
    USART1->BRR = 833;
    USART1->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    for (;;) {
        uint32_t sr = USART1->SR;
        if (sr & USART_SR_RXNE) {
            uint8_t b = (uint8_t)USART1->DR;
            last = TIM2->CNT;
            if (rxn < FRAME) rx[rxn] = b;
            if (rxn <= FRAME) rxn++;
        } else if (rxn && TIM2->CNT - last >= GAP_US) {
            frame();
            rxn = 0;
        }
        if ((sr & USART_SR_TXE) && txh != txt) USART1->DR = tx[txt++ % TXN];
    }
}
