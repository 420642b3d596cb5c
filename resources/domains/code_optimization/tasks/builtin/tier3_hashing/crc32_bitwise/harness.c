#include "harness.h"

uint32_t crc32(const char *text, size_t length);

static uint64_t call(char *text, size_t length)
{
    return crc32(text, length);
}

int main(void)
{
    return run_text(call, TO_READ);
}
