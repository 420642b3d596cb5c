#include "harness.h"

uint64_t gcd_pairs(const uint32_t *words, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    return gcd_pairs(words, count);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
