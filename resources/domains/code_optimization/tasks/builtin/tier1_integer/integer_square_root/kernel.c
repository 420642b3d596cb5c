#include <stdint.h>

uint32_t square_root(uint64_t value)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1) {
        uint64_t trial = root | bit;
        if (trial * trial <= value)
            root = trial;
    }
    return (uint32_t)root;
}
