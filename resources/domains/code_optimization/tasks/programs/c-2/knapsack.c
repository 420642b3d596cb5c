#include <stddef.h>
#include <stdint.h>

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best)
{
    for (uint64_t load = 0; load <= capacity; load++)
        best[load] = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t w = weights[i], v = values[i];
        if (w > capacity)
            continue;
        for (uint32_t *to = best + capacity, *from = to - w; from >= best; to--, from--) {
            uint32_t sum = *from + v;
            *to = sum > *to ? sum : *to;
        }
    }
    return best[capacity];
}
