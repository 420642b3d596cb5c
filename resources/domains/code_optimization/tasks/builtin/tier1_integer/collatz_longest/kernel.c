#include <stdint.h>

uint32_t collatz_longest(uint32_t limit)
{
    uint32_t best = 0, most = 0;
    for (uint32_t start = 1; start <= limit; start++) {
        uint64_t value = start;
        uint32_t steps = 0;
        while (value != 1) {
            value = value & 1 ? 3 * value + 1 : value / 2;
            steps++;
        }
        if (best == 0 || steps > most) {
            best = start;
            most = steps;
        }
    }
    return best;
}
