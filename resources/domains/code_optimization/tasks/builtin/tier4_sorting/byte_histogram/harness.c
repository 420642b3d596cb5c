#include "harness.h"

int most_frequent(const char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    return (uint64_t)(int64_t)most_frequent(text, length);
}

int main(void)
{
    return run_text(call, TO_READ);
}
