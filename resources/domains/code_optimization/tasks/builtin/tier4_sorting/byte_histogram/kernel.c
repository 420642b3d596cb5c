#include <stddef.h>
#include <stdint.h>

int most_frequent(const char *text, size_t length)
{
    uint32_t counts[256] = {0};
    int best = -1;
    for (size_t index = 0; index < length; index++)
        counts[(unsigned char)text[index]]++;
    for (int byte = 0; byte < 256; byte++)
        if (counts[byte] && (best < 0 || counts[byte] > counts[best]))
            best = byte;
    return best;
}
