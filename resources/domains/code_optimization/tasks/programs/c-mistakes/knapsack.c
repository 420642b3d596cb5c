#include <stddef.h>
#include <stdint.h>

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best)
{
    for (uint32_t load = 0; load <= capacity; load++)
        best[load] = 0;
    for (size_t i = 0; i < count; i++)
        for (uint32_t load = weights[i]; load <= capacity; load++) { /* each thing as often as one likes */
            uint32_t with = best[load - weights[i]] + values[i];
            if (with > best[load])
                best[load] = with;
        }
    return best[capacity];
}
