#include <stddef.h>
#include <stdint.h>

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count)
{
    uint32_t even = 0, odd = 0;
    size_t i = 0;
    for (; i + 1 < count; i += 2) {
        even += (uint32_t)((int32_t)left[i] * right[i]);
        odd += (uint32_t)((int32_t)left[i + 1] * right[i + 1]);
    }
    if (i < count)
        even += (uint32_t)((int32_t)left[i] * right[i]);
    return (int32_t)(even + odd);
}
