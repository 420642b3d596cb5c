#include <stddef.h>
#include <stdint.h>

/* A table of the stack's, made anew in each call where that pays. */
uint32_t crc32(const char *text, size_t length)
{
    uint32_t table[256], crc = 0xffffffffu;
    const unsigned char *p = (const unsigned char *)text;
    if (length < 64) {
        for (; length; length--) {
            crc ^= *p++;
            for (int k = 8; k; k--)
                crc = crc >> 1 ^ (0xedb88320u & -(crc & 1));
        }
        return ~crc;
    }
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t c = i;
        for (int k = 0; k < 8; k++)
            c = c >> 1 ^ (-(c & 1) & 0xedb88320u);
        table[i] = c;
    }
    for (size_t i = 0; i < length; i++)
        crc = table[(crc ^ p[i]) & 255] ^ crc >> 8;
    return ~crc;
}
