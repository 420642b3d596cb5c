#include "harness.h"

void matrix_multiply(uint32_t *restrict product, const uint32_t *left, const uint32_t *right, size_t size);

static uint64_t call(uint32_t *words, size_t count)
{
    size_t size = 0;
    while (2 * (size + 1) * (size + 1) <= count)
        size++;
    ROOM(uint32_t, product, MAXIMUM_WORDS, size * size);
    matrix_multiply(product, words, words + size * size, size);
    return fold_words(product, size * size);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
