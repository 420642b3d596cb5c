#include <stddef.h>
#include <stdint.h>

uint32_t adler32(const char *text, size_t length)
{
    int a = 1, b = 0;
    for (size_t i = 0; i < length; i++) {
        a = (a + text[i]) % 65521; /* char has a sign */
        b = (b + a) % 65521;
    }
    return (uint32_t)b << 16 | (uint32_t)a;
}
