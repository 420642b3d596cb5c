#include <stddef.h>
#include <stdint.h>

uint64_t fnv1a(const char *text, size_t length)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t index = 0; index < length; index++) {
        hash ^= (unsigned char)text[index];
        hash *= 1099511628211u;
    }
    return hash;
}
