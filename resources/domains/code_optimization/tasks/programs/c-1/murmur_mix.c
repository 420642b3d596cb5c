#include <stddef.h>
#include <stdint.h>

#define ROTL(x, n) ((x) << (n) | (x) >> (32 - (n)))

uint32_t murmur3(const uint32_t *words, size_t count, uint32_t seed)
{
    uint32_t h = seed;
    for (size_t left = count; left > 0; left--) {
        uint32_t k = *words++;
        k *= 0xcc9e2d51u;
        k = ROTL(k, 15);
        k *= 0x1b873593u;
        h ^= k;
        h = ROTL(h, 13);
        h = h + (h << 2) + 0xe6546b64u;
    }
    h ^= (uint32_t)count << 2;
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}
