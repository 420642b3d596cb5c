#include "harness.h"

uint32_t murmur3(const uint32_t *words, size_t count, uint32_t seed);

static uint64_t call(uint32_t *words, size_t count)
{
    return count ? murmur3(words + 1, count - 1, words[0]) : murmur3(words, 0, 42);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
