#include <stddef.h>
#include <stdint.h>

uint64_t fnv1a(const char *text, size_t length)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (const unsigned char *p = (const unsigned char *)text, *end = p + length; p < end; ++p) {
        h ^= *p;
        h += (h << 1) + (h << 4) + (h << 5) + (h << 7) + (h << 8) + (h << 40);
    }
    return h;
}
