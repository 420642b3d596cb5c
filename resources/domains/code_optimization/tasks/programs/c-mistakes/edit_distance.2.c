#include <stddef.h>
#include <stdint.h>

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row)
{
    unsigned char line[256]; /* too small and too narrow */
    (void)row;
    for (size_t j = 0; j <= rights; j++)
        line[(unsigned char)j] = (unsigned char)j;
    for (size_t i = 0; i < lefts; i++) {
        unsigned diagonal = line[0];
        line[0] = (unsigned char)(i + 1);
        for (size_t j = 0; j < rights; j++) {
            unsigned best = diagonal + (left[i] != right[j]);
            diagonal = line[(unsigned char)(j + 1)];
            if (diagonal + 1 < best)
                best = diagonal + 1;
            if (line[(unsigned char)j] + 1u < best)
                best = line[(unsigned char)j] + 1u;
            line[(unsigned char)(j + 1)] = (unsigned char)best;
        }
    }
    return line[(unsigned char)rights];
}
