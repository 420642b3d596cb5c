#include <stddef.h>

size_t base64_encode(char *target, const unsigned char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    for (size_t index = 0; index < length; index += 3) {
        unsigned second = index + 1 < length ? bytes[index + 1] : 0;
        unsigned third = index + 2 < length ? bytes[index + 2] : 0;
        unsigned group = (unsigned)bytes[index] << 16 | second << 8 | third;
        target[written++] = letters[group >> 18];
        target[written++] = letters[group >> 12 & 63];
        target[written++] = index + 1 < length ? letters[group >> 6 & 63] : '=';
        target[written++] = index + 2 < length ? letters[group & 63] : '=';
    }
    return written;
}
