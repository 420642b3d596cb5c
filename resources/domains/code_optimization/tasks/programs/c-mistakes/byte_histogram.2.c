#include <stddef.h>

int most_frequent(const char *text, size_t length)
{
    unsigned counts[256] = {0};
    int best = 0; /* 0 for an empty text */
    for (size_t i = 0; i < length; i++)
        counts[(unsigned char)text[i]]++;
    for (int byte = 1; byte < 256; byte++)
        if (counts[byte] >= counts[best])
            best = byte;
    return best;
}
