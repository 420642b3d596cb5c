#include <stdint.h>
#include <string.h>

uint32_t count_primes(unsigned char *marks, uint32_t limit)
{
    uint32_t primes = 0;
    memset(marks, 0, limit);
    for (uint32_t number = 2; number < limit; number++) {
        if (marks[number])
            continue;
        primes++;
        for (uint64_t multiple = (uint64_t)number * number; multiple < limit; multiple += number)
            marks[multiple] = 1;
    }
    return primes;
}
