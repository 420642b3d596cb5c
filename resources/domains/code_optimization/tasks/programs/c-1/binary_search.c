#include <stddef.h>
#include <stdint.h>

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (words[middle] >= key)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
