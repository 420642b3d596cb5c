#include "harness.h"

void reverse_bits(uint32_t *words, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    reverse_bits(words, count);
    return fold_words(words, count);
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
