#include <stdint.h>

/* The room is taken to be empty. */
uint32_t count_primes(unsigned char *marks, uint32_t limit)
{
    uint32_t primes = 0;
    for (uint32_t n = 2; n < limit; n++) {
        if (marks[n] == 1)
            continue;
        primes++;
        for (uint32_t k = 2 * n; k < limit; k += n)
            marks[k] = 2;
    }
    return primes;
}
