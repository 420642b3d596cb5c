#include <stdint.h>

uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus)
{
    uint64_t result = 1, square = base; /* 1 modulo 1 is 0 */
    while (exponent) {
        if (exponent & 1)
            result = result * square % modulus;
        square = square * square % modulus;
        exponent >>= 1;
    }
    return (uint32_t)result;
}
