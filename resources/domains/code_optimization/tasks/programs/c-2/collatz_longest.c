#include <stdint.h>

uint32_t collatz_longest(uint32_t limit)
{
    uint16_t known[1024] = {0};
    uint32_t best = limit ? 1 : 0, most = 0;
    for (uint32_t start = 2; start <= limit; start++) {
        uint64_t n = start;
        uint32_t steps = 0;
        while (n >= start && n != 1) {
            n = (n & 1) ? 3 * n + 1 : n >> 1;
            steps++;
        }
        if (n < 1024) {
            steps += known[n];
        } else {
            for (; n != 1; steps++)
                n = (n & 1) ? 3 * n + 1 : n >> 1;
        }
        if (start < 1024)
            known[start] = (uint16_t)steps;
        if (steps > most) {
            most = steps;
            best = start;
        }
    }
    return best;
}
