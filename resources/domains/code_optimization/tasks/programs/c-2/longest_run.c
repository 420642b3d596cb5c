#include <stddef.h>

size_t longest_run(const char *text, size_t length)
{
    if (length == 0)
        return 0;
    size_t longest = 1, run = 1;
    char before = text[0];
    for (const char *p = text + 1; p != text + length; p++) {
        char now = *p;
        run = now == before ? run + 1 : 1;
        longest = run > longest ? run : longest;
        before = now;
    }
    return longest;
}
