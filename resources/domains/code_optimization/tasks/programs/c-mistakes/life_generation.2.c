#include <stddef.h>

void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            int around = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    if (y + dy < rows && x + dx < columns) /* counts itself */
                        around += field[(y + dy) * columns + x + dx];
            next[y * columns + x] = around == 3 || (around == 2 && field[y * columns + x]);
        }
}
