#include "harness.h"

uint64_t fnv1a(const char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    return fnv1a(text, length);
}

int main(void)
{
    return run_text(call, TO_READ);
}
