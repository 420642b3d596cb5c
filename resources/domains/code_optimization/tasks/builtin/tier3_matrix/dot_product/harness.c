#include "harness.h"

int32_t dot_product(const int16_t *left, const int16_t *right, size_t count);

static uint64_t call(uint32_t *words, size_t count)
{
    const int16_t *numbers = (const int16_t *)words;
    size_t times = count < 64 ? 1 : count < 8192 ? 64 : 2;
    uint64_t total = 0;
    for (size_t less = 0; less < times; less++)
        total = fold(total, (uint32_t)dot_product(numbers + less, numbers + count, count - less));
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
