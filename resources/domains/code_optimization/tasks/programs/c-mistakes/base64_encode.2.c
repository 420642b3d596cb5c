#include <stddef.h>

size_t base64_encode(char *target, const unsigned char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t written = 0;
    for (size_t i = 0; i < length; i += 3) {
        unsigned group = (unsigned)bytes[i] << 16 | (unsigned)bytes[i + 1] << 8 | bytes[i + 2]; /* beyond the end */
        target[written++] = letters[group >> 18];
        target[written++] = letters[group >> 12 & 63];
        target[written++] = i + 1 < length ? letters[group >> 6 & 63] : '=';
        target[written++] = i + 2 < length ? letters[group & 63] : '=';
    }
    target[written] = 0;
    return written;
}
