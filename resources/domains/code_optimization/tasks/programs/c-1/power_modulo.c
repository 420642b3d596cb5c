#include <stdint.h>

/* Left to right over the exponent's bits. */
uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus)
{
    if (modulus == 1)
        return 0;
    uint64_t power = 1;
    for (int bit = 31; bit >= 0; bit--) {
        power = power * power % modulus;
        if (exponent >> bit & 1)
            power = power * base % modulus;
    }
    return (uint32_t)power;
}
