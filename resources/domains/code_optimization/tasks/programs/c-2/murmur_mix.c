#include <stddef.h>
#include <stdint.h>

static inline uint32_t scrambled(uint32_t k)
{
    k *= 0xcc9e2d51u;
    k = (k >> 17) | (k << 15);
    return k * 0x1b873593u;
}

uint32_t murmur3(const uint32_t *words, size_t count, uint32_t seed)
{
    uint32_t hash = seed;
    size_t i = 0;
    for (; i + 2 <= count; i += 2) {
        uint32_t first = scrambled(words[i]), second = scrambled(words[i + 1]);
        hash ^= first;
        hash = ((hash << 13) | (hash >> 19)) * 5 + 0xe6546b64u;
        hash ^= second;
        hash = ((hash << 13) | (hash >> 19)) * 5 + 0xe6546b64u;
    }
    if (i < count) {
        hash ^= scrambled(words[i]);
        hash = ((hash << 13) | (hash >> 19)) * 5 + 0xe6546b64u;
    }
    hash ^= (uint32_t)(4 * count);
    hash ^= hash >> 16;
    hash *= 0x85ebca6bu;
    hash ^= hash >> 13;
    hash *= 0xc2b2ae35u;
    return hash ^ (hash >> 16);
}
