#include <stddef.h>
#include <stdint.h>

static char digit(unsigned value)
{
    if (value < 26)
        return (char)('A' + value);
    if (value < 52)
        return (char)('a' + value - 26);
    if (value < 62)
        return (char)('0' + value - 52);
    return value == 62 ? '+' : '/';
}

size_t base64_encode(char *target, const unsigned char *bytes, size_t length)
{
    char *out = target;
    while (length >= 3) {
        *out++ = digit(bytes[0] >> 2);
        *out++ = digit((bytes[0] & 3) << 4 | bytes[1] >> 4);
        *out++ = digit((bytes[1] & 15) << 2 | bytes[2] >> 6);
        *out++ = digit(bytes[2] & 63);
        bytes += 3;
        length -= 3;
    }
    if (length) {
        unsigned second = length == 2 ? bytes[1] : 0;
        *out++ = digit(bytes[0] >> 2);
        *out++ = digit((bytes[0] & 3) << 4 | second >> 4);
        *out++ = length == 2 ? digit((second & 15) << 2) : '=';
        *out++ = '=';
    }
    return (size_t)(out - target);
}
