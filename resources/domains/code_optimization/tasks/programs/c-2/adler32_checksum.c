#include <stddef.h>
#include <stdint.h>

/* The remainder by folding: 65536 is 15 modulo 65521. */
static uint32_t reduced(uint32_t x)
{
    x = (x & 0xffff) + 15 * (x >> 16);
    x = (x & 0xffff) + 15 * (x >> 16);
    return x >= 65521 ? x - 65521 : x;
}

uint32_t adler32(const char *text, size_t length)
{
    const unsigned char *p = (const unsigned char *)text;
    uint32_t a = 1, b = 0;
    while (length) {
        size_t n = length > 4096 ? 4096 : length;
        length -= n;
        for (; n >= 4; n -= 4, p += 4) {
            b += 4 * a + 4 * p[0] + 3 * p[1] + 2 * p[2] + p[3];
            a += p[0] + p[1] + p[2] + p[3];
        }
        for (; n; n--)
            b += a += *p++;
        a = reduced(a);
        b = reduced(b);
    }
    return (b << 16) + a;
}
