#include "harness.h"

void insertion_sort(int32_t *numbers, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    insertion_sort((int32_t *)words, count);
    return fold_words(words, count);
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
