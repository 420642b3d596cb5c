#include <stddef.h>
#include <stdint.h>

uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    uint32_t longest = 0;
    for (size_t last = 0; last < count; last++) {
        uint32_t best = 0;
        for (size_t before = 0; before < last; before++)
            if (numbers[before] < numbers[last] && lengths[before] > best)
                best = lengths[before];
        lengths[last] = best + 1;
        if (lengths[last] > longest)
            longest = lengths[last];
    }
    return longest;
}
