#include <stddef.h>

int most_frequent(const char *text, size_t length)
{
    unsigned counts[256] = {0};
    int best = -1;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        counts[byte]++;
        if (best < 0 || counts[byte] > counts[best]) /* the first to get there, not the smallest */
            best = byte;
    }
    return best;
}
