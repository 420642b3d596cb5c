#include "harness.h"

size_t upper_case(char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    size_t changed = upper_case(text, length);
    return fold(fold_bytes(text, length), changed);
}

int main(void)
{
    return run_text(call, TO_CHANGE);
}
