#include <stdint.h>

uint32_t collatz_longest(uint32_t limit)
{
    uint32_t best = 0, most = 0;
    for (uint32_t start = 1; start <= limit; start++) {
        uint32_t steps = 0;
        for (uint64_t n = start; n != 1; steps++)
            n = n % 2 ? 3 * n + 1 : n / 2;
        if (steps >= most) { /* the last of several */
            most = steps;
            best = start;
        }
    }
    return best;
}
