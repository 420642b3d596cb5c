#include <stddef.h>
#include <stdint.h>

enum { BLOCK = 8 };

void matrix_multiply(uint32_t *restrict product, const uint32_t *left, const uint32_t *right, size_t size)
{
    for (size_t i = 0; i < size * size; i++)
        product[i] = 0;
    for (size_t first = 0; first < size; first += BLOCK) {
        size_t last = first + BLOCK < size ? first + BLOCK : size;
        for (size_t i = 0; i < size; i++)
            for (size_t k = first; k < last; k++) {
                uint32_t factor = left[i * size + k];
                for (size_t j = 0; j < size; j++)
                    product[i * size + j] += factor * right[k * size + j];
            }
    }
}
