#include <stddef.h>
#include <stdint.h>

/* The polynomial is not the reflected one. */
uint32_t crc32(const char *text, size_t length)
{
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < length; i++) {
        crc ^= (uint32_t)(unsigned char)text[i] << 24;
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 31 ? crc << 1 ^ 0x04c11db7u : crc << 1;
    }
    return ~crc;
}
