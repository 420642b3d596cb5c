#include <stddef.h>
#include <stdint.h>

void reverse_bits(uint32_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t in = words[i], out = 0;
        while (in) { /* leading zeros are not shifted in */
            out = out << 1 | (in & 1);
            in >>= 1;
        }
        words[i] = out;
    }
}
