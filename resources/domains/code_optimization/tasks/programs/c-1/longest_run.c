#include <stddef.h>

size_t longest_run(const char *text, size_t length)
{
    size_t best = 0, start = 0;
    while (start < length) {
        size_t end = start + 1;
        while (end < length && text[end] == text[start])
            end++;
        if (end - start > best)
            best = end - start;
        start = end;
    }
    return best;
}
