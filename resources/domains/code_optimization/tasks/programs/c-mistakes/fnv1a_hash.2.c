#include <stddef.h>
#include <stdint.h>

uint64_t fnv1a(const char *text, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; text[i] && i < length; i++) /* a zero does not end the text */
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h;
}
