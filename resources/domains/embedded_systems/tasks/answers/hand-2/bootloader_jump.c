#include "stm32f405.h"

#define B(n) (1U << (n))
#define FLD(r, p, w, v) ((r) = ((r) & ~((B(w) - 1U) << (p))) | ((uint32_t)(v) << (p)))
#define MODE(g, n, m) FLD((g)->MODER, 2U * (n), 2U, m)
#define ALT(g, n, f) do { FLD((g)->AFR[(n) >> 3], 4U * ((n) & 7U), 4U, f); MODE(g, n, 2U); } while (0)

#define VECTORS 98U
#define STACK_WORDS 128U
#define TICK_SLOT 15U
#define ICSR_PENDSTCLR B(25)
#define BOOT_RELOAD (16000U - 1U)
#define APP_RELOAD (32000U - 1U)

uint32_t ram_vectors[VECTORS] __attribute__((aligned(512)));
uint32_t application_stack[STACK_WORDS] __attribute__((aligned(8)));

void SysTick_Handler(void);
int main(void);

static struct {
    uint8_t d[32];
    uint32_t h, t;
} in;

static inline void flip(uint32_t m) {
    uint32_t o = GPIOB->ODR;
    GPIOB->BSRR = ((o & m) << 16) | (~o & m);
}

static inline void pump(void) {
    if (USART2->SR & USART_SR_RXNE) {
        uint8_t c = (uint8_t)USART2->DR;
        if (in.h - in.t < sizeof in.d) in.d[in.h++ % sizeof in.d] = c;
    }
}

static void put(uint8_t c) {
    while (!(USART2->SR & USART_SR_TXE)) pump();
    USART2->DR = c;
}

static void puts_(const char *s) {
    while (*s) put((uint8_t)*s++);
}

static uint8_t get(void) {
    while (in.h == in.t) pump();
    return in.d[in.t++ % sizeof in.d];
}

static void tick_on(uint32_t reload) {
    SysTick->LOAD = reload;
    SysTick->VAL = 0;
    SysTick->CTRL = SysTick_CTRL_CLKSOURCE | SysTick_CTRL_TICKINT | SysTick_CTRL_ENABLE;
}

void SysTick_Handler(void) { flip(B(0)); }

static void app_tick(void) { flip(B(1)); }

__attribute__((noreturn, noinline, used)) static void application(void) {
    __enable_irq();
    puts_("APP\r\n");
    tick_on(APP_RELOAD);
    for (;;) put(get());
}

__attribute__((noreturn)) static void launch(void) {
    const volatile uint32_t *rom = (const volatile uint32_t *)0x08000000U;
    __disable_irq();
    SysTick->CTRL = 0;
    SCB->ICSR = ICSR_PENDSTCLR;
    while (!(USART2->SR & USART_SR_TC)) pump();
    for (uint32_t i = 0; i < VECTORS; i++) ram_vectors[i] = rom[i];
    ram_vectors[TICK_SLOT] = (uint32_t)app_tick;
    __DSB();
    SCB->VTOR = (uint32_t)ram_vectors;
    __DSB();
    __ISB();
    __asm volatile("msr msp, %0\n\tisb\n\tbx %1"
                   :
                   : "r"((uint32_t)&application_stack[STACK_WORDS]), "r"((uint32_t)application)
                   : "memory");
    __builtin_unreachable();
}

int main(void) {
    RCC->AHB1ENR |= RCC_AHB1ENR_GPIOAEN | RCC_AHB1ENR_GPIOBEN;
    RCC->APB1ENR |= RCC_APB1ENR_USART2EN;
    GPIOB->BSRR = B(16) | B(17);
    MODE(GPIOB, 0U, 1U);
    MODE(GPIOB, 1U, 1U);
    ALT(GPIOA, 2U, 7U);
    ALT(GPIOA, 3U, 7U);
    USART2->BRR = 139;
    USART2->CR1 = USART_CR1_UE | USART_CR1_TE | USART_CR1_RE;

    puts_("BOOT\r\n");
    tick_on(BOOT_RELOAD);
    while (get() != 'g') {
    }
    launch();
}
