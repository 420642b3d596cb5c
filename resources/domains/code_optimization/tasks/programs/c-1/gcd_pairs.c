#include <stddef.h>
#include <stdint.h>

/* Stein's algorithm. */
static uint32_t gcd(uint32_t a, uint32_t b)
{
    if (a == 0 || b == 0)
        return a | b;
    int shift = __builtin_ctz(a | b);
    a >>= __builtin_ctz(a);
    do {
        b >>= __builtin_ctz(b);
        if (a > b) {
            uint32_t t = a;
            a = b;
            b = t;
        }
        b -= a;
    } while (b);
    return a << shift;
}

uint64_t gcd_pairs(const uint32_t *words, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < count; i++)
        sum += gcd(words[i], words[i + 1]);
    return sum;
}
