#include <stddef.h>
#include <stdint.h>

/* Four tables, so that equal neighbours do not wait for each other. */
int most_frequent(const char *text, size_t length)
{
    uint32_t counts[4][256];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 256; j++)
            counts[i][j] = 0;
    for (size_t i = 0; i < length; i++)
        counts[i & 3][(unsigned char)text[i]]++;
    int best = -1;
    uint32_t most = 0;
    for (int byte = 0; byte < 256; byte++) {
        uint32_t total = counts[0][byte] + counts[1][byte] + counts[2][byte] + counts[3][byte];
        if (total > most) {
            most = total;
            best = byte;
        }
    }
    return best;
}
