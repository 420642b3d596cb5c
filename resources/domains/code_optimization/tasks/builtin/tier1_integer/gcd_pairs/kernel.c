#include <stddef.h>
#include <stdint.h>

uint64_t gcd_pairs(const uint32_t *words, size_t count)
{
    uint64_t sum = 0;
    for (size_t index = 1; index < count; index++) {
        uint32_t left = words[index - 1], right = words[index];
        while (right) {
            uint32_t rest = left % right;
            left = right;
            right = rest;
        }
        sum += left;
    }
    return sum;
}
