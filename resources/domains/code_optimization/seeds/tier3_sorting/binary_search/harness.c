#include "harness.h"

size_t lower_bound(const uint32_t *words, size_t count, uint32_t key);

static uint64_t call(uint32_t *words, size_t count)
{
    ROOM(uint32_t, sorted, MAXIMUM_WORDS);
    for (size_t index = 0; index < count; index++)
        sorted[index] = (uint32_t)(index * 16777259u / 3) + (index ? words[0] % 97 : 0);
    uint64_t total = 0;
    for (size_t index = 0; index < count; index++)
        total = fold(total, lower_bound(sorted, count, words[index]));
    return total;
}

int main(void)
{
    return run_words(call, 0, 0);
}
