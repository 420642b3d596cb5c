#include <stddef.h>
#include <stdint.h>

void matrix_multiply(uint32_t *restrict product, const uint32_t *left, const uint32_t *right, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint32_t *line = product + i * size;
        for (size_t j = 0; j < size; j++)
            line[j] = 0;
        for (size_t k = 0; k < size; k++) {
            uint32_t factor = left[i * size + k];
            const uint32_t *other = right + k * size;
            for (size_t j = 0; j < size; j++)
                line[j] += factor * other[j];
        }
    }
}
