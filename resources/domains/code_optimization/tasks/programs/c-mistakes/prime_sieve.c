#include <stdint.h>
#include <string.h>

uint32_t count_primes(unsigned char *marks, uint32_t limit)
{
    uint32_t primes = 0;
    memset(marks, 0, limit);
    for (uint32_t n = 2; n <= limit; n++) { /* and the limit itself */
        if (marks[n])
            continue;
        primes++;
        for (uint64_t k = (uint64_t)n * n; k < limit; k += n)
            marks[k] = 1;
    }
    return primes;
}
