#include <stddef.h>
#include <stdint.h>

/* What both begin and end with costs nothing. */
uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row)
{
    while (lefts && rights && *left == *right)
        left++, right++, lefts--, rights--;
    while (lefts && rights && left[lefts - 1] == right[rights - 1])
        lefts--, rights--;
    if (!lefts)
        return (uint32_t)rights;
    if (!rights)
        return (uint32_t)lefts;
    for (size_t j = 0; j < rights; j++)
        row[j] = (uint32_t)j + 1;
    uint32_t last = 0;
    for (size_t i = 0; i < lefts; i++) {
        uint32_t diagonal = (uint32_t)i, before = (uint32_t)i + 1;
        for (size_t j = 0; j < rights; j++) {
            uint32_t up = row[j], cost = diagonal + (left[i] != right[j]);
            uint32_t step = (up < before ? up : before) + 1;
            before = cost < step ? cost : step;
            row[j] = before;
            diagonal = up;
        }
        last = before;
    }
    return last;
}
