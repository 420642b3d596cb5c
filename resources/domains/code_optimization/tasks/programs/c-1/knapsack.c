#include <stddef.h>
#include <stdint.h>
#include <string.h>

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best)
{
    memset(best, 0, ((size_t)capacity + 1) * sizeof *best);
    for (size_t i = 0; i < count; i++) {
        uint32_t weight = weights[i], value = values[i];
        if (weight > capacity)
            continue;
        for (size_t room = (size_t)capacity + 1; room-- > weight;)
            if (best[room] < best[room - weight] + value)
                best[room] = best[room - weight] + value;
    }
    return best[capacity];
}
