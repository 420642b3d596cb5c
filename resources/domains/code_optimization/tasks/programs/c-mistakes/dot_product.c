#include <stddef.h>
#include <stdint.h>

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count)
{
    int32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (int16_t)(left[i] * right[i]); /* products of 16 bits */
    return sum;
}
