#include "harness.h"

void shortest_paths(uint32_t *distances, size_t points);

static uint64_t call(uint32_t *words, size_t count)
{
    size_t points = 0;
    while ((points + 1) * (points + 1) <= count)
        points++;
    for (size_t index = 0; index < count; index++)
        words[index] %= 1 << 30;
    shortest_paths(words, points);
    return fold_words(words, points * points);
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
