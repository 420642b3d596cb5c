#include <stdint.h>

uint32_t power_modulo(uint32_t base, uint32_t exponent, uint32_t modulus)
{
    uint32_t result = 1; /* products need 64 bits */
    base %= modulus;
    for (; exponent; exponent >>= 1) {
        if (exponent & 1)
            result = result * base % modulus;
        base = base * base % modulus;
    }
    return result % modulus;
}
