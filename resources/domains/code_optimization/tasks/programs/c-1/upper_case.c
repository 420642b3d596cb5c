#include <stddef.h>

size_t upper_case(char *text, size_t length)
{
    size_t changed = 0;
    for (char *p = text; length--; p++) {
        unsigned is_small = (unsigned char)(*p - 'a') < 26u;
        *p = (char)(*p ^ (char)(is_small << 5));
        changed += is_small;
    }
    return changed;
}
