#include <stddef.h>

void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns)
{
    for (size_t y = 0; y < rows; y++) {
        size_t top = y ? y - 1 : 0, bottom = y + 1 < rows ? y + 1 : y;
        for (size_t x = 0; x < columns; x++) {
            size_t first = x ? x - 1 : 0, last = x + 1 < columns ? x + 1 : x;
            unsigned sum = 0;
            for (size_t r = top; r <= bottom; r++)
                for (size_t c = first; c <= last; c++)
                    sum += field[r * columns + c];
            unsigned self = field[y * columns + x];
            sum -= self;
            next[y * columns + x] = (unsigned char)((sum | self) == 3);
        }
    }
}
