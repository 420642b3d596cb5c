#include <stddef.h>
#include <stdint.h>

int64_t count_code_points(const unsigned char *bytes, size_t length)
{
    int64_t points = 0;
    size_t i = 0;
    while (i < length) { /* overlong forms and surrogates are let through */
        unsigned more = bytes[i] < 0x80 ? 0 : bytes[i] < 0xc0 ? 9 : bytes[i] < 0xe0 ? 1 : bytes[i] < 0xf0 ? 2 : 3;
        if (more == 9 || bytes[i] > 0xf4)
            return -1;
        i++;
        for (; more; more--, i++)
            if (i >= length || bytes[i] >> 6 != 2)
                return -1;
        points++;
    }
    return points;
}
