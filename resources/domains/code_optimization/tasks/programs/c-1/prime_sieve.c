#include <stdint.h>

/* marks[i] stands for the odd number 2i + 1. */
uint32_t count_primes(unsigned char *marks, uint32_t limit)
{
    if (limit <= 2)
        return 0;
    uint32_t odds = limit / 2, count = 1;
    for (uint32_t i = 0; i < odds; i++)
        marks[i] = 1;
    for (uint32_t i = 1; i < odds; i++) {
        if (!marks[i])
            continue;
        count++;
        uint32_t prime = 2 * i + 1;
        for (uint64_t k = ((uint64_t)prime * prime) / 2; k < odds; k += prime)
            marks[k] = 0;
    }
    return count;
}
