#include <stddef.h>
#include <stdint.h>

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key)
{
    size_t first = 0;
    while (count > 0) {
        size_t half = count / 2;
        if (words[first + half] < key) {
            first += half + 1;
            count -= half + 1;
        } else {
            count = half;
        }
    }
    return first;
}
