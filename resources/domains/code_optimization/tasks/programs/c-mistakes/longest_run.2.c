#include <stddef.h>

size_t longest_run(const char *text, size_t length)
{
    size_t best = 1, run = 1; /* 1 for an empty text */
    for (size_t i = 1; i < length; i++) {
        run = text[i] == text[i - 1] ? run + 1 : 1;
        if (run > best)
            best = run;
    }
    return best;
}
