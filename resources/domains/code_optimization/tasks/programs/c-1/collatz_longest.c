#include <stdint.h>

static unsigned length_of(uint64_t n)
{
    unsigned steps = 0;
    while (n > 1) {
        if (n % 2 == 0) {
            int zeros = __builtin_ctzll(n);
            n >>= zeros;
            steps += (unsigned)zeros;
        } else {
            n = n + (n >> 1) + 1;
            steps += 2;
        }
    }
    return steps;
}

uint32_t collatz_longest(uint32_t limit)
{
    if (limit == 0)
        return 0;
    uint32_t winner = 1;
    unsigned record = 0;
    for (uint32_t n = 2; n <= limit && n; n++) {
        unsigned steps = length_of(n);
        if (steps > record) {
            record = steps;
            winner = n;
        }
    }
    return winner;
}
