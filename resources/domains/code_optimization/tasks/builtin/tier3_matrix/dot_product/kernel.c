#include <stddef.h>
#include <stdint.h>

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count)
{
    uint32_t sum = 0;
    for (size_t index = 0; index < count; index++)
        sum += (uint32_t)(left[index] * right[index]);
    return (int32_t)sum;
}
