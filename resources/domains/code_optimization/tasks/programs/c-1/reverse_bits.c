#include <stddef.h>
#include <stdint.h>

static const unsigned char nibbles[16] = {0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15};

void reverse_bits(uint32_t *words, size_t count)
{
    for (uint32_t *p = words; p < words + count; p++) {
        uint32_t in = *p, out = 0;
        for (int i = 0; i < 8; i++) {
            out = out << 4 | nibbles[in & 15];
            in >>= 4;
        }
        *p = out;
    }
}
