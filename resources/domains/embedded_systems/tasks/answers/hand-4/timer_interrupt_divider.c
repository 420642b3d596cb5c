#include <stdint.h>

/* Own register structures: only what is used here. */
struct tim {
    volatile uint32_t cr1, cr2, smcr, dier, sr, egr, ccmr1, ccmr2, ccer, cnt, psc, arr;
};
struct gpio {
    volatile uint32_t moder, otyper, ospeedr, pupdr, idr, odr, bsrr;
};
struct rcc {
    uint32_t before[12];
    volatile uint32_t ahb1enr;
    uint32_t between[3];
    volatile uint32_t apb1enr, apb2enr;
};

static struct tim *const tim2 = (struct tim *)0x40000000;
static struct gpio *const gpioa = (struct gpio *)0x40020000;
static struct gpio *const gpiob = (struct gpio *)0x40020400;
static struct gpio *const gpioc = (struct gpio *)0x40020800;
static struct rcc *const rcc = (struct rcc *)0x40023800;
#define NVIC_ISER0 (*(volatile uint32_t *)0xE000E100)

volatile uint32_t overflows;

void TIM2_IRQHandler(void)
{
    static unsigned fifth, seventh;

    tim2->sr = 0;
    overflows++;
    if (!(gpioc->idr >> 13 & 1))
        return;
    if (++fifth == 5) {
        fifth = 0;
        gpioa->odr ^= 1u << 5;
    }
    if (++seventh == 7) {
        seventh = 0;
        gpiob->odr ^= 1u;
    }
}

int main(void)
{
    rcc->ahb1enr |= 7;
    rcc->apb1enr |= 1;
    gpioa->moder = (gpioa->moder & ~(3u << 10)) | 1u << 10;
    gpiob->moder = (gpiob->moder & ~3u) | 1u;
    gpioc->moder &= ~(3u << 26);

    tim2->psc = 1600 - 1;
    tim2->arr = 10 - 1;
    tim2->egr = 1;
    tim2->sr = 0;
    tim2->dier = 1;
    NVIC_ISER0 = 1u << 28;
    tim2->cr1 = 1;

    for (;;)
        __asm__ __volatile__("wfi");
}
