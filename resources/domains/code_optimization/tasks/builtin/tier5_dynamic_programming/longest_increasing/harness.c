#include "harness.h"

uint32_t longest_increasing(const int32_t *numbers, size_t count, uint32_t *lengths);

static uint64_t call(uint32_t *words, size_t count)
{
    ROOM(uint32_t, lengths, MAXIMUM_WORDS, count);
    return longest_increasing((const int32_t *)words, count, lengths);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
