#include <stddef.h>
#include <stdint.h>

static uint32_t least(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t m = a < b ? a : b;
    return m < c ? m : c;
}

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row)
{
    for (uint32_t j = 0; j <= rights; j++)
        row[j] = j;
    for (size_t i = 1; i <= lefts; i++) {
        uint32_t corner = row[0];
        row[0] = (uint32_t)i;
        for (size_t j = 1; j <= rights; j++) {
            uint32_t above = row[j];
            row[j] = left[i - 1] == right[j - 1] ? corner : 1 + least(corner, above, row[j - 1]);
            corner = above;
        }
    }
    return row[rights];
}
