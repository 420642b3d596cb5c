#include <stdint.h>

uint32_t collatz_longest(uint32_t limit)
{
    uint32_t best = 1, most = 0; /* 0 for limit 0 is forgotten */
    for (uint32_t start = 2; start < limit; start++) {
        uint32_t steps = 0;
        for (uint64_t n = start; n != 1; steps++)
            n = n % 2 ? 3 * n + 1 : n / 2;
        if (steps > most) {
            most = steps;
            best = start;
        }
    }
    return best;
}
