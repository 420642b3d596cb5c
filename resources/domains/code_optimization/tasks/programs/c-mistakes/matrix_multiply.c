#include <stddef.h>
#include <stdint.h>

void matrix_multiply(uint32_t *restrict product, const uint32_t *left, const uint32_t *right, size_t size)
{
    for (size_t i = 0; i < size; i++)
        for (size_t k = 0; k < size; k++)
            for (size_t j = 0; j < size; j++) /* onto whatever was there */
                product[i * size + j] += left[i * size + k] * right[k * size + j];
}
