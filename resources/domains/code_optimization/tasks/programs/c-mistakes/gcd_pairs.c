#include <stddef.h>
#include <stdint.h>

uint64_t gcd_pairs(const uint32_t *words, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i + 1 < count; i++) {
        int a = (int)words[i], b = (int)words[i + 1]; /* signed */
        while (b) {
            int r = a % b;
            a = b;
            b = r;
        }
        sum += (uint64_t)a;
    }
    return sum;
}
