#include <stddef.h>
#include <stdint.h>

enum { TILE = 8 };

void transpose(uint16_t *restrict target, const uint16_t *source, size_t rows, size_t columns)
{
    for (size_t r0 = 0; r0 < rows; r0 += TILE)
        for (size_t c0 = 0; c0 < columns; c0 += TILE)
            for (size_t r = r0; r < rows && r < r0 + TILE; r++)
                for (size_t c = c0; c < columns && c < c0 + TILE; c++)
                    target[c * rows + r] = source[r * columns + c];
}
