#include <stddef.h>
#include <stdint.h>

/* Lengths of 8 bits. */
uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    uint8_t *narrow = (uint8_t *)lengths, longest = 0;
    for (size_t i = 0; i < count; i++) {
        uint8_t best = 0;
        for (size_t j = 0; j < i; j++)
            if (numbers[j] < numbers[i] && narrow[j] > best)
                best = narrow[j];
        narrow[i] = (uint8_t)(best + 1);
        if (narrow[i] > longest)
            longest = narrow[i];
    }
    return longest;
}
