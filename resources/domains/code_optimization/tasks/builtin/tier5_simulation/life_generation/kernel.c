#include <stddef.h>

static int alive(const unsigned char *field, size_t rows, size_t columns, size_t row, size_t column)
{
    return row < rows && column < columns && field[row * columns + column];
}

void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns)
{
    for (size_t row = 0; row < rows; row++) {
        for (size_t column = 0; column < columns; column++) {
            int neighbours = 0;
            for (int down = -1; down <= 1; down++)
                for (int right = -1; right <= 1; right++)
                    if (down || right)
                        neighbours += alive(field, rows, columns, row + (size_t)down, column + (size_t)right);
            next[row * columns + column] = neighbours == 3 || (neighbours == 2 && field[row * columns + column]);
        }
    }
}
