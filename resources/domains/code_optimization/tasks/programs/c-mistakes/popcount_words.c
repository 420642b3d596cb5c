#include <stddef.h>
#include <stdint.h>

uint64_t popcount_words(const uint32_t *words, size_t count)
{
    unsigned char total = 0; /* too narrow */
    for (size_t i = 0; i < count; i++)
        total += (unsigned char)__builtin_popcount(words[i]);
    return total;
}
