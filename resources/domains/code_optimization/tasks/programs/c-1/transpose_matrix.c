#include <stddef.h>
#include <stdint.h>

void transpose(uint16_t *restrict target, const uint16_t *source, size_t rows, size_t columns)
{
    for (size_t column = 0; column < columns; column++) {
        const uint16_t *from = source + column;
        for (size_t row = 0; row < rows; row++, from += columns)
            *target++ = *from;
    }
}
