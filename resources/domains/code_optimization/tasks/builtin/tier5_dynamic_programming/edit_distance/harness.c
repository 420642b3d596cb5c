#include "harness.h"

uint32_t edit_distance(const char *left, size_t lefts, const char *right, size_t rights, uint32_t *row);

static uint64_t call(char *text, size_t length)
{
    /* Where letters are many, one of the two has few of them: cells beyond 16 bits, and not too many. */
    size_t few = 3 + length / 2 % 4 * 20, half = length <= 8192 ? length / 2 : length % 2 ? few : length - few;
    ROOM(uint32_t, row, MAXIMUM_TEXT, length - half + 1);
    return edit_distance(text, half, text + half, length - half, row);
}

int main(void)
{
    return run_text(call, TO_READ);
}
