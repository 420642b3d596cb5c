#include <stddef.h>
#include <stdint.h>

uint64_t gcd_pairs(const uint32_t *words, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        uint32_t a = words[i], b = words[i + 1];
        while (a != b) /* never ends with a zero */
            if (a > b)
                a -= b;
            else
                b -= a;
        sum += a;
    }
    return sum;
}
