#include <stdint.h>
#include <string.h>

uint32_t count_primes(unsigned char *marks, uint32_t limit)
{
    if (limit < 3)
        return 0;
    memset(marks, 1, limit);
    marks[0] = marks[1] = 0;
    for (uint64_t even = 4; even < limit; even += 2)
        marks[even] = 0;
    for (uint32_t p = 3; (uint64_t)p * p < limit; p += 2)
        if (marks[p])
            for (uint64_t multiple = (uint64_t)p * p; multiple < limit; multiple += 2 * p)
                marks[multiple] = 0;
    uint32_t primes = 0;
    for (uint32_t i = 0; i < limit; i++)
        primes += marks[i];
    return primes;
}
