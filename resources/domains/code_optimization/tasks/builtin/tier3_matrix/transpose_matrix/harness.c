#include "harness.h"

void transpose(uint16_t *restrict target, const uint16_t *source, size_t rows, size_t columns);

static uint64_t call(uint32_t *words, size_t count)
{
    size_t rows = !count ? 0 : words[0] >> 28 == 15 ? words[0] % MAXIMUM_WORDS : words[0] % 16 + 1,
            columns = rows ? 2 * (count - 1) / rows : 0;
    if (count && words[0] & 16 && words[0] >> 28 != 15) {
        size_t swapped = rows;
        rows = columns;
        columns = swapped;
    }
    ROOM(uint16_t, target, 2 * MAXIMUM_WORDS, rows * columns);
    transpose(target, (const uint16_t *)(words + 1), rows, columns);
    uint64_t total = 0;
    for (size_t index = 0; index < rows * columns; index++)
        total = fold(total, target[index]);
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
