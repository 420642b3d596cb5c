#include <stddef.h>
#include <string.h>

int most_frequent(const char *text, size_t length)
{
    size_t counts[256];
    memset(counts, 0, sizeof counts);
    if (!length)
        return -1;
    const unsigned char *p = (const unsigned char *)text;
    for (size_t i = 0; i < length; i++)
        ++counts[p[i]];
    int best = 0;
    for (int byte = 1; byte < 256; byte++)
        if (counts[byte] > counts[best])
            best = byte;
    return best;
}
