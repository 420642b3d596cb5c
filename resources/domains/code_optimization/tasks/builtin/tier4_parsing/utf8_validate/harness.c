#include "harness.h"

int64_t count_code_points(const unsigned char *bytes, size_t length);

static uint64_t call(uint32_t *words, size_t count)
{
    return (uint64_t)count_code_points((const unsigned char *)words, 4 * count);
}

int main(void)
{
    return run_words(call, 0, TO_READ);
}
