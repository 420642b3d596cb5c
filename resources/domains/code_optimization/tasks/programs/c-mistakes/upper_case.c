#include <stddef.h>

size_t upper_case(char *text, size_t length)
{
    size_t changed = 0;
    for (size_t i = 0; i < length; i++)
        if (text[i] > 'a' && text[i] < 'z') { /* the first and the last letter */
            text[i] -= 32;
            changed++;
        }
    return changed;
}
