#include "harness.h"

size_t longest_run(const char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    return longest_run(text, length);
}

int main(void)
{
    return run_text(call, TO_READ);
}
