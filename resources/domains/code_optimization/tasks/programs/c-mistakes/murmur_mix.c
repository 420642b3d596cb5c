#include <stddef.h>
#include <stdint.h>

static uint32_t rotate(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

uint32_t murmur3(const uint32_t *words, size_t count, uint32_t seed)
{
    uint32_t h = seed;
    for (size_t i = 0; i < count; i++)
        h = rotate(h ^ rotate(words[i] * 0xcc9e2d51u, 15) * 0x1b873593u, 13) * 5 + 0xe6546b64u;
    h ^= (uint32_t)count; /* words, not bytes */
    h = (h ^ h >> 16) * 0x85ebca6bu;
    h = (h ^ h >> 13) * 0xc2b2ae35u;
    return h ^ h >> 16;
}
