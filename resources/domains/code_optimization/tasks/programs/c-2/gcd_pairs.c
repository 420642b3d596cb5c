#include <stddef.h>
#include <stdint.h>

static uint32_t gcd(uint32_t a, uint32_t b)
{
    return b ? gcd(b, a % b) : a;
}

uint64_t gcd_pairs(const uint32_t *words, size_t count)
{
    uint64_t sum = 0;
    if (count < 2)
        return 0;
    uint32_t previous = words[0];
    for (size_t i = 1; i < count; i++) {
        uint32_t current = words[i];
        sum += previous > current ? gcd(previous, current) : gcd(current, previous);
        previous = current;
    }
    return sum;
}
