#include <stddef.h>
#include <stdint.h>

/* Without branches in the loop's body. */
size_t lower_bound(const uint32_t *words, size_t count, uint32_t key)
{
    const uint32_t *base = words;
    if (count == 0)
        return 0;
    while (count > 1) {
        size_t half = count / 2;
        base += (base[half - 1] < key) * half;
        count -= half;
    }
    return (size_t)(base - words) + (*base < key);
}
