#include <stddef.h>
#include <stdint.h>

static uint32_t rotate(uint32_t word, int places)
{
    return word << places | word >> (32 - places);
}

uint32_t murmur3(const uint32_t *words, size_t count, uint32_t seed)
{
    uint32_t hash = seed;
    for (size_t index = 0; index < count; index++) {
        uint32_t word = rotate(words[index] * 0xcc9e2d51u, 15) * 0x1b873593u;
        hash = rotate(hash ^ word, 13) * 5 + 0xe6546b64u;
    }
    hash ^= (uint32_t)(count * 4);
    hash = (hash ^ hash >> 16) * 0x85ebca6bu;
    hash = (hash ^ hash >> 13) * 0xc2b2ae35u;
    return hash ^ hash >> 16;
}
