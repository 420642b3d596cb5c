#include <stddef.h>
#include <stdint.h>

void matrix_multiply(uint32_t *restrict product, const uint32_t *left, const uint32_t *right, size_t size)
{
    for (size_t row = 0; row < size; row++) {
        for (size_t column = 0; column < size; column++) {
            uint32_t sum = 0;
            for (size_t inner = 0; inner < size; inner++)
                sum += left[row * size + inner] * right[inner * size + column];
            product[row * size + column] = sum;
        }
    }
}
