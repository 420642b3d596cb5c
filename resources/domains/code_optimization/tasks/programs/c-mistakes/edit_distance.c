#include <stddef.h>
#include <stdint.h>

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row)
{
    for (size_t j = 0; j <= rights; j++)
        row[j] = (uint32_t)j;
    for (size_t i = 0; i < lefts; i++) {
        uint32_t diagonal = row[0];
        row[0] = (uint32_t)i + 1;
        for (size_t j = 0; j < rights; j++) {
            uint32_t cost = diagonal + 2 * (left[i] != right[j]); /* a replacement as two */
            diagonal = row[j + 1];
            uint32_t best = (diagonal < row[j] ? diagonal : row[j]) + 1;
            row[j + 1] = cost < best ? cost : best;
        }
    }
    return row[rights];
}
