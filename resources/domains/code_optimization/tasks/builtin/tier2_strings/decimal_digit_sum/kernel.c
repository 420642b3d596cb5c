#include <stdint.h>

uint32_t digit_sum(uint64_t value)
{
    uint32_t sum = 0;
    do {
        sum += (uint32_t)(value % 10);
        value /= 10;
    } while (value);
    return sum;
}
