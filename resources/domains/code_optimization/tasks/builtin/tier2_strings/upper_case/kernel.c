#include <stddef.h>

size_t upper_case(char *text, size_t length)
{
    size_t changed = 0;
    for (size_t index = 0; index < length; index++) {
        if (text[index] >= 'a' && text[index] <= 'z') {
            text[index] -= 'a' - 'A';
            changed++;
        }
    }
    return changed;
}
