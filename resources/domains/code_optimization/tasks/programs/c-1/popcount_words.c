#include <stddef.h>
#include <stdint.h>

/* Sideways addition within each word. */
uint64_t popcount_words(const uint32_t *words, size_t count)
{
    const uint32_t *end = words + count;
    uint64_t total = 0;
    while (words != end) {
        uint32_t x = *words++;
        x -= (x >> 1) & 0x55555555u;
        x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
        x = (x + (x >> 4)) & 0x0f0f0f0fu;
        total += (x * 0x01010101u) >> 24;
    }
    return total;
}
