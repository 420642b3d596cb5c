#include <stddef.h>
#include <stdint.h>

void reverse_bits(uint32_t *words, size_t count)
{
    while (count--) {
        uint32_t v = __builtin_bswap32(*words);
        v = (v & 0x0f0f0f0fu) << 4 | (v & 0xf0f0f0f0u) >> 4;
        v = (v & 0x33333333u) << 2 | (v & 0xccccccccu) >> 2;
        v = (v & 0x55555555u) << 1 | (v & 0xaaaaaaaau) >> 1;
        *words++ = v;
    }
}
