#include <stdint.h>

static uint32_t below_billion(uint32_t part)
{
    uint32_t sum = 0;
    for (; part; part /= 10)
        sum += part % 10;
    return sum;
}

uint32_t digit_sum(uint64_t value)
{
    if (value < 1000000000u)
        return below_billion((uint32_t)value);
    uint64_t high = value / 1000000000u;
    uint32_t low = (uint32_t)(value - high * 1000000000u);
    return below_billion(low) + below_billion((uint32_t)(high % 1000000000u)) + below_billion((uint32_t)(high / 1000000000u));
}
