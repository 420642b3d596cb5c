#include "harness.h"

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key);

/* Runs of up to three equal numbers, below 2^32 for as many as there is room for. */
static uint32_t number_at(size_t index, uint32_t word, size_t count)
{
    return (uint32_t)(index - index % (1 + word % 3)) * (count > 16384 ? 32749u : 262139u) + word % 97;
}

static uint64_t call(uint32_t *words, size_t count)
{
    ROOM(uint32_t, sorted, MAXIMUM_WORDS, count);
    for (size_t index = 0; index < count; index++)
        sorted[index] = number_at(index, words[0], count);
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        total = fold(total, lower_bound(sorted, count, words[index]));
    for (size_t index = 0; index < count; index++)
        is_const_changed |= sorted[index] != number_at(index, words[0], count);
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
