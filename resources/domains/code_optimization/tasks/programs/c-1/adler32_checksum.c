#include <stddef.h>
#include <stdint.h>

#define MOD 65521u
#define RUN 5552u

uint32_t adler32(const char *text, size_t length)
{
    const unsigned char *data = (const unsigned char *)text;
    uint32_t a = 1, b = 0;
    while (length) {
        size_t part = length < RUN ? length : RUN;
        length -= part;
        while (part--) {
            a += *data++;
            b += a;
        }
        a %= MOD;
        b %= MOD;
    }
    return b << 16 | a;
}
