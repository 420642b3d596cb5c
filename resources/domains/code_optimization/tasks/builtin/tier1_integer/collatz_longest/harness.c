#include "harness.h"

uint32_t collatz_longest(uint32_t limit);

static uint64_t call(uint32_t *words, size_t count)
{
    (void)count;
    return collatz_longest(words[0]);
}

int main(void)
{
    return run_words(call, 1000, TO_CHANGE);
}
