#include "harness.h"

uint64_t expression_value(const char *text);

static uint64_t call(char *text, size_t length)
{
    (void)length;
    return expression_value(text);
}

int main(void)
{
    return run_text(call, TO_READ);
}
