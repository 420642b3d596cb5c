#include <stddef.h>
#include <stdint.h>

uint32_t adler32(const char *text, size_t length)
{
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < length; i++) {
        a = (a + (unsigned char)text[i]) % 65521;
        b += a; /* overflows in the end */
    }
    return (b % 65521) << 16 | a;
}
