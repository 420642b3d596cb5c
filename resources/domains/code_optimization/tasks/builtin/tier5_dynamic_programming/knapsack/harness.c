#include "harness.h"

uint32_t knapsack(const uint32_t *weights, const uint32_t *values, size_t count, uint32_t capacity, uint32_t *best);

/* Light things, some of up to 20000, and some that weigh more than anything; all values together are below 2^32. */
static uint32_t weight_of(uint32_t word)
{
    return word >> 28 == 15 ? word : word % (word >> 28 == 14 ? 20000 : 200) + 1;
}

static uint32_t value_of(uint32_t word, size_t things)
{
    return (uint32_t)(word % (UINT32_MAX / things + 1));
}

static uint64_t call(uint32_t *words, size_t count)
{
    size_t things = count / 2;
    uint32_t last = count % 2 ? words[count - 1] : 500, capacity = last % (last >> 28 == 15 ? MAXIMUM_WORDS : 1000);
    ROOM(uint32_t, weights, MAXIMUM_WORDS, things);
    ROOM(uint32_t, values, MAXIMUM_WORDS, things);
    ROOM(uint32_t, best, MAXIMUM_WORDS, capacity + 1);
    for (size_t thing = 0; thing < things; thing++) {
        weights[thing] = weight_of(words[2 * thing]);
        values[thing] = value_of(words[2 * thing + 1], things);
    }
    uint32_t highest = knapsack(weights, values, things, capacity, best);
    for (size_t thing = 0; thing < things; thing++)
        is_const_changed |= weights[thing] != weight_of(words[2 * thing]) ||
                            values[thing] != value_of(words[2 * thing + 1], things);
    return highest;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
