#include "harness.h"

uint64_t popcount_words(const uint32_t *words, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    return popcount_words(words, count);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
