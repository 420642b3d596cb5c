#include <stddef.h>
#include <stdint.h>

static int is_tail(unsigned char byte)
{
    return (byte & 0xc0) == 0x80;
}

/* By the table of well-formed sequences of the Unicode standard. */
int64_t count_code_points(const unsigned char *bytes, size_t length)
{
    const unsigned char *p = bytes, *end = bytes + length;
    int64_t count = 0;
    for (; p < end; count++) {
        size_t left = (size_t)(end - p);
        if (p[0] < 0x80) {
            p += 1;
        } else if (p[0] >= 0xc2 && p[0] <= 0xdf) {
            if (left < 2 || !is_tail(p[1]))
                return -1;
            p += 2;
        } else if (p[0] >= 0xe0 && p[0] <= 0xef) {
            if (left < 3 || !is_tail(p[1]) || !is_tail(p[2]))
                return -1;
            if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f))
                return -1;
            p += 3;
        } else if (p[0] >= 0xf0 && p[0] <= 0xf4) {
            if (left < 4 || !is_tail(p[1]) || !is_tail(p[2]) || !is_tail(p[3]))
                return -1;
            if ((p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
                return -1;
            p += 4;
        } else {
            return -1;
        }
    }
    return count;
}
