#include "stm32f405.h"
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define RXN 2048U
#define LINE_MAX_ 40U
#define LED 5U
#define MILLION 1000000U

void USART2_IRQHandler(void);
int main(void);

static volatile uint8_t rxd[RXN];
static volatile uint32_t rxh, rxt;
static char line[LINE_MAX_ + 1U];
static uint32_t lines;

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

static void put(char c) {
    while (!(USART2->SR & USART_SR_TXE)) {
    }
    USART2->DR = (uint8_t)c;
}

static void say(const char *s) {
    while (*s) put(*s++);
}

static void dec(uint32_t v, uint32_t width) {
    char b[10];
    uint32_t n = 0;
    do {
        b[n++] = (char)('0' + v % 10U);
        v /= 10U;
    } while (v || n < width);
    while (n) put(b[--n]);
}

static void hex8(uint32_t v) {
    for (int s = 28; s >= 0; s -= 4) put("0123456789ABCDEF"[(v >> s) & 15U]);
}

typedef struct {
    bool neg;
    uint32_t mag;
} num;

/* reads one number that ends with `stop`; gives what follows the stop, or NULL */
static const char *number(const char *s, char stop, num *v) {
    uint32_t n = 0;
    v->neg = *s == '-';
    v->mag = 0;
    if (v->neg) s++;
    for (; *s >= '0' && *s <= '9'; s++, n++) {
        if (n == 6U) return NULL;
        v->mag = v->mag * 10U + (uint32_t)(*s - '0');
    }
    return n && *s == stop ? s + 1 : NULL;
}

static bool two(const char *s, num *a, num *b) {
    s = number(s, ' ', a);
    return s && number(s, '\0', b);
}

static bool op_add(const char *s) {
    num a, b;
    if (!two(s, &a, &b)) return false;
    int32_t r = (a.neg ? -(int32_t)a.mag : (int32_t)a.mag) + (b.neg ? -(int32_t)b.mag : (int32_t)b.mag);
    if (r < 0) put('-');
    dec(r < 0 ? (uint32_t)-r : (uint32_t)r, 1);
    return true;
}

static bool op_mul(const char *s) {
    num a, b;
    if (!two(s, &a, &b)) return false;
    uint32_t ah = a.mag / 1000U, al = a.mag % 1000U, bh = b.mag / 1000U, bl = b.mag % 1000U;
    uint32_t mid = ah * bl + al * bh;
    uint32_t lo = al * bl + mid % 1000U * 1000U;
    uint32_t hi = ah * bh + mid / 1000U + lo / MILLION;
    lo %= MILLION;
    if ((hi | lo) && a.neg != b.neg) put('-');
    if (hi) {
        dec(hi, 1);
        dec(lo, 6);
    } else {
        dec(lo, 1);
    }
    return true;
}

static bool op_peek(const char *s) {
    uint32_t a = 0, n = 0;
    for (; *s; s++, n++) {
        uint32_t c = (uint8_t)*s, l = c | 0x20U, d;
        if (n == 8U) return false;
        if (c >= '0' && c <= '9') d = c - '0';
        else if (l >= 'a' && l <= 'f') d = l - 'a' + 10U;
        else return false;
        a = (a << 4) | d;
    }
    if (n != 8U) return false;
    bool rom = a >= 0x08000000U && a <= 0x08007FFCU;
    bool ram = a >= 0x20000000U && a <= 0x20001FFCU;
    if ((a & 3U) || !(rom || ram)) say("bad address");
    else hex8(*(const volatile uint32_t *)a);
    return true;
}

static bool op_led(const char *s) {
    if (!strcmp(s, "on")) GPIOA->BSRR = B(LED);
    else if (!strcmp(s, "off")) GPIOA->BSRR = B(LED + 16U);
    else return false;
    say("ok");
    return true;
}

static const struct {
    const char *word;
    bool (*run)(const char *rest);
} table[] = {{"led ", op_led}, {"add ", op_add}, {"mul ", op_mul}, {"peek ", op_peek}};

static bool dispatch(uint32_t len) {
    if (strlen(line) != len) return false;
    if (!strcmp(line, "count")) {
        dec(lines, 1);
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        size_t n = strlen(table[i].word);
        if (!strncmp(line, table[i].word, n)) return table[i].run(line + n);
    }
    return false;
}

int main(void) {
    uint32_t len = 0;
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOA->BSRR = B(LED + 16U);
    MODE(GPIOA, LED, 1U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE | USART_CR1_RXNEIE;
    NVIC_EnableIRQ(USART2_IRQn);

    for (;;) {
        __disable_irq();
        if (rxh == rxt) __WFI();
        __enable_irq();
        while (rxh != rxt) {
            uint32_t t = rxt;
            char c = (char)rxd[t % RXN];
            rxt = t + 1U;
            if (c == '\n') continue;
            if (c != '\r') {
                if (len < LINE_MAX_) line[len] = c;
                if (len <= LINE_MAX_) len++;
                continue;
            }
            if (!len) continue;
            if (len > LINE_MAX_) {
                say("too long");
            } else {
                line[len] = '\0';
                if (!dispatch(len)) say("error");
            }
            say("\r\n");
            lines++;
            len = 0;
        }
    }
}
