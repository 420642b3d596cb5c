/* Button to LEDs, straight on the addresses of the reference manual. */
#include <stdint.h>
#include <stdbool.h>

#define REG32(addr)      (*(volatile uint32_t *)(uintptr_t)(addr))
#define RCC_BASE         0x40023800UL
#define GPIO_BASE(port)  (0x40020000UL + 0x400UL * (port))

enum { PORT_A, PORT_B, PORT_C };

#define RCC_AHB1ENR   REG32(RCC_BASE + 0x30)
#define MODER(p)      REG32(GPIO_BASE(p) + 0x00)
#define OTYPER(p)     REG32(GPIO_BASE(p) + 0x04)
#define IDR(p)        REG32(GPIO_BASE(p) + 0x10)
#define BSRR(p)       REG32(GPIO_BASE(p) + 0x18)

#define SET(n)   (1UL << (n))
#define RESET(n) (1UL << ((n) + 16))

static void output(unsigned port, unsigned pin)
{
    OTYPER(port) &= ~(1UL << pin);
    MODER(port) = (MODER(port) & ~(3UL << (2 * pin))) | (1UL << (2 * pin));
}

int main(void)
{
    RCC_AHB1ENR |= (1UL << PORT_A) | (1UL << PORT_B) | (1UL << PORT_C);
    (void)RCC_AHB1ENR; /* wait for the clock */

    BSRR(PORT_A) = RESET(5);
    BSRR(PORT_B) = SET(0);
    output(PORT_A, 5);
    output(PORT_B, 0);
    MODER(PORT_C) &= ~(3UL << 26);

    while (true) {
        const bool pressed = !(IDR(PORT_C) & (1UL << 13));
        if (pressed) {
            BSRR(PORT_A) = SET(5);
            BSRR(PORT_B) = RESET(0);
        } else {
            BSRR(PORT_A) = RESET(5);
            BSRR(PORT_B) = SET(0);
        }
    }
}
