#include "harness.h"

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    const int16_t *numbers = (const int16_t *)words;
    return (uint32_t)dot_product(numbers, numbers + count, count);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
