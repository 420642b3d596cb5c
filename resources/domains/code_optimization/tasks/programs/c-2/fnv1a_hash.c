#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint64_t fnv1a(const char *text, size_t length)
{
    const uint64_t prime = 0x100000001b3u;
    uint64_t hash = 14695981039346656037u, block;
    for (; length >= 8; length -= 8, text += 8) {
        memcpy(&block, text, 8);
        for (int i = 0; i < 64; i += 8)
            hash = (hash ^ (block >> i & 255)) * prime;
    }
    switch (length) {
    case 7: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 6: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 5: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 4: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 3: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 2: hash = (hash ^ (unsigned char)*text++) * prime; /* fall through */
    case 1: hash = (hash ^ (unsigned char)*text++) * prime;
    }
    return hash;
}
