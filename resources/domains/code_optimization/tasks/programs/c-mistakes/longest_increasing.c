#include <stddef.h>
#include <stdint.h>

uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    uint32_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        lengths[i] = 1;
        for (size_t j = 0; j < i; j++)
            if (numbers[j] <= numbers[i] && lengths[j] >= lengths[i]) /* not strictly */
                lengths[i] = lengths[j] + 1;
        if (lengths[i] > longest)
            longest = lengths[i];
    }
    return longest;
}
