#include <stddef.h>
#include <stdint.h>

void reverse_bits(uint32_t *words, size_t count)
{
    for (size_t index = 0; index < count; index++) {
        uint32_t word = words[index];
        word = (word >> 1 & 0x55555555u) | (word & 0x55555555u) << 1;
        word = (word >> 2 & 0x33333333u) | (word & 0x33333333u) << 2;
        word = (word >> 4 & 0x0f0f0f0fu) | (word & 0x0f0f0f0fu) << 4;
        word = (word >> 8 & 0x00ff00ffu) | (word & 0x00ff00ffu) << 8;
        words[index] = word >> 16 | word << 16;
    }
}
