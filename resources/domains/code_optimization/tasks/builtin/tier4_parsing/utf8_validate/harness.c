#include "harness.h"

int64_t count_code_points(const unsigned char *bytes, size_t length);

static uint64_t call(char *text, size_t length)
{
    return (uint64_t)count_code_points((const unsigned char *)text, length);
}

int main(void)
{
    return run_text(call, TO_READ);
}
