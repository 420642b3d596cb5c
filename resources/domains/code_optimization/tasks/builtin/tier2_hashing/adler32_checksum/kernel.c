#include <stddef.h>
#include <stdint.h>

uint32_t adler32(const char *text, size_t length)
{
    uint32_t low = 1, high = 0;
    for (size_t index = 0; index < length; index++) {
        low = (low + (unsigned char)text[index]) % 65521;
        high = (high + low) % 65521;
    }
    return high << 16 | low;
}
