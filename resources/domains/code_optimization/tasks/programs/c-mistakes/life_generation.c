#include <stddef.h>

/* The field is taken as a torus. */
void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns)
{
    for (size_t y = 0; y < rows; y++)
        for (size_t x = 0; x < columns; x++) {
            unsigned around = 0;
            for (size_t r = 0; r < 3; r++)
                for (size_t c = 0; c < 3; c++)
                    if (r != 1 || c != 1)
                        around += field[(y + r + rows - 1) % rows * columns + (x + c + columns - 1) % columns];
            next[y * columns + x] = around == 3 || (around == 2 && field[y * columns + x]);
        }
}
