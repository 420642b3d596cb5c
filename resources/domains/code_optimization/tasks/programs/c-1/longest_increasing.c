#include <stddef.h>
#include <stdint.h>

/* Patience: lengths[k] holds the smallest end of an increasing subsequence of k + 1 numbers. */
uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths)
{
    int32_t *ends = (int32_t *)lengths;
    size_t longest = 0;
    for (size_t i = 0; i < count; i++) {
        size_t low = 0, high = longest;
        while (low < high) {
            size_t middle = (low + high) / 2;
            if (ends[middle] < numbers[i])
                low = middle + 1;
            else
                high = middle;
        }
        ends[low] = numbers[i];
        if (low == longest)
            longest++;
    }
    return (uint32_t)longest;
}
