#include <stddef.h>
#include <stdint.h>

/* FNV-1 and not FNV-1a. */
uint64_t fnv1a(const char *text, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++) {
        h *= 1099511628211u;
        h ^= (unsigned char)text[i];
    }
    return h;
}
