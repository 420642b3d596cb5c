#include "harness.h"

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best);

static uint64_t call(uint32_t *words, size_t count)
{
    size_t things = count / 2;
    uint32_t capacity = count % 2 ? words[count - 1] % 1000 : 500;
    ROOM(uint32_t, weights, MAXIMUM_WORDS, things);
    ROOM(uint32_t, values, MAXIMUM_WORDS, things);
    ROOM(uint32_t, best, 1024, capacity + 1);
    for (size_t thing = 0; thing < things; thing++) {
        weights[thing] = words[2 * thing] % 200 + 1;
        values[thing] = words[2 * thing + 1] % 20000000;
    }
    uint32_t highest = knapsack(weights, values, things, capacity, best);
    for (size_t thing = 0; thing < things; thing++)
        is_const_changed |=
            weights[thing] != words[2 * thing] % 200 + 1 || values[thing] != words[2 * thing + 1] % 20000000;
    return highest;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
