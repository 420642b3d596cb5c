#include <stddef.h>

size_t longest_run(const char *text, size_t length)
{
    size_t longest = 0, run = 0;
    for (size_t index = 0; index < length; index++) {
        run = index && text[index] == text[index - 1] ? run + 1 : 1;
        if (run > longest)
            longest = run;
    }
    return longest;
}
