#include <stddef.h>
#include <stdint.h>

uint32_t crc32(const char *text, size_t length)
{
    uint32_t crc = 0xffffffffu;
    for (size_t index = 0; index < length; index++) {
        crc ^= (unsigned char)text[index];
        for (int bit = 0; bit < 8; bit++)
            crc = crc & 1 ? crc >> 1 ^ 0xedb88320u : crc >> 1;
    }
    return ~crc;
}
