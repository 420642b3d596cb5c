#include "harness.h"

void life_step(unsigned char *restrict next, const unsigned char *field, size_t rows, size_t columns);

static uint64_t call(uint32_t *words, size_t count)
{
    int is_wide = count && words[0] >> 28 == 15;
    size_t columns = count ? words[0] % (is_wide ? MAXIMUM_WORDS : 12) + 1 : 1, rows = count ? (count - 1) / columns : 0;
    if (count && words[0] & 16 && !is_wide) {
        size_t swapped = rows;
        rows = columns;
        columns = swapped;
    }
    ROOM(unsigned char, field, 4 * MAXIMUM_WORDS, rows * columns);
    ROOM(unsigned char, next, 4 * MAXIMUM_WORDS, rows * columns);
    uint64_t total = 0;
    for (size_t index = 0; index < rows * columns; index++)
        field[index] = words[index + 1] >> 7 & 1;
    life_step(next, field, rows, columns);
    for (size_t index = 0; index < rows * columns; index++) {
        total = fold(total, next[index]);
        is_const_changed |= field[index] != (words[index + 1] >> 7 & 1);
    }
    return total;
}

int main(void)
{
    return run_words(call, 0, TO_CHANGE);
}
