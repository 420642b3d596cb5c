#include <stddef.h>
#include <stdint.h>

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row)
{
    for (size_t column = 0; column <= rights; column++)
        row[column] = (uint32_t)column;
    for (size_t line = 0; line < lefts; line++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)line + 1;
        for (size_t column = 0; column < rights; column++) {
            uint32_t best = diagonal + (left[line] != right[column]);
            diagonal = row[column + 1];
            if (diagonal + 1 < best)
                best = diagonal + 1;
            if (row[column] + 1 < best)
                best = row[column] + 1;
            row[column + 1] = best;
        }
    }
    return row[rights];
}
