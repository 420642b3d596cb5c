#include <stddef.h>
#include <stdint.h>

uint64_t popcount_words(const uint32_t *words, size_t count)
{
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++) {
        uint32_t word = words[index];
        while (word) {
            word &= word - 1;
            total++;
        }
    }
    return total;
}
