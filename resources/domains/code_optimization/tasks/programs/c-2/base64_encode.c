#include <stddef.h>
#include <stdint.h>

static const char alphabet[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

size_t base64_encode(char *target, const unsigned char *bytes, size_t length)
{
    size_t i = 0, o = 0;
    for (; i + 3 <= length; i += 3, o += 4) {
        uint32_t v = (uint32_t)bytes[i] << 16 | (uint32_t)bytes[i + 1] << 8 | bytes[i + 2];
        for (int k = 0; k < 4; k++)
            target[o + k] = alphabet[v >> (18 - 6 * k) & 63];
    }
    switch (length - i) {
    case 1: {
        unsigned v = bytes[i];
        target[o] = alphabet[v >> 2];
        target[o + 1] = alphabet[v << 4 & 63];
        target[o + 2] = target[o + 3] = '=';
        return o + 4;
    }
    case 2: {
        unsigned v = (unsigned)bytes[i] << 8 | bytes[i + 1];
        target[o] = alphabet[v >> 10];
        target[o + 1] = alphabet[v >> 4 & 63];
        target[o + 2] = alphabet[v << 2 & 63];
        target[o + 3] = '=';
        return o + 4;
    }
    default:
        return o;
    }
}
