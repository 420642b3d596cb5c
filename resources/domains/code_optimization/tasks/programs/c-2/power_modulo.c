#include <stdint.h>

uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus)
{
    if ((modulus & (modulus - 1)) == 0) {
        uint32_t result = 1, mask = modulus - 1;
        for (; exponent; exponent >>= 1, base *= base)
            if (exponent & 1)
                result *= base;
        return result & mask;
    }
    uint64_t result = 1, factor = base;
    for (;;) {
        factor %= modulus;
        if (exponent & 1)
            result = result * factor % modulus;
        exponent >>= 1;
        if (!exponent)
            return (uint32_t)result;
        factor *= factor;
    }
}
