#include "harness.h"

uint32_t square_root(uint64_t value);

static uint64_t call(uint32_t *words, size_t count)
{
    uint64_t total = 0;
    for (size_t index = 1; index < count; index++)
        total = fold(total, square_root((uint64_t)words[index - 1] << 32 | words[index]));
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
