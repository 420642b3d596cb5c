#include <stddef.h>
#include <stdint.h>

uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    for (uint8_t i = 0; i < count; i++) { /* 256 numbers are too many */
        uint32_t best = 0;
        for (uint8_t j = 0; j < i; j++)
            if (numbers[j] < numbers[i] && lengths[j] > best)
                best = lengths[j];
        lengths[i] = best + 1;
        if (i == 255)
            break;
    }
    uint32_t longest = 0;
    for (size_t i = 0; i < count; i++)
        if (lengths[i] > longest)
            longest = lengths[i];
    return longest;
}
