#include <stdint.h>

uint32_t square_root(uint64_t value)
{
    uint32_t root = 0;
    for (uint32_t bit = 1u << 31; bit; bit >>= 1) {
        uint32_t trial = root | bit;
        if (trial * trial <= value) /* overflows */
            root = trial;
    }
    return root;
}
