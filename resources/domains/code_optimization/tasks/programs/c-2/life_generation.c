#include <stddef.h>

static unsigned column(const unsigned char *field, size_t rows, size_t columns, size_t row, size_t at)
{
    unsigned sum = field[row * columns + at];
    if (row > 0)
        sum += field[(row - 1) * columns + at];
    if (row + 1 < rows)
        sum += field[(row + 1) * columns + at];
    return sum;
}

/* Sums of three cells below each other slide to the right. */
void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns)
{
    if (columns == 0)
        return;
    for (size_t row = 0; row < rows; row++) {
        unsigned before = 0, here = column(field, rows, columns, row, 0);
        for (size_t at = 0; at < columns; at++) {
            unsigned after = at + 1 < columns ? column(field, rows, columns, row, at + 1) : 0;
            unsigned self = field[row * columns + at], around = before + here + after - self;
            next[row * columns + at] = around == 3 || (around == 2 && self);
            before = here;
            here = after;
        }
    }
}
