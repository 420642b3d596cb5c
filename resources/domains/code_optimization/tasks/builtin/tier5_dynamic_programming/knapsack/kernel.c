#include <stddef.h>
#include <stdint.h>

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best)
{
    for (uint32_t load = 0; load <= capacity; load++)
        best[load] = 0;
    for (size_t thing = 0; thing < count; thing++) {
        for (uint32_t load = capacity; load >= weights[thing]; load--) {
            uint32_t with = best[load - weights[thing]] + values[thing];
            if (with > best[load])
                best[load] = with;
        }
    }
    return best[capacity];
}
