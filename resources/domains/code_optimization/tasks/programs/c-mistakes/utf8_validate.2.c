#include <stddef.h>
#include <stdint.h>

/* Counts what begins a character, and checks nothing. */
int64_t count_code_points(const unsigned char *bytes, size_t length)
{
    int64_t points = 0;
    for (size_t i = 0; i < length; i++)
        points += (bytes[i] & 0xc0) != 0x80;
    return points;
}
