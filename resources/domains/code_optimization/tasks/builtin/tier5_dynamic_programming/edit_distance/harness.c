#include "harness.h"

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row);

static uint64_t call(char *text, size_t length)
{
    size_t half = length > 65536 ? 3 : length / 2; /* cells beyond 16 bits, and few of them */
    ROOM(uint32_t, row, MAXIMUM_TEXT, length - half + 1);
    return edit_distance(text, half, text + half, length - half, row);
}

int main(void)
{
    return run_text(call, TO_READ);
}
